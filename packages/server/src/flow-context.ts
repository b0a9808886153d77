/** The request as a resolver and a body beside resolvers see it: all but the answers, which are the resolvers' own. */
import type { AuthInfo, HeaderReader } from '@mrtr/transport';
import type { ClientCapabilities, Implementation, LoggingLevel, ProtocolVersion, RequestId } from '@mrtr/types';
import type { RequestContext } from './context.js';
import type { Flow, FlowState } from './flow.js';

/** The context of one round of a flow. */
export interface FlowContext<Lifespan = unknown> extends RequestContext<Lifespan> {
  /** The flow this call is a round of. */
  readonly flow: Flow;
}

/** A request's context, as a round of its flow. */
export class RoundContext<Lifespan> implements FlowContext<Lifespan> {
  readonly flow: FlowState;
  readonly #ctx: RequestContext<Lifespan>;

  constructor(ctx: RequestContext<Lifespan>) {
    this.#ctx = ctx;
    // An McpServer always has a boundary, and that sets the flow before anything else runs.
    this.flow = ctx.flow as FlowState;
  }

  get method(): string {
    return this.#ctx.method;
  }

  get requestId(): RequestId {
    return this.#ctx.requestId;
  }

  get protocolVersion(): ProtocolVersion {
    return this.#ctx.protocolVersion;
  }

  get clientInfo(): Implementation | undefined {
    return this.#ctx.clientInfo;
  }

  get clientCapabilities(): ClientCapabilities {
    return this.#ctx.clientCapabilities;
  }

  get meta(): Readonly<Record<string, unknown>> {
    return this.#ctx.meta;
  }

  get auth(): AuthInfo | undefined {
    return this.#ctx.auth;
  }

  get headers(): HeaderReader | undefined {
    return this.#ctx.headers;
  }

  get signal(): AbortSignal {
    return this.#ctx.signal;
  }

  get lifespan(): Lifespan {
    return this.#ctx.lifespan;
  }

  progress(progress: number, total?: number, message?: string): void {
    this.#ctx.progress(progress, total, message);
  }

  log(level: LoggingLevel, data: unknown, logger?: string): void {
    this.#ctx.log(level, data, logger);
  }

  notify(method: string, params?: Readonly<Record<string, unknown>>): void {
    this.#ctx.notify(method, params);
  }
}
