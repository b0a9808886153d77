/**
 * Finds the request that each incoming message belongs to, on a channel where all of them share one stream.
 *
 * Specification 2026-07-28, basic/transports/stdio "Receiving Messages" and basic/patterns/cancellation: responses go
 * by id, progress by its token, changes by the subscription's id.
 */
import {
  isJsonRpcNotification,
  isRecord,
  isRequestId,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  MetaKey,
  type RequestId,
} from '@mrtr/types';
import { readResponse } from './response.js';
import { TransportError } from './transport-error.js';
import type { SendOptions, Transport } from './transport.js';

/** Why a message belongs to no request under way. */
export type StrayReason =
  /** A response to an id that nobody waits for: unknown, already answered, or cancelled. */
  | 'unknown_id'
  /** A notification that names no request, or one that is not under way. */
  | 'unknown_target'
  /** A request from the other side, which has no place on this channel. */
  | 'request'
  /** Not a JSON-RPC message. */
  | 'malformed';

/** The channel that messages are correlated on. */
export interface CorrelatorOptions {
  /**
   * Puts one message on the channel. If it throws or rejects, the request that it carried fails as `unreachable`.
   */
  readonly write: (message: JsonRpcRequest | JsonRpcNotification) => void | Promise<void>;
  /** Takes what belongs to no request. Without it such messages are dropped, as the protocol asks. */
  readonly onStray?: ((message: unknown, reason: StrayReason) => void) | undefined;
  /**
   * Makes the message that cancels a request; `undefined` sends none. By default `notifications/cancelled` with the id
   * and no reason, so that nothing the caller thinks leaves the process.
   */
  readonly cancellation?: ((request: JsonRpcRequest) => JsonRpcNotification | undefined) | undefined;
}

/** The two directions of a channel, joined: what is sent goes out by `write`, what arrives is given to `receive`. */
export interface Correlator {
  /** As `Transport.send`. Refuses an id or a progress token that is already under way, as `invalid_message`. */
  readonly send: Transport['send'];
  /** Takes the next message that arrived, parsed and not yet checked. Never throws. */
  receive(message: unknown): void;
  /** Rejects all that is under way, and whatever is sent later, with the error: `closed` unless told otherwise. */
  close(error?: TransportError): void;
}

