/**
 * The four things a server can ask, in the same words on every tier: the person in a form or on a page, the client's
 * model, and the client's roots.
 *
 * Specification 2026-07-28, client/elicitation, client/sampling, client/roots.
 */
import type { CreateMessageRequestParams, CreateMessageResult, InputRequest, ListRootsResult } from '@mrtr/types';
import { toRequestedSchema } from '../schema/requested-schema.js';
import type { InferOutput, StandardSchema } from '../schema/standard-schema.js';
import { ServerError } from '../server-error.js';

declare const ANSWER: unique symbol;

/** Registered by its name, so that two copies of this package in one program know each other's questions. */
const QUESTION: unique symbol = Symbol.for('mrtr.question');

/** Something to be asked. `Answer` is what an accepted answer amounts to. */
export interface Question<Answer = unknown> {
  /** Tells a question from any other value that a resolver may return. */
  readonly [QUESTION]: true;
  /** The input request as it crosses the wire. */
  readonly request: InputRequest;
  /** Only for the types. */
  readonly [ANSWER]?: Answer;
}

/** A form for the person, with the schema that its answer must fit. */
export interface FormQuestion<S extends StandardSchema = StandardSchema> extends Question<InferOutput<S>> {
  readonly schema: S;
}

/**
 * Asks the person to fill in a form.
 * @param message what is asked, for the person to read.
 * @param schema a flat object of strings, numbers, booleans and choices: zod 4, or any Standard Schema that renders JSON Schema.
 * @throws {ServerError} `invalid_schema` naming a field that a form can't show.
 */
export function elicit<S extends StandardSchema>(message: string, schema: S): FormQuestion<S> {
  const requestedSchema = toRequestedSchema(schema);
  const params = { mode: 'form', message, requestedSchema } as const;
  return { [QUESTION]: true, schema, request: { method: 'elicitation/create', params } };
}

/**
 * Sends the person to a page, for what must not pass through the client: a login, a payment. Accepting means consent to
 * open the page, not that anything was done there.
 * @throws {ServerError} `invalid_definition` for what is no absolute http or https URL.
 */
export function elicitUrl(message: string, url: string | URL): Question<void> {
  const { protocol, href } = parse(url);
  if (protocol !== 'https:' && protocol !== 'http:') {
    throw new ServerError(
      'invalid_definition',
      `A person can only be sent to an http or https page, not to ${protocol}`,
    );
  }
  return { [QUESTION]: true, request: { method: 'elicitation/create', params: { mode: 'url', message, url: href } } };
}

/** Asks the client's model. `maxTokens` and `messages` are required. */
export function sample(params: CreateMessageRequestParams): Question<CreateMessageResult> {
  return { [QUESTION]: true, request: { method: 'sampling/createMessage', params } };
}

/** Asks for the folders the client works in. */
export function listRoots(): Question<ListRootsResult> {
  return { [QUESTION]: true, request: { method: 'roots/list', params: {} } };
}

/** Whether a value is a question, which any other value is not, whatever it looks like. */
export function isQuestion(value: unknown): value is Question {
  return typeof value === 'object' && value !== null && QUESTION in value;
}

/** Whether a question is a form, with the schema that its answer must fit. */
export function isForm(question: Question): question is FormQuestion {
  return 'schema' in question;
}

function parse(url: string | URL): URL {
  try {
    return new URL(url);
  } catch (cause) {
    throw new ServerError('invalid_definition', 'elicitUrl needs an absolute URL.', { cause });
  }
}
