/**
 * The channel inside one process: a `Transport` straight onto a server's `exchange`.
 *
 * Both sides run their production paths and keep their objects to themselves; only the bytes are missing
 * (Specification 2026-07-28, basic/transports "Custom Transports").
 */
import type { JsonRpcNotification, JsonRpcRequest, JsonRpcResponse } from '@mrtr/types';
import { copyJson } from './copy-json.js';
import { memorySession } from './memory-session.js';
import { readResponse } from './response.js';
import { TransportError } from './transport-error.js';
import type { AuthInfo, ExchangeInfo, Exchanger, HeaderReader, SendOptions, Transport } from './transport.js';

/** What the server at the other end of `memoryTransport` is told. */
export interface MemoryOptions {
  /** The caller that the server is told of, as if a channel had authenticated it. */
  readonly auth?: AuthInfo | undefined;
  /** The headers that the server is told of, with every request. */
  readonly headers?: HeaderReader | undefined;
}

/**
 * Joins a client to a server in the same process. Messages are copied both ways as JSON would copy them.
 *
 * Aborting `signal` rejects `send` at once with the signal's reason and aborts the server's signal, without the reason:
 * what a caller thinks stays on its side. `close` does the same for all that is under way. An `onNotification` that
 * throws ends its request: `send` rejects with what it threw.
 */
export function memoryTransport(server: Exchanger, options: MemoryOptions = {}): Transport {
  const calls = new Set<MemoryCall>();
  const open = server.openSession;
  let closed = false;
  return {
    send(request, sendOptions = {}) {
      if (closed) return Promise.reject(closedError());
      if (sendOptions.signal?.aborted) return Promise.reject(sendOptions.signal.reason as Error);
      return new Promise((resolve, reject) => {
        new MemoryCall(calls, options, request, sendOptions, resolve, reject).start(server);
      });
    },
    close() {
      closed = true;
      for (const call of calls) call.cancel(closedError());
      return Promise.resolve();
    },
    openSession: open && ((peer) => memorySession(open, peer, (session) => memoryTransport(session, options))),
  };
}

/** One request under way, and what the server is told of it. */
class MemoryCall implements ExchangeInfo {
  readonly auth: AuthInfo | undefined;
  readonly headers: HeaderReader | undefined;
  readonly #calls: Set<MemoryCall>;
  readonly #request: JsonRpcRequest;
  readonly #sender: SendOptions;
  readonly #resolve: (response: JsonRpcResponse) => void;
  readonly #reject: (reason: unknown) => void;
  #controller: AbortController | undefined;
  #state: 'running' | 'done' | 'cancelled' = 'running';

  constructor(
    calls: Set<MemoryCall>,
    options: MemoryOptions,
    request: JsonRpcRequest,
    sender: SendOptions,
    resolve: (response: JsonRpcResponse) => void,
    reject: (reason: unknown) => void,
  ) {
    this.auth = options.auth;
    this.headers = options.headers;
    this.#calls = calls;
    this.#request = request;
    this.#sender = sender;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** Made when it is first read: most handlers never look. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#state === 'cancelled') this.#controller.abort();
    return this.#controller.signal;
  }

  get notify(): (notification: JsonRpcNotification) => void {
    return (notification) => this.#deliver(notification);
  }

  start(server: Exchanger): void {
    let message: JsonRpcRequest;
    try {
      message = copyJson(this.#request);
    } catch (cause) {
      this.#reject(new TransportError('invalid_message', 'The request is not JSON', { cause }));
      return;
    }
    this.#calls.add(this);
    this.#sender.signal?.addEventListener('abort', this.#onAbort);
    try {
      server.exchange(message, this).then(this.#onReply, this.#onFault);
    } catch (cause) {
      this.#onFault(cause);
    }
  }

  cancel(reason: unknown): void {
    if (!this.#settle('cancelled')) return;
    this.#reject(reason);
    this.#controller?.abort();
  }

  readonly #onAbort = (): void => this.cancel(this.#sender.signal?.reason);

  readonly #onReply = (reply: JsonRpcResponse | undefined): void => {
    if (!this.#settle('done')) return;
    try {
      this.#resolve(readResponse(copyJson(reply), this.#request.id));
    } catch (error) {
      if (error instanceof TransportError) this.#reject(error);
      else
        this.#reject(
          new TransportError('invalid_response', 'The server answered with something that is not JSON', {
            cause: error,
          }),
        );
    }
  };

  readonly #onFault = (cause: unknown): void => {
    if (!this.#settle('done')) return;
    this.#reject(new TransportError('invalid_response', 'The server failed instead of answering', { cause }));
  };

  #deliver(notification: JsonRpcNotification): void {
    if (this.#state !== 'running' || this.#sender.onNotification === undefined) return;
    const copy = copyJson(notification);
    try {
      this.#sender.onNotification(copy);
    } catch (error) {
      this.cancel(error);
    }
  }

  /** True for the one who ends the call. */
  #settle(state: 'done' | 'cancelled'): boolean {
    if (this.#state !== 'running') return false;
    this.#state = state;
    this.#calls.delete(this);
    this.#sender.signal?.removeEventListener('abort', this.#onAbort);
    return true;
  }
}

function closedError(): TransportError {
  return new TransportError('closed', 'The channel is closed; open another one');
}
