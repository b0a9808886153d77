/**
 * The server's own requests to its client, in a session: each goes out under an id of the server's, and its answer comes
 * back as a message of its own.
 *
 * Specification 2025-11-25, client/elicitation, client/sampling, client/roots; basic/utilities/cancellation.
 */
import type { SessionPeer } from '@mrtr/transport';
import { ErrorCode, isRecord, type JsonRpcRequest, ProtocolError, type RequestId } from '@mrtr/types';

/** How one request gets to the client: beside the call that it belongs to, or by itself. */
export type Send = (request: JsonRpcRequest) => void;

export class BackChannel {
  readonly #peer: SessionPeer;
  readonly #pending = new Map<RequestId, Pending>();
  #lastId = 0;
  #closed: Error | undefined;

  constructor(peer: SessionPeer) {
    this.#peer = peer;
  }

  /**
   * Asks the client, and gives its result.
   * @param signal ends the wait, and tells the client so.
   * @throws {ProtocolError} the error that the client answered with.
   */
  ask(method: string, params: object, signal: AbortSignal, send: Send | undefined): Promise<unknown> {
    if (this.#closed) return Promise.reject(this.#closed);
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    const request: JsonRpcRequest = { jsonrpc: '2.0', id: ++this.#lastId, method, params: { ...params } };
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        if (!this.#take(request.id)) return;
        this.#peer.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: request.id } });
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#pending.set(request.id, { resolve, reject, done: () => signal.removeEventListener('abort', onAbort) });
      (send ?? ((message) => this.#peer.send(message)))(request);
    });
  }

  /** Takes an answer. One that nobody waits for (any more) is dropped, as the protocol asks. */
  receive(response: Readonly<Record<string, unknown>>): void {
    const pending = this.#take(response['id'] as RequestId);
    if (!pending) return;
    const { error, result } = response;
    if (isRecord(error)) pending.reject(asError(error));
    else pending.resolve(result);
  }

  /** Rejects all that is still waited for. */
  close(): void {
    this.#closed ??= new Error('The session has ended.');
    for (const id of this.#pending.keys()) this.#take(id)?.reject(this.#closed);
  }

  #take(id: RequestId): Pending | undefined {
    const pending = this.#pending.get(id);
    if (!pending) return undefined;
    this.#pending.delete(id);
    pending.done();
    return pending;
  }
}

interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (reason: Error) => void;
  readonly done: () => void;
}

function asError({ code, message }: Readonly<Record<string, unknown>>): ProtocolError {
  return new ProtocolError(
    typeof code === 'number' ? code : ErrorCode.InternalError,
    typeof message === 'string' ? message : 'The client answered with an error that says nothing.',
  );
}
