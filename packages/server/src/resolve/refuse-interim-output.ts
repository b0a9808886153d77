/**
 * A tool with resolvers can't also declare that it returns interim results: a call has one `inputResponses` and one
 * `requestState` (Specification 2026-07-28, basic/patterns/mrtr), and they are the resolvers'.
 */
import { isSchema } from '../schema/json-schema.js';
import { InvalidSignatureError } from './invalid-signature.js';

/** @throws {InvalidSignatureError} where the output's JSON Schema has room for an interim result. */
export function refuseInterimOutput(target: string, outputSchema: unknown, parameter: string): void {
  if (!isInterim(outputSchema)) return;
  throw new InvalidSignatureError({
    target,
    parameter,
    path: [parameter],
    problem: 'stands beside an output that may be an interim result. Ask in resolvers, or by hand without `resolve`.',
  });
}

function isInterim(schema: unknown): boolean {
  if (!isSchema(schema)) return false;
  for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
    const parts = schema[keyword];
    if (Array.isArray(parts) && parts.some(isInterim)) return true;
  }
  const { resultType } = (schema['properties'] ?? {}) as Readonly<Record<string, unknown>>;
  if (!isSchema(resultType)) return false;
  const { const: only, enum: several } = resultType;
  return only === 'input_required' || (Array.isArray(several) && several.includes('input_required'));
}
