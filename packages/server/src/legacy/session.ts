/**
 * One client of the handshake era: what `initialize` agreed on, and the requests that exist only there. Everything else
 * is served as in any other revision, by the same handlers.
 *
 * Specification 2025-11-25, basic/lifecycle, basic/utilities/ping, server/utilities/logging.
 */
import type { Exchange, ExchangeInfo, Session } from '@mrtr/transport';
import {
  type DiscoverResult,
  ErrorCode,
  type Implementation,
  isRecord,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  type LegacyProtocolVersion,
  LOGGING_LEVELS,
  type LoggingLevel,
  MetaKey,
  ProtocolError,
  type RequestId,
  type SubscriptionFilter,
} from '@mrtr/types';
import { readId, readMessage } from '../read-message.js';
import { errorResponse } from '../wire-error.js';
import type { BackChannel } from './back-channel.js';
import { agreeOn, toLegacyCapabilities } from './revision.js';
import { SessionChanges } from './session-changes.js';

/** The server behind a session. */
export interface SessionHost {
  readonly info: Implementation;
  /** Newest first. */
  readonly versions: readonly LegacyProtocolVersion[];
  /** By which the server asks this client. */
  readonly backChannel: BackChannel;
  /** By which it tells this client what belongs to no request. */
  readonly send: (notification: JsonRpcNotification) => void;
  discover(): Pick<DiscoverResult, 'capabilities' | 'instructions'>;
  /** Serves a request whose `_meta` says what the session knows of its client. */
  answer(request: JsonRpcRequest, info: ExchangeInfo): Promise<JsonRpcResponse>;
}

type Params = Readonly<Record<string, unknown>>;

/** What was agreed on. */
interface Agreement {
  readonly version: LegacyProtocolVersion;
  readonly clientInfo: unknown;
  readonly capabilities: unknown;
}

export class LegacySession implements Session {
  readonly #host: SessionHost;
  readonly #changes: SessionChanges;
  readonly #underWay = new Map<RequestId, AbortController>();
  #agreement: Agreement | undefined;
  #logLevel: LoggingLevel = 'info';
  #isReady = false;

  constructor(host: SessionHost) {
    this.#host = host;
    this.#changes = new SessionChanges((notifications, info) => this.#listen(notifications, info), host.send);
  }

  get protocolVersion(): LegacyProtocolVersion | undefined {
    return this.#agreement?.version;
  }

  readonly exchange: Exchange = async (message, info = {}) => {
    if (isResponse(message)) {
      this.#host.backChannel.receive(message);
      return undefined;
    }
    let request: JsonRpcRequest | undefined;
    try {
      request = readMessage(message);
      if (!request) return this.#notified(message as { method: string; params?: Params });
      if (this.#underWay.has(request.id)) throw invalid('its id is that of a request under way');
      return await this.#answer(request, info);
    } catch (error) {
      return errorResponse(request?.id ?? readId(message), error, () => {});
    }
  };

  close(): void {
    // First, so that nothing more is sent to a client that has left.
    this.#host.backChannel.close();
    this.#changes.close();
    for (const controller of this.#underWay.values()) controller.abort();
  }

  #answer(request: JsonRpcRequest, info: ExchangeInfo): Promise<JsonRpcResponse | undefined> | JsonRpcResponse {
    const { id, method, params = {} } = request;
    const own = this.#ownMethod(method, params);
    if (own) return { jsonrpc: '2.0', id, result: own };
    const agreement = this.#agreement;
    if (!agreement) throw invalid(`${method} comes before initialize`);
    if (method === 'resources/subscribe' || method === 'resources/unsubscribe') return this.#watch(request);
    // These came later, and would be served by the handlers below.
    if (method === 'server/discover' || method === 'subscriptions/listen') throw ProtocolError.methodNotFound(method);
    return this.#serve({ ...request, params: { ...params, _meta: metaOf(params, agreement, this.#logLevel) } }, info);
  }

  /** The result of a request that is about the session itself. */
  #ownMethod(method: string, params: Params): Record<string, unknown> | undefined {
    switch (method) {
      case 'initialize':
        return this.#initialize(params);
      case 'ping':
        return {};
      case 'logging/setLevel':
        this.#logLevel = readLevel(params['level']);
        return {};
      default:
        return undefined;
    }
  }

