/**
 * Parameters before their schema: what is the same as nothing is left out, and the common case of the hot methods is
 * accepted by hand, since their schemas cost more than the rest of the call together.
 *
 * Specification 2026-07-28, schema "CallToolRequestParams", "ReadResourceRequestParams".
 */
import { isRecord } from '@mrtr/types';

/**
 * True for parameters that plainly fit their method; `_meta` has been read by then. False says nothing: the method's
 * schema decides, and explains.
 */
export function plainlyFits(method: string, params: Readonly<Record<string, unknown>>): boolean {
  const { requestState, inputResponses, arguments: args } = params;
  if (inputResponses !== undefined || !(requestState === undefined || typeof requestState === 'string')) return false;
  switch (method) {
    case 'tools/call':
      return typeof params['name'] === 'string' && (args === undefined || isRecord(args));
    case 'resources/read':
      return typeof params['uri'] === 'string';
    default:
      return false;
  }
}

/** Some clients send `null` where they have no arguments or no answers: it is the same as nothing. */
export function withoutNulls(params: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (params['arguments'] !== null && params['inputResponses'] !== null) return params;
  const { arguments: args, inputResponses, ...rest } = params;
  return {
    ...rest,
    ...(args === null ? undefined : { arguments: args }),
    ...(inputResponses === null ? undefined : { inputResponses }),
  };
}
