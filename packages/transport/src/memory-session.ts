/**
 * A session inside one process: the client's end of it straight onto the server's.
 *
 * Specification 2025-11-25, basic/lifecycle and basic/transports "Custom Transports".
 */
import {
  ErrorCode,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  type RequestId,
} from '@mrtr/types';
import { copyJson } from './copy-json.js';
import type {
  ClientPeer,
  ClientSession,
  ExchangeInfo,
  Exchanger,
  Session,
  SessionPeer,
  Transport,
} from './transport.js';

/**
 * Joins a client to a session of a server in the same process. Messages are copied both ways as JSON would copy them.
 * @param open the server's `openSession`.
 * @param join the channel without a session, by which requests and their notifications go.
 */
export function memorySession(
  open: (peer: SessionPeer) => Session,
  peer: ClientPeer,
  join: (server: Exchanger) => Transport,
): ClientSession {
  const underWay = new Map<RequestId, AbortController>();
  const session = open({ send: receive });
  const transport = join({
    exchange: (message, info = {}) => session.exchange(message, new AskingInfo(info, receive)),
  });

  function receive(message: JsonRpcNotification | JsonRpcRequest): void {
    const copy = copyJson(message);
    if ('id' in copy) void answer(copy);
    else if (copy.method === 'notifications/cancelled') underWay.get(copy.params?.['requestId'] as RequestId)?.abort();
    else peer.onNotification(copy);
  }

  async function answer(request: JsonRpcRequest): Promise<void> {
    const controller = new AbortController();
    underWay.set(request.id, controller);
    const response = await peer.onRequest(request, controller.signal).catch(() => failed(request));
    underWay.delete(request.id);
    if (!controller.signal.aborted) await session.exchange(copyJson(response));
  }

  return {
    async send(request, sendOptions = {}) {
      const { signal } = sendOptions;
      // The server is told by a message of its own, as on every channel of that time.
      const cancel = (): void => void cancelled(request);
      signal?.addEventListener('abort', cancel, { once: true });
      try {
        return await transport.send(request, sendOptions);
      } finally {
        signal?.removeEventListener('abort', cancel);
      }
    },
    async notify(notification) {
      await session.exchange(copyJson(notification));
    },
    agreed: () => undefined,
    async close() {
      session.close();
      for (const controller of underWay.values()) controller.abort();
      await transport.close();
    },
  };

  async function cancelled({ id }: JsonRpcRequest): Promise<void> {
    await session.exchange({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
  }
}

/** What the server is told of a request, and the way back to its client. */
class AskingInfo implements ExchangeInfo {
  readonly ask: (request: JsonRpcRequest) => void;
  readonly #info: ExchangeInfo;

  constructor(info: ExchangeInfo, ask: (request: JsonRpcRequest) => void) {
    this.#info = info;
    this.ask = ask;
  }

  get headers(): ExchangeInfo['headers'] {
    return this.#info.headers;
  }

  get auth(): ExchangeInfo['auth'] {
    return this.#info.auth;
  }

  get signal(): ExchangeInfo['signal'] {
    return this.#info.signal;
  }

  get notify(): ExchangeInfo['notify'] {
    return this.#info.notify;
  }
}

function failed({ id }: JsonRpcRequest): JsonRpcResponse {
  return { jsonrpc: '2.0', id, error: { code: ErrorCode.InternalError, message: 'Internal error' } };
}
