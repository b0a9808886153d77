/**
 * The answers of a retry, as far as they answer what this flow asked.
 *
 * Specification 2026-07-28, basic/patterns/mrtr "Error Handling": a missing answer is asked again, an unknown one ignored,
 * one of the wrong shape is -32602.
 */
import type { Asked } from '@mrtr/seal';
import {
  type CreateMessageResult,
  CreateMessageResultSchema,
  type ElicitResult,
  ElicitResultSchema,
  type InputResponse,
  type InputResponses,
  type ListRootsResult,
  ListRootsResultSchema,
  ProtocolError,
  type Root,
} from '@mrtr/types';
import type { QuestionKind } from '../questions/kind.js';
import { describeIssues, type InferOutput, type StandardSchema } from '../schema/standard-schema.js';
import { ServerError } from '../server-error.js';

/** One answer, by what came of its question. */
export type Answer =
  /** Not asked by this flow, or not answered yet: ask (again). */
  | { readonly kind: 'missing' }
  /** The person agreed. `content` is what the form was filled with, not yet validated; empty for a page. */
  | { readonly kind: 'accepted'; readonly content: NonNullable<ElicitResult['content']> }
  /** The person said no. */
  | { readonly kind: 'declined' }
  /** The person made no choice. */
  | { readonly kind: 'cancelled' }
  /** What the client's model wrote. */
  | { readonly kind: 'sampled'; readonly result: CreateMessageResult }
  /** The client's folders. */
  | { readonly kind: 'roots'; readonly roots: readonly Root[] };

const MISSING: Answer = { kind: 'missing' };
const NOTHING_ASKED: ReadonlyMap<string, QuestionKind> = new Map();

const SHAPES = {
  form: { schema: ElicitResultSchema, name: 'an elicitation result' },
  url: { schema: ElicitResultSchema, name: 'an elicitation result' },
  sampling: { schema: CreateMessageResultSchema, name: 'a sampling result' },
  roots: { schema: ListRootsResultSchema, name: 'a list of roots' },
} as const;

/** The answers to one round's questions. */
export class Answers {
  readonly #asked: ReadonlyMap<string, QuestionKind>;
  readonly #responses: InputResponses | undefined;

  /** @throws {ProtocolError} -32602 for an answer that is not of its question's kind. */
  constructor(asked: Asked, responses: InputResponses | undefined) {
    this.#asked = asked.length === 0 ? NOTHING_ASKED : new Map(asked as readonly (readonly [string, QuestionKind])[]);
    this.#responses = responses;
    for (const [key, kind] of this.#asked) this.#checkShape(key, kind);
  }

  /** What came of the question that this flow asked under `key`. */
  response(key: string): Answer {
    const kind = this.#asked.get(key);
    const response = kind && this.#get(key);
    if (response === undefined) return MISSING;
    switch (kind) {
      case 'sampling':
        return { kind: 'sampled', result: response as CreateMessageResult };
      case 'roots':
        return { kind: 'roots', roots: (response as ListRootsResult).roots };
      default:
        return elicited(response as ElicitResult, kind === 'form');
    }
  }

  /**
   * The accepted answer to the form asked under `key`, as the schema makes it; `undefined` where there is none.
   * @throws {ServerError} `unfit_answer` where it does not fit the schema.
   */
  answer<S extends StandardSchema>(key: string, schema: S): InferOutput<S> | undefined {
    if (this.#asked.get(key) !== 'form') return undefined;
    const answer = this.response(key);
    if (answer.kind !== 'accepted') return undefined;
    const checked = schema['~standard'].validate(answer.content);
    if (checked instanceof Promise) {
      throw new ServerError(
        'invalid_schema',
        `The schema for the answer ${JSON.stringify(key)} validates asynchronously; ctx.answer needs one that does not.`,
      );
    }
    if (checked.issues) {
      throw new ServerError(
        'unfit_answer',
        `The answer to ${JSON.stringify(key)} does not fit the question: ${describeIssues(checked.issues)}`,
      );
    }
    return checked.value;
  }

  /** The answer to the question that this flow asked under `key`, without what no answer has; `undefined` for none. */
  given(key: string): InputResponse | undefined {
    const kind = this.#asked.get(key);
    const response = kind && this.#get(key);
    if (response === undefined || kind === 'sampling' || kind === 'roots') return response;
    const { action, content } = response as ElicitResult;
    return content === undefined || action !== 'accept' || kind === 'url' ? { action } : { action, content };
  }

  #get(key: string): InputResponses[string] | undefined {
    return this.#responses !== undefined && Object.hasOwn(this.#responses, key) ? this.#responses[key] : undefined;
  }

  #checkShape(key: string, kind: QuestionKind): void {
    const response = this.#get(key);
    if (response === undefined) return;
    const { schema, name } = SHAPES[kind];
    if (!schema.safeParse(response).success) {
      throw ProtocolError.invalidParams(`Invalid params: inputResponses[${JSON.stringify(key)}] is not ${name}`);
    }
  }
}

/** A page has no content: what a client sends as such nobody asked for. */
function elicited({ action, content }: ElicitResult, isForm: boolean): Answer {
  switch (action) {
    case 'accept':
      return { kind: 'accepted', content: (isForm ? content : undefined) ?? {} };
    case 'decline':
      return { kind: 'declined' };
    case 'cancel':
      return { kind: 'cancelled' };
  }
}
