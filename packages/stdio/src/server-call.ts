/**
 * What the server is told of one request, from its line to its response.
 *
 * Specification 2026-07-28, basic/transports/stdio "Cancellation": nothing more is sent for a request that was cancelled.
 */
import type { ExchangeInfo } from '@mrtr/transport';
import type { JsonRpcNotification, JsonRpcRequest } from '@mrtr/types';

export class ServerCall implements ExchangeInfo {
  readonly request: JsonRpcRequest;
  readonly #send: (call: ServerCall, notification: JsonRpcNotification) => void;
  #state: 'running' | 'done' | 'cancelled' = 'running';
  #controller: AbortController | undefined;
  #reason: unknown;
  #notify: ((notification: JsonRpcNotification) => void) | undefined;

  constructor(request: JsonRpcRequest, send: (call: ServerCall, notification: JsonRpcNotification) => void) {
    this.request = request;
    this.#send = send;
  }

  /** A subscription lasts until somebody ends it, and does nothing until something changes. */
  get isSubscription(): boolean {
    return this.request.method === 'subscriptions/listen';
  }

  /** Made when it is first read: most handlers never look. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#state === 'cancelled') this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  get notify(): (notification: JsonRpcNotification) => void {
    return (this.#notify ??= (notification) => {
      if (this.#state === 'running') this.#send(this, notification);
    });
  }

  /** The response is there; true unless the request was cancelled before. */
  finish(): boolean {
    if (this.#state !== 'running') return false;
    this.#state = 'done';
    return true;
  }

  /** @param why what the client says of it, for whoever reads the signal's reason. */
  cancel(why?: string): void {
    if (this.#state !== 'running') return;
    this.#state = 'cancelled';
    if (why !== undefined) this.#reason = new DOMException(why, 'AbortError');
    this.#controller?.abort(this.#reason);
  }
}
