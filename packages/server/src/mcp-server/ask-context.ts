/** What a tool, a prompt or a resource template is told: the request, and on a retry the answers of its own flow. */
import type { InputResponses } from '@mrtr/types';
import type { RequestContext } from '../context.js';
import { type FlowContext, RoundContext } from '../flow-context.js';
import type { InferOutput, StandardSchema } from '../schema/standard-schema.js';
import { type Answer, Answers } from './answers.js';

/** The context of a function that may ask. */
export interface AskContext<Lifespan = unknown> extends FlowContext<Lifespan> {
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
export class AskingContext<Lifespan> extends RoundContext<Lifespan> implements AskContext<Lifespan> {
  readonly requestState: string | undefined;
  readonly inputResponses: InputResponses | undefined;
  readonly #answers: Answers;

  /** @throws {ProtocolError} -32602 for an answer that is not of its question's kind. */
  constructor(ctx: RequestContext<Lifespan>, { inputResponses, requestState }: AskParams) {
    super(ctx);
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
}
