/** What a client has to say to whoever runs it, as data: no state, answer, header or token is ever in it. */

/** What happened. */
export type ClientLogEvent =
  /** A tool was left out of a list, since its header annotations are invalid. */
  | 'tool_dropped'
  /** A listener for progress, log messages or other notifications threw. */
  | 'listener_failed';

/** One entry. */
export interface ClientLogEntry {
  readonly event: ClientLogEvent;
  /** One sentence for a person. */
  readonly message: string;
  /** The tool that it is about. */
  readonly target?: string | undefined;
  /** What was thrown by this side's own code. */
  readonly error?: unknown;
}

/** Where entries go. `console` fits, and so do pino, winston and others. */
export interface ClientLogger {
  /** Takes something that went wrong and decided nothing. */
  warn(entry: ClientLogEntry): void;
}

/** A logger that decides nothing: what it throws is dropped. */
export function harmless(logger: ClientLogger): ClientLogger {
  return {
    warn(entry) {
      try {
        logger.warn(entry);
      } catch {
        // There is nobody left to tell.
      }
    },
  };
}