/** Joins requests and responses over a pair of one-way streams of messages. */
export function correlate(options: CorrelatorOptions): Correlator {
  const byId = new Map<RequestId, Pending>();
  const byProgressToken = new Map<RequestId, Pending>();
  const cancellation = options.cancellation ?? cancelledNotification;
  let closed: TransportError | undefined;

  function stray(message: unknown, reason: StrayReason): void {
    options.onStray?.(message, reason);
  }

  /** Takes a request off the books, once; every way out of it passes here. */
  function remove(pending: Pending): boolean {
    if (!byId.delete(pending.request.id)) return false;
    if (pending.progressToken !== undefined) byProgressToken.delete(pending.progressToken);
    pending.options.signal?.removeEventListener('abort', pending.onAbort);
    return true;
  }

  function fail(pending: Pending, reason: unknown): void {
    if (remove(pending)) pending.reject(reason);
  }

  function cancel(pending: Pending, reason: unknown): void {
    if (!remove(pending)) return;
    pending.reject(reason);
    const notification = cancellation(pending.request);
    // A channel that can't take this one fails what is under way by itself; this request is over.
    if (notification !== undefined) write(notification, () => undefined);
  }

  function write(message: JsonRpcRequest | JsonRpcNotification, onFailure: (cause: unknown) => void): void {
    try {
      options.write(message)?.catch(onFailure);
    } catch (cause) {
      onFailure(cause);
    }
  }

  function send(request: JsonRpcRequest, sendOptions: SendOptions = {}): Promise<JsonRpcResponse> {
    if (closed !== undefined) return Promise.reject(closed);
    if (sendOptions.signal?.aborted) return Promise.reject(sendOptions.signal.reason as Error);
    const progressToken = progressTokenOf(request);
    if (byId.has(request.id) || (progressToken !== undefined && byProgressToken.has(progressToken))) {
      return Promise.reject(
        new TransportError('invalid_message', 'A request with this id or progress token is under way; use a new one'),
      );
    }
    return new Promise((resolve, reject) => {
      const pending: Pending = {
        request,
        progressToken,
        options: sendOptions,
        resolve,
        reject,
        onAbort: () => cancel(pending, sendOptions.signal?.reason),
      };
      byId.set(request.id, pending);
      if (progressToken !== undefined) byProgressToken.set(progressToken, pending);
      sendOptions.signal?.addEventListener('abort', pending.onAbort);
      write(request, (cause) =>
        fail(pending, new TransportError('unreachable', 'The request could not be written', { cause })),
      );
    });
  }

  function receive(message: unknown): void {
    if (isJsonRpcNotification(message)) receiveNotification(message);
    else if (!isRecord(message)) stray(message, 'malformed');
    else if (typeof message['method'] === 'string')
      stray(message, Object.hasOwn(message, 'id') ? 'request' : 'malformed');
    else receiveResponse(message);
  }

  function receiveResponse(message: Record<string, unknown>): void {
    const id = message['id'];
    const pending = isRequestId(id) ? byId.get(id) : undefined;
    if (pending === undefined) return stray(message, isRequestId(id) ? 'unknown_id' : 'malformed');
    try {
      const response = readResponse(message, pending.request.id);
      if (remove(pending)) pending.resolve(response);
    } catch (error) {
      fail(pending, error);
    }
  }

  function receiveNotification(notification: JsonRpcNotification): void {
    const ended = endedSubscription(notification);
    const pending = ended === undefined ? targetOf(notification) : byId.get(ended);
    if (pending === undefined) return stray(notification, 'unknown_target');
    if (ended !== undefined) {
      if (pending.request.method !== 'subscriptions/listen') return stray(notification, 'unknown_target');
      return fail(pending, new TransportError('unreachable', 'The server ended the subscription; listen again'));
    }
    try {
      pending.options.onNotification?.(notification);
    } catch (error) {
      cancel(pending, error);
    }
  }

  /** The request that a notification names: the one it reports progress of, or the subscription it belongs to. */
  function targetOf({ method, params }: JsonRpcNotification): Pending | undefined {
    if (method === 'notifications/progress') {
      const token = params?.['progressToken'];
      return isRequestId(token) ? byProgressToken.get(token) : undefined;
    }
    const meta = params?.['_meta'];
    const subscription = isRecord(meta) ? meta[MetaKey.subscriptionId] : undefined;
    return isRequestId(subscription) ? byId.get(subscription) : undefined;
  }

  return {
    send,
    receive,
    close(error = new TransportError('closed', 'The channel is closed; open another one')) {
      closed ??= error;
      for (const pending of byId.values()) fail(pending, closed);
    },
  };
}

/** One request under way. */
interface Pending {
  readonly request: JsonRpcRequest;
  readonly progressToken: RequestId | undefined;
  readonly options: SendOptions;
  readonly resolve: (response: JsonRpcResponse) => void;
  readonly reject: (reason: unknown) => void;
  readonly onAbort: () => void;
}

function progressTokenOf(request: JsonRpcRequest): RequestId | undefined {
  const meta = request.params?.['_meta'];
  const token = isRecord(meta) ? meta[MetaKey.progressToken] : undefined;
  return isRequestId(token) ? token : undefined;
}

/** The subscription that a server's `notifications/cancelled` tears down; it may send that for nothing else. */
function endedSubscription({ method, params }: JsonRpcNotification): RequestId | undefined {
  const id = method === 'notifications/cancelled' ? params?.['requestId'] : undefined;
  return isRequestId(id) ? id : undefined;
}

function cancelledNotification(request: JsonRpcRequest): JsonRpcNotification {
  return { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: request.id } };
}
