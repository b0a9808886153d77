/**
 * What a server has to say to its operator. Entries are data with a closed set of events, so they can be counted and
 * searched; none ever holds a token, a state, an answer or a principal.
 */

/** What happened. */
export type LogEvent =
  /** A handler threw something that is not meant for the client. */
  | 'handler_failed'
  /** A handler returned what the protocol does not allow. */
  | 'invalid_result'
  /** A `requestState` was refused. */
  | 'request_state_rejected'
  /** A resolver's question changed after it had been answered. */
  | 'question_changed'
  /** The verified caller has no subject, so state is bound to its OAuth client alone. */
  | 'principal_without_subject'
  /** The bus of subscriptions threw, rejected, or brought something that is no change. */
  | 'bus_failed'
  /** There was no room for one more subscription. Said once, until there is room again. */
  | 'subscription_refused'
  /** A channel threw when it was given a notification. */
  | 'subscription_dropped';

/** One entry. */
export interface LogEntry {
  readonly event: LogEvent;
  /** One sentence for a person. */
  readonly message: string;
  /** The JSON-RPC method that was being served. */
  readonly method?: string | undefined;
  /** The tool, prompt or resource that was called. */
  readonly target?: string | undefined;
  /** Why a `requestState` was refused, as one of the seal's closed set of reasons. */
  readonly reason?: string | undefined;
  /** What was thrown. It stays on this side of the wire. */
  readonly error?: unknown;
}

/** Where entries go. `console` fits a wrapper of one line; pino, winston and others do too. */
export interface Logger {
  /** Somebody should look at it some day: a refused state, a weak binding. */
  warn(entry: LogEntry): void;
  /** Something is broken: a handler, a result, or a bus. */
  error(entry: LogEntry): void;
}

/** Writes to the console: standard error on Node. */
export const consoleLogger: Logger = {
  warn: (entry) => console.warn(...line(entry)),
  error: (entry) => console.error(...line(entry)),
};

/** A logger that answers for itself: what it throws never changes what the client is told. */
export function unfailing(logger: Logger): Logger {
  return {
    warn: (entry) => attempt(() => logger.warn(entry)),
    error: (entry) => attempt(() => logger.error(entry)),
  };
}

function attempt(write: () => void): void {
  try {
    write();
  } catch {
    // There is nowhere left to say so.
  }
}

function line({ event, message, method, target, reason, error }: LogEntry): unknown[] {
  const where = [method, target === undefined ? undefined : JSON.stringify(target)].filter(Boolean).join(' ');
  const text = `[mrtr] ${event}${where && ` (${where})`}${reason ? ` ${reason}` : ''}: ${message}`;
  return error === undefined ? [text] : [text, error];
}
