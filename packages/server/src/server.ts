/**
 * The low-level server: handlers by method, and one door through which every message goes.
 *
 * Nothing is derived, validated beyond the method's parameters, or sealed here; `requestState` crosses the wire as
 * written until `requestStateBoundary` is added (Specification 2026-07-28, basic/patterns/mrtr).
 */
import type { Exchange, ExchangeInfo, Exchanger } from '@mrtr/transport';
import {
  type CacheableMethod,
  type Implementation,
  type JsonRpcRequest,
  type JsonRpcResponse,
  type MethodName,
  type MethodSpec,
  methodSpec,
  PROTOCOL_VERSIONS,
  ProtocolError,
  type ProtocolVersion,
  type ServerCapabilities,
} from '@mrtr/types';
import { isBoundary } from './boundary.js';
import { type Clock, systemClock } from './clock.js';
import { Context, type RequestContext } from './context.js';
import { type CacheHints, finish, NO_CACHE, uncachedIfContinued } from './finish.js';
import {
  capabilitiesOf,
  type Complete,
  type Handler,
  HANDLER_NAMES,
  type Handlers,
  type MethodHandlers,
} from './handlers.js';
import { BackChannel } from './legacy/back-channel.js';
import { legacyAmong, toLegacyResponse, toLegacyResult } from './legacy/revision.js';
import { runLegacyRounds } from './legacy/rounds.js';
import { LegacySession } from './legacy/session.js';
import { type Lifespan, LifespanHolder } from './lifespan.js';
import { consoleLogger, type Logger, unfailing } from './logger.js';
import { type AnyResult, type Call, compose, type Middleware, type Pipeline } from './middleware.js';
import { plainlyFits, withoutNulls } from './plain-params.js';
import { readId, readMessage } from './read-message.js';
import { readRequestMeta, type RequestMeta, STATELESS_VERSIONS } from './request-meta.js';
import { describeIssues, type InferOutput, type StandardSchema } from './schema/standard-schema.js';
import { ServerError } from './server-error.js';
import { errorResponse } from './wire-error.js';

/** What a server may be told besides its handlers. */
export interface ServerSettings<T = undefined> {
  /** For the model: how to use this server (server/discover). */
  readonly instructions?: string | undefined;
  /** Capabilities beside those that follow from the handlers: `experimental`, `extensions`. */
  readonly capabilities?: ServerCapabilities | undefined;
  /** Makes `ctx.lifespan`, once, before the first request. */
  readonly lifespan?: Lifespan<T> | undefined;
  /** Where the server reports to its operator. Default: the console. */
  readonly logger?: Logger | undefined;
  /** Cache hints for results that carry none of their own, for all cacheable methods or for each. Default: 0 ms, private. */
  readonly cache?: Partial<Record<CacheableMethod | 'default', CacheHints>> | undefined;
  /**
   * The revisions that are served. Those up to 2025-11-25 begin with a handshake, where the channel has sessions.
   * Default: all that this library knows.
   */
  readonly versions?: readonly ProtocolVersion[] | undefined;
  /**
   * Lets interim results that a handler makes by hand ask clients of earlier revisions too: their questions go over the
   * back-channel, and the handler runs again with the answers. Resolvers ask in every revision. Default: false, and such a
   * call is -32603.
   */
  readonly legacyShim?: boolean | undefined;
  /** Where timers come from. Default: the platform. */
  readonly clock?: Clock | undefined;
  /** Whether results say which server made them, in `_meta` (basic/index "Per-response protocol fields"). Default: true. */
  readonly sendServerInfo?: boolean | undefined;
}

/** Handlers and settings of a low-level server. */
export interface ServerOptions<T = undefined> extends ServerSettings<T>, Handlers<T> {}

/** How one method is served. */
interface Route<T> {
  readonly spec: MethodSpec | undefined;
  readonly handle: (
    ctx: RequestContext<T>,
    params: Readonly<Record<string, unknown>>,
  ) => AnyResult | Promise<AnyResult>;
}

/** How a request is served under the revisions of one era. */
interface EraRules<T> {
  readonly versions: readonly ProtocolVersion[];
  readonly backChannel: BackChannel | undefined;
  readonly run: Pipeline<T>;
  readonly finish: (
    result: AnyResult,
    spec: MethodSpec | undefined,
    meta: RequestMeta,
    params: Readonly<Record<string, unknown>>,
    method: string,
  ) => Readonly<Record<string, unknown>>;
}

const NO_PARAMS: Readonly<Record<string, unknown>> = {};

