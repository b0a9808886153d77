/**
 * A session as a channel like any other: requests go in as later revisions have them and out as this one does, and what
 * the server asks meanwhile is answered on behalf of the call that it belongs to.
 *
 * Specification 2025-11-25, basic/lifecycle, client/elicitation, client/sampling, client/roots, server/utilities/logging.
 */
import type { ClientPeer, ClientSession } from '@mrtr/transport';
import {
  ErrorCode,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  MetaKey,
  type RequestId,
} from '@mrtr/types';
import type { Channel, ChannelOptions } from '../channel.js';
import { isRecord, type JsonRecord } from '../json-guards.js';
import type { Agreement } from './handshake.js';

/** A request of this client's that is under way. */
interface UnderWay {
  readonly options: ChannelOptions;
  readonly controller: AbortController;
  readonly fail: (reason: unknown) => void;
}

/** The channel of a session, once hands are shaken; and before that, what the server may reach of the client. */
export class SessionChannel implements Channel, ClientPeer {
  readonly mayAsk = true;
  readonly #underWay = new Map<RequestId, UnderWay>();
  readonly #onEnd: () => void;
  #session: ClientSession | undefined;
  #agreement: Agreement | undefined;
  #logLevel: string | undefined;

  /** @param onEnd told when the session has ended by itself. */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  /** Takes over a session whose hands are shaken. */
  begin(session: ClientSession, agreement: Agreement): void {
    this.#session = session;
    this.#agreement = agreement;
  }

  async send(request: JsonRpcRequest, options: ChannelOptions): Promise<JsonRpcResponse> {
    const [session, agreement] = [this.#session, this.#agreement];
    if (!session || !agreement) throw new Error('A session is used before its handshake.');
    if (request.method === 'server/discover') return discovered(request.id, agreement);
    if (request.method === 'subscriptions/listen') return unknownMethod(request);
    await this.#setLogLevel(session, request);
    return new Promise((resolve, reject) => {
      const controller = new AbortController();
      this.#underWay.set(request.id, { options, controller, fail: reject });
      const { headers, onNotification } = options;
      session.send(asLegacy(request), { headers, onNotification, signal: controller.signal }).then(resolve, reject);
    });
  }

  cancel(id: RequestId, reason: unknown): void {
    this.#underWay.get(id)?.controller.abort(reason);
  }

  forget(id: RequestId): void {
    this.#underWay.delete(id);
  }

  async close(): Promise<void> {
    await this.#session?.close();
  }

  /** Answers what the server asks in the middle of a call. What can't be answered ends that call on this side too. */
  async onRequest(request: JsonRpcRequest, signal: AbortSignal, related?: RequestId): Promise<JsonRpcResponse> {
    const { id, method } = request;
    if (method === 'ping') return { jsonrpc: '2.0', id, result: {} };
    const call = this.#callOf(related);
    if (!call?.options.onAsk) return unknownMethod(request);
    try {
      return { jsonrpc: '2.0', id, result: { ...(await call.options.onAsk(request, signal)) } };
    } catch (error) {
      // Once the answer is out: the server is told, and then that nobody waits for the call any more.
      queueMicrotask(() => call.controller.abort(error));
      return failed(id, ErrorCode.InternalError, 'The client can not answer this request');
    }
  }

  /** Log messages and progress name no request here, so every call gets to see them; progress is told by its token. */
  onNotification(notification: JsonRpcNotification): void {
    for (const { options } of this.#underWay.values()) options.onNotification?.(notification);
  }

  onEnd(reason: unknown): void {
    for (const { fail } of this.#underWay.values()) fail(reason);
    this.#underWay.clear();
    this.#onEnd();
  }

  /** The call that a request belongs to: the one that the channel names, else the only one, else the first that can be asked. */
  #callOf(related: RequestId | undefined): UnderWay | undefined {
    if (related !== undefined) return this.#underWay.get(related);
    return [...this.#underWay.values()].find(({ options }) => options.onAsk !== undefined);
  }

  /** The level holds for the whole session, so it is set when it changes. */
  async #setLogLevel(session: ClientSession, { params }: JsonRpcRequest): Promise<void> {
    const meta = params?.['_meta'];
    const level = isRecord(meta) ? meta[MetaKey.logLevel] : undefined;
    if (typeof level !== 'string' || level === this.#logLevel) return;
    this.#logLevel = level;
    await session.send({
      jsonrpc: '2.0',
      id: `logging-${level}`,
      method: 'logging/setLevel',
      params: { level },
    });
  }
}

const MODERN_META: ReadonlySet<string> = new Set([
  MetaKey.protocolVersion,
  MetaKey.clientInfo,
  MetaKey.clientCapabilities,
  MetaKey.logLevel,
]);

/** The request without what later revisions say in each. */
function asLegacy(request: JsonRpcRequest): JsonRpcRequest {
  const { _meta, ...params } = request.params ?? {};
  const meta: JsonRecord = isRecord(_meta)
    ? Object.fromEntries(Object.entries(_meta).filter(([key]) => !MODERN_META.has(key)))
    : {};
  return { ...request, params: Object.keys(meta).length > 0 ? { ...params, _meta: meta } : params };
}

/** What `server/discover` would say, from what the handshake said. */
function discovered(id: RequestId, { version, capabilities, instructions, serverInfo }: Agreement): JsonRpcResponse {
  const result = {
    resultType: 'complete',
    supportedVersions: [version],
    capabilities,
    ...(instructions === undefined ? undefined : { instructions }),
    ttlMs: 0,
    cacheScope: 'private',
    _meta: { [MetaKey.serverInfo]: serverInfo },
  };
  return { jsonrpc: '2.0', id, result };
}

function unknownMethod({ id, method }: JsonRpcRequest): JsonRpcResponse {
  return failed(id, ErrorCode.MethodNotFound, `Method not found: ${method}`);
}

function failed(id: RequestId, code: number, message: string): JsonRpcResponse {
  return { jsonrpc: '2.0', id, error: { code, message } };
}
