/** What is called: the method, the parameters that stay the same in every round, and what they name. */
import { copyJson } from '@mrtr/transport';
import { type InterimMethod, type MethodName, methods } from '@mrtr/types';
import { ClientError } from './client-error.js';
import { isRecord, own, type JsonRecord } from './json-guards.js';

/** One call, the same in all of its rounds. */
export interface Call<M extends string = string> {
  readonly method: M;
  readonly params: JsonRecord;
  /** The name of the tool or prompt, or the URI of the resource; undefined for other methods. */
  readonly target: string | undefined;
}

/**
 * Keeps what a call is about, and leaves out what belongs to a single leg. Where there may be rounds the parameters are
 * copied: the last must go out with those of the first, whatever the caller does with its objects meanwhile.
 * @throws {ClientError} `invalid_option` for parameters that are not JSON.
 */
export function createCall<M extends string>(method: M, params: JsonRecord): Call<M> {
  const target = targetOf(method, params);
  const kept = withoutLegMembers(params);
  if (!isInterimMethod(method)) return { method, params: kept, target };
  try {
    return { method, params: copyJson(kept), target };
  } catch (cause) {
    throw new ClientError('invalid_option', `The parameters of ${method} are not JSON`, { cause });
  }
}

/** True for the methods that a server may answer with an interim result. */
export function isInterimMethod(method: unknown): method is InterimMethod {
  return method === 'tools/call' || method === 'prompts/get' || method === 'resources/read';
}

/** What a call is called in messages. */
export function describe({ method, target }: Call): string {
  if (target === undefined) return method;
  return `${method} ${JSON.stringify(target.length > 80 ? `${target.slice(0, 80)}…` : target)}`;
}

/** The arguments of a tool or prompt. */
export function argumentsOf({ params }: Call): JsonRecord | undefined {
  const given = own(params, 'arguments');
  return isRecord(given) ? given : undefined;
}

function targetOf(method: string, params: JsonRecord): string | undefined {
  if (!Object.hasOwn(methods, method)) return undefined;
  const name = methods[method as MethodName].target;
  const target = name && own(params, name);
  return typeof target === 'string' ? target : undefined;
}

function withoutLegMembers(params: JsonRecord): JsonRecord {
  if (!('_meta' in params || 'inputResponses' in params || 'requestState' in params)) return params;
  const { _meta, inputResponses, requestState, ...rest } = params;
  return rest;
}