/**
 * A server made of handlers. `T` is the type of its lifespan value.
 *
 * @example
 * const server = new Server(
 *   { name: 'clock', version: '1.0.0' },
 *   { onCallTool: () => ({ content: [{ type: 'text', text: new Date().toISOString() }] }) },
 * );
 */
export class Server<T = undefined> implements Exchanger {
  readonly info: Implementation;
  /** Opens a session for a client that begins with `initialize`; see {@link Exchanger.openSession}. */
  readonly openSession: Exchanger['openSession'];
  readonly #settings: ServerSettings<T>;
  readonly #logger: Logger;
  readonly #lifespan: LifespanHolder<T>;
  readonly #routes = new Map<string, Route<T>>();
  readonly #middleware: Middleware<T>[] = [];
  /** All that are served, newest first. */
  readonly #versions: readonly ProtocolVersion[];
  readonly #modern: EraRules<T>;
  readonly #onClose: (() => void)[] = [];
  #pipeline: Pipeline<T>;

  constructor(info: Implementation, options: ServerOptions<T> = {}) {
    this.info = info;
    this.#settings = options;
    this.#logger = unfailing(options.logger ?? consoleLogger);
    this.#lifespan = new LifespanHolder(options.lifespan ?? (() => undefined as T));
    this.#pipeline = (call) => this.#invoke(call);
    const versions = options.versions ?? PROTOCOL_VERSIONS;
    this.#versions = PROTOCOL_VERSIONS.filter((version) => versions.includes(version));
    this.#modern = {
      versions: STATELESS_VERSIONS.filter((version) => versions.includes(version)),
      backChannel: undefined,
      run: (call) => this.#pipeline(call),
      finish: (...finished) => this.#finish(...finished),
    };
    this.openSession = this.#sessions(versions);
    this.serve('server/discover', () => this.#discover());
    for (const [method, name] of Object.entries(HANDLER_NAMES) as [MethodName, keyof Handlers][]) {
      const handler = options[name];
      if (handler) this.serve(method, handler);
    }
  }

  /** Serves a method of the protocol from now on, in place of whatever served it before. */
  serve<M extends MethodName>(method: M, handler: Handler<M, T>): this {
    this.#routes.set(method, { spec: methodSpec(method), handle: handler as unknown as Route<T>['handle'] });
    return this;
  }

  /**
   * Wraps every request, in the order of the calls. The boundary goes outermost wherever it is added, so that all
   * others see plain state.
   * @throws {ServerError} `invalid_configuration` for a second boundary.
   */
  use(middleware: Middleware<T>): this {
    if (isBoundary(middleware)) {
      if (this.#middleware.some(isBoundary)) {
        throw new ServerError(
          'invalid_configuration',
          'This server has a requestState boundary already; configure that one.',
        );
      }
      this.#middleware.unshift(middleware);
    } else {
      this.#middleware.push(middleware);
    }
    this.#pipeline = compose(this.#middleware, (call) => this.#invoke(call));
    return this;
  }

  /** Serves several methods of the protocol; see {@link serve}. */
  serveAll<M extends MethodName>(handlers: MethodHandlers<M, T>): this {
    for (const [method, handler] of Object.entries(handlers)) this.serve(method as M, handler as Handler<M, T>);
    return this;
  }

