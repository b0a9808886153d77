/** What a tool, a prompt or a resource template is told: the request, and on a retry the answers of its own flow. */
import type { AuthInfo, HeaderReader } from '@mrtr/transport';
import type {
  ClientCapabilities,
  Implementation,
  InputResponses,
  LoggingLevel,
  ProtocolVersion,
  RequestId,
} from '@mrtr/types';
import type { RequestContext } from '../context.js';
import type { Flow, FlowState } from '../flow.js';
import type { InferOutput, StandardSchema } from '../schema/standard-schema.js';
import { type Answer, Answers } from './answers.js';

/** The context of a function that may ask. */
export interface AskContext<Lifespan = unknown> extends RequestContext<Lifespan> {
  /** The flow this call is a round of. */
  readonly flow: Flow;
  /** What the function sealed in the round before, in plain text and verified; `undefined` in the first round. */
  readonly requestState: string | undefined;
  /**
   * Everything the client sent as answers, **untrusted**: also answers that nobody asked for, validated by nobody.
   * Prefer `answer` and `response`, which count only what this flow asked.
   */
  readonly inputResponses: InputResponses | undefined;
  /**
   * The accepted answer to the form that this flow asked under `key`, validated, with the schema's defaults and transforms
   * applied. `undefined` where it was not asked, not answered, declined or cancelled: `response` tells these apart.
   * An answer that does not fit the schema ends the call with an error that says so to the model.
   */
  answer<S extends StandardSchema>(key: string, schema: S): InferOutput<S> | undefined;
  /** What came of the question that this flow asked under `key`. */
  response(key: string): Answer;
}

/** What the context reads of the call's parameters. */
export interface AskParams {
  readonly inputResponses?: InputResponses | undefined;
  readonly requestState?: string | undefined;
}

/** A request's context with the answers of its flow. */
export class AskingContext<Lifespan> implements AskContext<Lifespan> {
  readonly flow: FlowState;
  readonly requestState: string | undefined;
  readonly inputResponses: InputResponses | undefined;
  readonly #ctx: RequestContext<Lifespan>;
  readonly #answers: Answers;

  /** @throws {ProtocolError} -32602 for an answer that is not of its question's kind. */
  constructor(ctx: RequestContext<Lifespan>, { inputResponses, requestState }: AskParams) {
    this.#ctx = ctx;
    // An McpServer always has a boundary, and that sets the flow before anything else runs.
    this.flow = ctx.flow as FlowState;
    this.requestState = requestState;
    this.inputResponses = inputResponses;
    this.#answers = new Answers(this.flow.asked, inputResponses);
  }

  answer<S extends StandardSchema>(key: string, schema: S): InferOutput<S> | undefined {
    return this.#answers.answer(key, schema);
  }

  response(key: string): Answer {
    return this.#answers.response(key);
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
