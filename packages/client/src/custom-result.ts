/** Results of methods that the protocol does not define, checked by a schema that the caller brings. */
import { ClientError, quote } from './client-error.js';
import type { JsonRecord } from './json-guards.js';
import type { CallOptions } from './options.js';
import type { StandardSchema } from './standard-schema.js';

/** Options of a request that the protocol does not define. */
export interface CustomRequestOptions<T> extends CallOptions {
  /** Checks the result: a schema of zod 4, Valibot, ArkType or any other library with Standard Schema. */
  readonly result: StandardSchema<T>;
}

/** @throws {ClientError} `invalid_result`, naming the member that does not fit. */
export async function parseCustomResult<T>(method: string, result: JsonRecord, schema: StandardSchema<T>): Promise<T> {
  const parsed = await schema['~standard'].validate(result);
  if (parsed.issues === undefined) return parsed.value;
  const [issue] = parsed.issues;
  const path = issue?.path?.map((part) => String(isSegment(part) ? part.key : part)).join('.');
  const where = path ? quote(path) : 'it';
  throw new ClientError(
    'invalid_result',
    `The server's result of ${method} is invalid: ${where} does not fit the schema`,
  );
}

function isSegment(part: unknown): part is { readonly key: PropertyKey } {
  return typeof part === 'object' && part !== null && 'key' in part;
}
