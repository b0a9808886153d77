/**
 * The client's end of the channel: a server that is started when it is needed, and again after it was lost.
 *
 * Specification 2026-07-28, basic/transports/stdio "Unexpected Termination": a client should restart the server; requests
 * under way are lost, and nothing else is, for the protocol has no state.
 */
import {
  correlate,
  type Correlator,
  type SendOptions,
  type StrayReason,
  type Transport,
  TransportError,
} from '@mrtr/transport';
import { ErrorCode, isRecord, type JsonRpcErrorResponse, type JsonRpcRequest, type JsonRpcResponse } from '@mrtr/types';
import type { UnreadableLine, UnreadableReason } from './message-reader.js';
import { ProcessConnection } from './node-connection.js';
import { closedError } from './node-ended.js';
import { type ProcessSettings, processSettingsOf, type StdioProcessOptions } from './node-process-options.js';
import { unfailing } from './unfailing.js';

/** Why something that a server wrote was of no use. */
export type StdioStrayReason = StrayReason | UnreadableReason;

/** How a server is run, and what is told of it. */
export interface StdioTransportOptions extends StdioProcessOptions {
  /**
   * Takes what the server wrote to its stdout and nobody waits for: a message, or the text of a line that is none
   * (`undefined` for `too_large`). What it throws is ignored. Default: lines that are no messages, and messages that have
   * no place on this channel, are reported by `console.warn`, without what they say; late responses are dropped.
   */
  readonly onStray?: ((what: unknown, reason: StdioStrayReason) => void) | undefined;
  /** Takes why the server ended, when that was not by `close`. What it throws is ignored. Default: nobody is told. */
  readonly onExit?: ((why: TransportError) => void) | undefined;
  /** Whether a request after the server was lost starts it again. Default: true. */
  readonly restart?: boolean | undefined;
}

/**
 * A transport to a server that runs as a child process.
 *
 * It is started by the first request, and lives until `close`. When it ends before that, what is under way rejects as
 * `unreachable`, with the exit code or the signal and, unless stderr is inherited, the last lines of stderr: text of the
 * server's own, which may hold anything. The next request starts it again.
 * @throws {TypeError} without a command.
 * @throws {RangeError} for a limit or a time that is not a number in its range.
 */
export function stdioTransport(options: StdioTransportOptions): Transport {
  const settings = processSettingsOf(options);
  const { onExit, restart = true } = options;
  const onStray = unfailing(options.onStray ?? reportStray);
  let life: Life | undefined;
  let isClosed = false;

  function begin(): Life {
    const begun = new Life(settings, onStray);
    void begun.ended.then((why) => {
      if (isClosed) return;
      if (restart) life = undefined;
      if (onExit) unfailing(onExit)(why);
    });
    return begun;
  }

  return {
    silentWhenOld: true,
    send(request, sendOptions) {
      if (isClosed) return Promise.reject(closedError());
      if (sendOptions?.signal?.aborted) return Promise.reject(sendOptions.signal.reason as Error);
      return (life ??= begin()).send(request, sendOptions);
    },
    async close() {
      isClosed = true;
      await life?.close();
    },
  };
}

/** One process, and the requests that are under way with it. */
class Life {
  readonly ended: Promise<TransportError>;
  readonly #connection: ProcessConnection;
  readonly #correlator: Correlator;
  readonly #underWay = new Set<JsonRpcRequest>();
  /** What stands for a response that could not be read, and what its request rejects with. */
  readonly #unreadable = new WeakMap<object, TransportError>();

  constructor(settings: ProcessSettings, onStray: (what: unknown, reason: StdioStrayReason) => void) {
    this.#connection = new ProcessConnection(settings, {
      onMessage: (message) => this.#correlator.receive(message),
      onUnreadable: (line) => {
        onStray(line.text, line.reason);
        this.#fail(line, settings.maxLineBytes);
      },
    });
    this.#correlator = correlate({
      write: (message) => this.#connection.send(message),
      onStray: (message, reason) => {
        if (!this.#standsForAResponse(message)) onStray(message, reason);
      },
    });
    this.ended = this.#connection.ended.then((why) => {
      this.#correlator.close(why);
      return why;
    });
  }

  async send(request: JsonRpcRequest, options: SendOptions | undefined): Promise<JsonRpcResponse> {
    this.#underWay.add(request);
    try {
      const response = await this.#correlator.send(request, options);
      const unreadable = 'error' in response ? this.#unreadable.get(response.error) : undefined;
      if (unreadable) throw unreadable;
      return response;
    } catch (error) {
      // What the connection says of it is more than that it could not be written.
      throw error instanceof TransportError && error.cause instanceof TransportError ? error.cause : error;
    } finally {
      this.#underWay.delete(request);
    }
  }

  async close(): Promise<void> {
    // So that the server need not finish what nobody waits for before it ends.
    for (const { id } of this.#underWay) {
      const params = { requestId: id };
      this.#connection.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params }).catch(() => undefined);
    }
    this.#correlator.close();
    await this.#connection.close();
  }

  #standsForAResponse(message: unknown): boolean {
    return isRecord(message) && isRecord(message['error']) && this.#unreadable.has(message['error']);
  }

  /** Ends the request whose response was a line that can't be read, if it can be found. */
  #fail({ id, reason }: UnreadableLine, maxLineBytes: number): void {
    if (id === undefined) return;
    const error = { code: ErrorCode.InternalError, message: 'The response could not be read' };
    this.#unreadable.set(error, unreadableError(reason, maxLineBytes));
    this.#correlator.receive({ jsonrpc: '2.0', id, error } satisfies JsonRpcErrorResponse);
  }
}

function unreadableError(reason: UnreadableReason, maxLineBytes: number): TransportError {
  return reason === 'too_large'
    ? new TransportError('too_large', `The response is longer than ${maxLineBytes} bytes; raise maxLineBytes`)
    : new TransportError('invalid_response', 'The response nests too deeply');
}

function reportStray(_what: unknown, reason: StdioStrayReason): void {
  // A response to what was cancelled, and progress of what is over, are nobody's mistake.
  if (reason === 'unknown_id' || reason === 'unknown_target') return;
  console.warn(`MCP over stdio: ignored something that the server wrote to its stdout (${reason}); onStray shows it.`);
}
