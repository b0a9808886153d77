/**
 * The input requests of an interim result, each checked before anybody is asked: its kind, whether this client
 * declared that it answers such a thing, and whether it can be shown safely.
 *
 * Specification 2026-07-28, basic/patterns/mrtr "InputRequests", and the pages of the three kinds under client.
 */
import { CreateMessageRequestParamsSchema } from '@mrtr/types';
import type { CreateMessageRequestParams, ElicitRequestFormParams, ElicitRequestURLParams } from '@mrtr/types';
import type { Answerable } from './capabilities.js';
import { ClientError, quote } from './client-error.js';
import { urlProblem } from './elicitation-url.js';
import { readForm, UnfitSchema, type Form } from './form.js';
import { isRecord, isShallow, own, type JsonRecord } from './json-guards.js';

/** One thing the server asks, by its kind. */
export type Question =
  | { readonly kind: 'form'; readonly key: string; readonly params: ElicitRequestFormParams; readonly form: Form }
  | { readonly kind: 'url'; readonly key: string; readonly params: ElicitRequestURLParams }
  | { readonly kind: 'sampling'; readonly key: string; readonly params: CreateMessageRequestParams }
  | { readonly kind: 'roots'; readonly key: string };

/** Deeper nesting than any real request has; saving a call as JSON must never overflow the stack. */
const REQUEST_LEVELS = 64;

/**
 * Reads the map of input requests. Keys are the server's own and may be any text.
 * @throws {ClientError} `invalid_question` or `capability_not_declared`, naming the key.
 */
export function readQuestions(inputRequests: JsonRecord, can: Answerable): readonly Question[] {
  return Object.keys(inputRequests).map((key) => readQuestion(key, inputRequests[key], can));
}

function readQuestion(key: string, request: unknown, can: Answerable): Question {
  if (!isRecord(request) || !isShallow(request, REQUEST_LEVELS)) throw invalid(key, 'it is not a request');
  const params = own(request, 'params');
  switch (own(request, 'method')) {
    case 'elicitation/create':
      return readElicitation(key, params, can);
    case 'sampling/createMessage':
      return readSampling(key, params, can);
    case 'roots/list':
      if (!can.roots) throw notDeclared(key, 'roots/list', 'roots');
      if (params !== undefined && !isRecord(params)) throw invalid(key, 'its params must be an object');
      return { kind: 'roots', key };
    default:
      throw invalid(key, 'its method must be elicitation/create, sampling/createMessage or roots/list');
  }
}

function readElicitation(key: string, params: unknown, can: Answerable): Question {
  if (!isRecord(params)) throw invalid(key, 'its params must be an object');
  const mode = own(params, 'mode') ?? 'form';
  if (mode !== 'form' && mode !== 'url') throw invalid(key, 'its mode must be form or url');
  if (!can[mode]) throw notDeclared(key, `elicitation/create in ${mode} mode`, `elicitation.${mode}`);
  if (typeof own(params, 'message') !== 'string') throw invalid(key, 'its message must be a string');
  return mode === 'form' ? readFormQuestion(key, params) : readUrlQuestion(key, params);
}

function readFormQuestion(key: string, params: JsonRecord): Question {
  try {
    const form = readForm(own(params, 'requestedSchema'));
    return { kind: 'form', key, params: params as unknown as ElicitRequestFormParams, form };
  } catch (error) {
    if (!(error instanceof UnfitSchema)) throw error;
    const where = error.field === undefined ? '' : `, field ${quote(error.field)}`;
    throw invalid(key, `its requestedSchema${where} is not of the restricted form: ${error.message}`, error.field);
  }
}

function readUrlQuestion(key: string, params: JsonRecord): Question {
  const url = own(params, 'url');
  if (typeof url !== 'string') throw invalid(key, 'its url must be a string');
  const problem = urlProblem(url);
  if (problem !== undefined) throw invalid(key, `its URL is refused: ${problem}`);
  return { kind: 'url', key, params: params as unknown as ElicitRequestURLParams };
}

function readSampling(key: string, params: unknown, can: Answerable): Question {
  if (!can.sampling) throw notDeclared(key, 'sampling/createMessage', 'sampling');
  const parsed = CreateMessageRequestParamsSchema.safeParse(params);
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path.map(String).join('.');
    throw invalid(key, path ? `its ${quote(path)} does not fit` : 'its params do not fit');
  }
  const asked = params as CreateMessageRequestParams;
  if (!can.samplingTools && (asked.tools !== undefined || asked.toolChoice !== undefined)) {
    throw notDeclared(key, 'sampling/createMessage with tools', 'sampling.tools');
  }
  return { kind: 'sampling', key, params: asked };
}

function invalid(key: string, problem: string, field?: string): ClientError {
  const message = `The server's input request ${quote(key)} can't be answered: ${problem}`;
  return new ClientError('invalid_question', message, { key, field });
}

function notDeclared(key: string, kind: string, capability: string): ClientError {
  return new ClientError(
    'capability_not_declared',
    `The server's input request ${quote(key)} is ${kind}, but this client did not declare ${capability}; ` +
      'register the callback for it, or declare it in the capabilities option',
    { key },
  );
}