  /**
   * Serves a method of your own. The handler gets what `schema` makes of the parameters.
   * @throws {ServerError} `invalid_configuration` for a method of the protocol: those have their `on…` handlers.
   */
  handle<S extends StandardSchema>(
    method: string,
    schema: S,
    handler: (
      ctx: RequestContext<T>,
      params: InferOutput<S>,
    ) => Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>,
  ): this {
    if (methodSpec(method) || method === 'initialize' || this.#routes.has(method)) {
      throw new ServerError(
        'invalid_configuration',
        `${JSON.stringify(method)} is served already; pick a name of your own, such as "acme/${method}".`,
      );
    }
    this.#routes.set(method, {
      spec: undefined,
      handle: async (ctx, params) => {
        const checked = await schema['~standard'].validate(params);
        if (checked.issues) throw invalidParams(method, describeIssues(checked.issues));
        return handler(ctx, checked.value);
      },
    });
    return this;
  }

  /** The only door: one message in, its response out. Bound, so that it can be handed to a channel as it is. */
  readonly exchange: Exchange = async (message, info = {}) => {
    let request: JsonRpcRequest | undefined;
    try {
      request = readMessage(message);
    } catch (error) {
      return errorResponse(readId(message), error, () => {});
    }
    return request && this.#answer(request, info, this.#modern);
  };

  /** What the server says it can do (server/discover): what follows from the served methods, and what it was told to add. */
  get capabilities(): ServerCapabilities {
    return { ...capabilitiesOf((method) => this.#routes.has(method)), ...this.#settings.capabilities };
  }

  /** Calls back once when the server closes, before its lifespan value is disposed, in the order of the calls. */
  onClose(callback: () => void): this {
    this.#onClose.push(callback);
    return this;
  }

  /**
   * Ends the server: subscriptions with their results, the lifespan value by its disposal. What comes later is answered with
   * -32603. Safe to call twice.
   */
  async close(): Promise<void> {
    for (const callback of this.#onClose.splice(0)) callback();
    await this.#lifespan.dispose();
  }

  /** Closes the server, for `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #sessions(versions: readonly ProtocolVersion[]): Exchanger['openSession'] {
    const { legacyShim: bridge = false, clock = systemClock } = this.#settings;
    const served = legacyAmong(versions);
    if (served.length === 0) return undefined;
    return (peer) => {
      const backChannel = new BackChannel(peer);
      const era: EraRules<T> = {
        versions: served,
        backChannel,
        run: (call) => runLegacyRounds(call, this.#pipeline, { bridge, clock }),
        finish: toLegacyResult,
      };
      return new LegacySession({
        info: this.info,
        versions: served,
        backChannel,
        send: (notification) => peer.send(notification),
        discover: () => this.#discover(),
        answer: async (request, info) => toLegacyResponse(await this.#answer(request, info, era), request.method),
      });
    };
  }

  async #answer(request: JsonRpcRequest, info: ExchangeInfo, era: EraRules<T>): Promise<JsonRpcResponse> {
    const { id, method, params = NO_PARAMS } = request;
    let ctx: Context<T> | undefined;
    try {
      const meta = readRequestMeta(request, era.versions, this.#versions);
      const route = this.#routes.get(method);
      if (!route) throw ProtocolError.methodNotFound(method);
      const lifespan = this.#lifespan.get();
      const value = lifespan instanceof Promise ? await lifespan : lifespan;
      ctx = new Context(method, id, meta, info, value, era.backChannel);
      const result = await era.run({ method, params, ctx });
      return { jsonrpc: '2.0', id, result: era.finish(result, route.spec, meta, params, method) };
    } catch (error) {
      return errorResponse(id, error, (hidden) => {
        // Whoever cancelled has left: what they stopped did not fail.
        if (!(ctx?.signal.aborted && hidden === ctx.signal.reason)) this.#report(method, hidden);
      });
    } finally {
      ctx?.settle();
    }
  }

  #finish(
    result: AnyResult,
    spec: MethodSpec | undefined,
    { clientCapabilities }: RequestMeta,
    params: Readonly<Record<string, unknown>>,
    method: string,
  ): Readonly<Record<string, unknown>> {
    const serverInfo = this.#settings.sendServerInfo === false ? undefined : this.info;
    const kept = spec?.cacheable ? uncachedIfContinued(result, params) : result;
    return finish(kept, spec, clientCapabilities, serverInfo, this.#hints(method));
  }

  async #invoke({ method, params: sent, ctx }: Call<T>): Promise<AnyResult> {
    const route = this.#routes.get(method);
    if (!route) throw ProtocolError.methodNotFound(method);
    const { spec, handle } = route;
    const params = spec?.interim ? withoutNulls(sent) : sent;
    if (spec && !plainlyFits(method, params)) {
      const checked = spec.params.safeParse(params);
      if (!checked.success) throw invalidParams(method, describeIssues(checked.error.issues));
    }
    return handle(ctx, params);
  }

  #discover(): Complete<'server/discover'> {
    const { instructions } = this.#settings;
    return {
      supportedVersions: [...this.#versions],
      capabilities: this.capabilities,
      ...(instructions === undefined ? undefined : { instructions }),
    };
  }

  #hints(method: string): CacheHints {
    const { cache } = this.#settings;
    return cache?.[method as CacheableMethod] ?? cache?.default ?? NO_CACHE;
  }

  #report(method: string, error: unknown): void {
    const invalid = error instanceof ServerError;
    this.#logger.error({
      event: invalid ? 'invalid_result' : 'handler_failed',
      message: invalid ? error.message : 'A handler failed; the client was told no more than "Internal error".',
      method,
      error,
    });
  }
}

function invalidParams(method: string, problem: string): ProtocolError {
  return ProtocolError.invalidParams(`Invalid params for ${method}: ${problem}`);
}
