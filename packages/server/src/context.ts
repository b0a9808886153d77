/**
 * What a handler is told besides its parameters: who calls, what that client can do, and how to report back meanwhile.
 *
 * One context serves one request, since nothing may be inferred from an earlier one (Specification 2026-07-28,
 * basic/index "Statelessness").
 */
import type { Asked } from '@mrtr/seal';
import type { AuthInfo, ExchangeInfo, HeaderReader } from '@mrtr/transport';
import {
  type ClientCapabilities,
  type Implementation,
  type JsonRpcNotification,
  LOGGING_LEVELS,
  type LoggingLevel,
  type ProtocolVersion,
  type RequestId,
} from '@mrtr/types';
import type { Flow, FlowState } from './flow.js';
import type { BackChannel, Send } from './legacy/back-channel.js';
import type { RequestMeta } from './request-meta.js';

/** What every handler is given. `Lifespan` is the type of the server's lifespan value. */
export interface RequestContext<Lifespan = unknown> {
  /** The JSON-RPC method. */
  readonly method: string;
  /** The JSON-RPC id, another one in each round. */
  readonly requestId: RequestId;
  /** The revision the request is made under. */
  readonly protocolVersion: ProtocolVersion;
  /** What the client says it is. Self-reported: for display, never for a decision. */
  readonly clientInfo: Implementation | undefined;
  /** What the client says it can do, for this request. */
  readonly clientCapabilities: ClientCapabilities;
  /** The request's whole `_meta`, as it arrived. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** The caller, as the channel verified it; `undefined` without authentication. */
  readonly auth: AuthInfo | undefined;
  /** The request's headers, on HTTP. */
  readonly headers: HeaderReader | undefined;
  /** Aborts when the client cancels the request or goes away. */
  readonly signal: AbortSignal;
  /** What the server's `lifespan` made when it started. */
  readonly lifespan: Lifespan;
  /** The flow this request is a round of; `undefined` on a low-level server without a boundary. */
  readonly flow: Flow | undefined;
  /**
   * Reports progress, where the client asked for it (basic/patterns/progress). A value that is not above the last one is
   * not sent, since progress must increase.
   * @param total what `progress` counts up to, if known.
   */
  progress(progress: number, total?: number, message?: string): void;
  /** Sends a log message at or above the level this request asked for (server/utilities/logging); else does nothing. */
  log(level: LoggingLevel, data: unknown, logger?: string): void;
  /** Sends a notification that belongs to this request, before its response. */
  notify(method: string, params?: Readonly<Record<string, unknown>>): void;
}

/** The context of one request, as the server makes it. */
export class Context<Lifespan> implements RequestContext<Lifespan> {
  readonly method: string;
  readonly requestId: RequestId;
  readonly lifespan: Lifespan;
  /** Set by the boundary, once it has verified or begun the flow. */
  flow: FlowState | undefined = undefined;
  /** How the client is asked in the middle of the call; `undefined` where it is asked by interim results. */
  readonly backChannel: BackChannel | undefined;
  /** In a session: what the last round has asked, which nothing sealed tells. */
  asked: Asked = [];
  readonly #meta: RequestMeta;
  readonly #info: ExchangeInfo;
  #lastProgress = Number.NEGATIVE_INFINITY;
  #settled = false;
  /** The signal of a channel that can't cancel: one for each request, so that listeners go with it. */
  #quiet: AbortSignal | undefined;

  constructor(
    method: string,
    requestId: RequestId,
    meta: RequestMeta,
    info: ExchangeInfo,
    lifespan: Lifespan,
    backChannel?: BackChannel,
  ) {
    this.backChannel = backChannel;
    this.method = method;
    this.requestId = requestId;
    this.lifespan = lifespan;
    this.#meta = meta;
    this.#info = info;
  }

  get protocolVersion(): ProtocolVersion {
    return this.#meta.protocolVersion;
  }

  get clientInfo(): Implementation | undefined {
    return this.#meta.clientInfo;
  }

  get clientCapabilities(): ClientCapabilities {
    return this.#meta.clientCapabilities;
  }

  get meta(): Readonly<Record<string, unknown>> {
    return this.#meta.raw;
  }

  get auth(): AuthInfo | undefined {
    return this.#info.auth;
  }

  get headers(): HeaderReader | undefined {
    return this.#info.headers;
  }

  get signal(): AbortSignal {
    return this.#info.signal ?? (this.#quiet ??= new AbortController().signal);
  }

  /** How a question of this call gets to the client, in a session whose channel has a stream for each request. */
  get ask(): Send | undefined {
    return this.#info.ask;
  }

  progress(progress: number, total?: number, message?: string): void {
    const { progressToken } = this.#meta;
    if (progressToken === undefined || !(progress > this.#lastProgress) || progress === Infinity) return;
    this.#lastProgress = progress;
    this.notify('notifications/progress', {
      progressToken,
      progress,
      ...(total === undefined ? undefined : { total }),
      ...(message === undefined ? undefined : { message }),
    });
  }

  log(level: LoggingLevel, data: unknown, logger?: string): void {
    const { logLevel } = this.#meta;
    if (logLevel === undefined || LOGGING_LEVELS.indexOf(level) < LOGGING_LEVELS.indexOf(logLevel)) return;
    this.notify('notifications/message', {
      level,
      data: data ?? null,
      ...(logger === undefined ? undefined : { logger }),
    });
  }

  notify(method: string, params?: Readonly<Record<string, unknown>>): void {
    if (this.#settled || this.#info.notify === undefined) return;
    const notification: JsonRpcNotification = {
      jsonrpc: '2.0',
      method,
      ...(params === undefined ? undefined : { params }),
    };
    this.#info.notify(notification);
  }

  /** Ends the context: what a handler still sends after its response is dropped. */
  settle(): void {
    this.#settled = true;
  }
}