  async #watch({ id, method, params }: JsonRpcRequest): Promise<JsonRpcResponse> {
    const uri = params?.['uri'];
    if (typeof uri !== 'string') throw ProtocolError.invalidParams(`Invalid params for ${method}: uri is no text`);
    if (method === 'resources/unsubscribe') this.#changes.unsubscribe(uri);
    else await this.#changes.subscribe(uri);
    return { jsonrpc: '2.0', id, result: {} };
  }

  async #listen(notifications: SubscriptionFilter, info: ExchangeInfo): Promise<JsonRpcResponse | undefined> {
    if (!this.#agreement) return undefined;
    const params = { notifications, _meta: metaOf({}, this.#agreement, this.#logLevel) };
    return this.#host.answer({ jsonrpc: '2.0', id: 'changes', method: 'subscriptions/listen', params }, info);
  }

  #initialize({ protocolVersion, clientInfo, capabilities }: Params): Record<string, unknown> {
    if (this.#agreement) throw invalid('this session has been initialized');
    if (typeof protocolVersion !== 'string')
      throw ProtocolError.invalidParams('Invalid params: protocolVersion is no text');
    const version = agreeOn(protocolVersion, this.#host.versions);
    this.#agreement = { version, clientInfo, capabilities: capabilities ?? {} };
    const { capabilities: ours, instructions } = this.#host.discover();
    return {
      protocolVersion: version,
      capabilities: toLegacyCapabilities(ours, version),
      serverInfo: this.#host.info,
      ...(instructions === undefined ? undefined : { instructions }),
    };
  }

  /** `undefined` for one that was cancelled: it has no response (basic/utilities/cancellation). */
  async #serve(request: JsonRpcRequest, info: ExchangeInfo): Promise<JsonRpcResponse | undefined> {
    const controller = new AbortController();
    this.#underWay.set(request.id, controller);
    try {
      const response = await this.#host.answer(request, new CancellableInfo(info, controller.signal));
      return controller.signal.aborted ? undefined : response;
    } finally {
      this.#underWay.delete(request.id);
    }
  }

  #notified({ method, params }: { readonly method: string; readonly params?: Params }): undefined {
    if (method === 'notifications/cancelled') this.#underWay.get(params?.['requestId'] as RequestId)?.abort();
    if (method === 'notifications/initialized' && this.#agreement && !this.#isReady) {
      this.#isReady = true;
      this.#changes.start();
    }
    return undefined;
  }
}

/** What the channel knows of a request, with a signal that also fires when the client cancels it. */
class CancellableInfo implements ExchangeInfo {
  readonly #info: ExchangeInfo;
  readonly #cancelled: AbortSignal;
  #signal: AbortSignal | undefined;

  constructor(info: ExchangeInfo, cancelled: AbortSignal) {
    this.#info = info;
    this.#cancelled = cancelled;
  }

  get headers(): ExchangeInfo['headers'] {
    return this.#info.headers;
  }

  get auth(): ExchangeInfo['auth'] {
    return this.#info.auth;
  }

  get notify(): ExchangeInfo['notify'] {
    return this.#info.notify;
  }

  get ask(): ExchangeInfo['ask'] {
    return this.#info.ask;
  }

  get signal(): AbortSignal {
    const { signal } = this.#info;
    return (this.#signal ??= signal ? AbortSignal.any([signal, this.#cancelled]) : this.#cancelled);
  }
}

/** The `_meta` of a request as a later revision would have it, from what the session knows. */
function metaOf(params: Params, { version, clientInfo, capabilities }: Agreement, logLevel: LoggingLevel): Params {
  return {
    ...(isRecord(params['_meta']) ? params['_meta'] : undefined),
    [MetaKey.protocolVersion]: version,
    [MetaKey.clientCapabilities]: capabilities,
    [MetaKey.logLevel]: logLevel,
    ...(clientInfo === undefined ? undefined : { [MetaKey.clientInfo]: clientInfo }),
  };
}

function isResponse(message: unknown): message is Readonly<Record<string, unknown>> {
  return isRecord(message) && !('method' in message) && ('result' in message || 'error' in message);
}

function readLevel(level: unknown): LoggingLevel {
  if (LOGGING_LEVELS.includes(level as LoggingLevel)) return level as LoggingLevel;
  throw ProtocolError.invalidParams(`Invalid params: level is not one of ${LOGGING_LEVELS.join(', ')}`);
}

function invalid(problem: string): ProtocolError {
  return new ProtocolError(ErrorCode.InvalidRequest, `Invalid request: ${problem}`);
}
