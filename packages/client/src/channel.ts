/**
 * The client's end of whatever it is connected by, with one addition to a transport: a request is cancelled by its id.
 * So no `AbortController` is made where nobody would look at it, which is a good part of what an in-process call costs.
 *
 * Specification 2026-07-28, basic/patterns/cancellation "Transport-Specific Cancellation".
 */
import { memoryTransport, type ExchangeInfo, type Exchanger, type SendOptions, type Transport } from '@mrtr/transport';
import type { JsonRpcRequest, JsonRpcResponse, RequestId } from '@mrtr/types';

/** How a leg is sent, apart from its signal. */
export interface ChannelOptions extends Omit<SendOptions, 'signal'> {
  /** Answers what the server asks in the middle of the call; its result is sent back. Only in a session. */
  readonly onAsk?: Asker | undefined;
}

/** Answers one request of the server's. What it throws ends the call. */
export type Asker = (request: JsonRpcRequest, signal: AbortSignal) => Promise<object>;

/** A transport whose requests are cancelled by id. */
export interface Channel {
  /** Whether the server may ask in the middle of a call, so that `onAsk` is worth giving. */
  readonly mayAsk: boolean;
  /** Sends one request. Until it is forgotten, it can be cancelled. Never throws; it rejects. */
  send(request: JsonRpcRequest, options: ChannelOptions): Promise<JsonRpcResponse>;
  /** Cancels a request under way; whether its `send` still settles no longer matters to the one who cancelled. */
  cancel(id: RequestId, reason: unknown): void;
  /** Lets go of a request that is over. */
  forget(id: RequestId): void;
  close(): Promise<void>;
}

/** A channel over any transport, by a signal for each request. */
export function transportChannel(transport: Transport): Channel {
  const underWay = new Map<RequestId, AbortController>();
  return {
    mayAsk: false,
    async send(request, { onAsk: _, ...options }) {
      const controller = new AbortController();
      underWay.set(request.id, controller);
      return transport.send(request, { ...options, signal: controller.signal });
    },
    cancel: (id, reason) => underWay.get(id)?.abort(reason),
    forget: (id) => underWay.delete(id),
    close: () => transport.close(),
  };
}

/** A channel to a server in this process. */
export function inProcessChannel(server: Exchanger): Channel {
  const underWay = new Map<unknown, CancellableInfo>();
  const transport = memoryTransport({
    exchange(message, info = {}) {
      const cancellable = new CancellableInfo(info);
      underWay.set((message as JsonRpcRequest).id, cancellable);
      return server.exchange(message, cancellable);
    },
  });
  return {
    mayAsk: false,
    send: (request, options) => transport.send(request, options),
    cancel: (id) => underWay.get(id)?.cancel(),
    forget: (id) => underWay.delete(id),
    close: () => transport.close(),
  };
}

/** What the server is told of a request, with a signal that also fires on `cancel`. */
class CancellableInfo implements ExchangeInfo {
  readonly #info: ExchangeInfo;
  #controller: AbortController | undefined;
  #cancelled = false;

  constructor(info: ExchangeInfo) {
    this.#info = info;
  }

  get auth(): ExchangeInfo['auth'] {
    return this.#info.auth;
  }

  get headers(): ExchangeInfo['headers'] {
    return this.#info.headers;
  }

  get notify(): ExchangeInfo['notify'] {
    return this.#cancelled ? undefined : this.#info.notify;
  }

  /** Made when it is first read: most handlers never look. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = (this.#controller = new AbortController());
      const outer = this.#info.signal;
      if (this.#cancelled || outer?.aborted) controller.abort();
      else outer?.addEventListener('abort', () => controller.abort(), { once: true });
    }
    return this.#controller.signal;
  }

  /** Without a reason: what a caller thinks stays on its side. */
  cancel(): void {
    this.#cancelled = true;
    this.#controller?.abort();
  }
}
