/**
 * The arguments of a call as `Mcp-Param-*` headers: written by the client, compared by the server.
 *
 * Specification 2026-07-28, basic/transports/streamable-http "Client Behavior" and "Server Behavior for Custom Headers".
 */
import { decodeHeaderValue, encodeHeaderValue } from './header-value.js';
import type { ParamHeader } from './param-plan.js';
import { TransportError } from './transport-error.js';
import type { HeaderReader } from './transport.js';

/** An integer as a header may spell it; `42.0` is 42 too. */
const INTEGER = /^-?(?:0|[1-9][0-9]*)(?:\.0+)?$/;

/**
 * Writes the headers of one call. An argument that is absent or `null` has none, nor has one that is no string, number
 * or boolean: what the server says of such an argument is more use than an error here.
 * @throws {TransportError} `invalid_message` for an integer beyond 2^53 - 1, and for text with a lone surrogate.
 */
export function encodeParamHeaders(plan: readonly ParamHeader[], args: unknown): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { header, path } of plan) {
    const text = headerText(valueAt(args, path));
    if (text === undefined) continue;
    if (text === UNSAFE) {
      throw new TransportError(
        'invalid_message',
        `The argument ${path.join('.')} is beyond the integers a header can carry`,
      );
    }
    headers[header] = encodeHeaderValue(text);
  }
  return headers;
}

/**
 * Compares the headers of a call with its arguments: a sentence on the first that is missing, malformed or different,
 * for error -32020, or `undefined` when all agree. It quotes no value. An argument that can't be written in a header at
 * all is passed over when it has none: validating it is for the input schema.
 */
export function checkParamHeaders(
  plan: readonly ParamHeader[],
  args: unknown,
  headers: HeaderReader,
): string | undefined {
  for (const { header, path, type } of plan) {
    const value = headers.get(header);
    const argument = valueAt(args, path);
    const text = headerText(argument);
    const where = `the argument ${path.join('.')}`;
    if (value === null) {
      if (text !== undefined) return `the header ${header} is missing, and ${where} has a value`;
      continue;
    }
    const decoded = decodeHeaderValue(value);
    if (decoded === undefined) return `the header ${header} is not well encoded`;
    if (text === undefined) return `the header ${header} has a value, and ${where} has none`;
    if (text === UNSAFE) return `${where} is beyond the integers a header can carry`;
    const same = type === 'integer' && typeof argument === 'number' ? isInteger(decoded, argument) : decoded === text;
    if (!same) return `the header ${header} differs from ${where}`;
  }
  return undefined;
}

/** Stands for an integer that doubles can't tell from its neighbours. */
const UNSAFE = Symbol('unsafe integer');

/** The text a header carries for an argument, or `undefined` where there is none. */
function headerText(value: unknown): string | typeof UNSAFE | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  // `String(-0)` is `0`, as in JSON.
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? UNSAFE : String(value);
}

function isInteger(text: string, value: number): boolean {
  return INTEGER.test(text) ? Number(text) === value : text === String(value);
}

/** Follows property names through own members alone: `__proto__` is a name like any other. */
function valueAt(args: unknown, path: readonly string[]): unknown {
  let value = args;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
