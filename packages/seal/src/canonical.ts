/**
 * One text for one JSON value, and its digest: what binds a token to the arguments it was made for.
 *
 * RFC 8785 (JSON Canonicalization Scheme), with one liberty: it has no text for a lone surrogate, here it is escaped.
 */
import { platformDigest, type DigestText } from './platform-digest.js';
import { SealError } from './reasons.js';

/** How deep a value may be nested. Far more than any real call, far less than the stack holds. */
const maxDepth = 1000;

/**
 * Writes a value as RFC 8785 has it: no white space, properties in the order of their UTF-16 code units, numbers as
 * ECMAScript writes them (so `-0` is `0`). A property that is `undefined` is a missing one, an `undefined` in an array
 * is `null`. An own `__proto__` is a property like any other, and `toJSON` is not called.
 *
 * Throws `SealError` ('not_canonical') for what JSON can't hold (NaN, Infinity, a bigint, a symbol, a function, an object
 * that is neither plain nor an array) and for nesting deeper than 1000 levels.
 *
 * @example
 * ```ts
 * canonicalJson({ b: 1e21, a: undefined, A: [-0] }); // '{"A":[0],"b":1e+21}'
 * ```
 */
export function canonicalJson(value: unknown): string {
  return write(value, 0);
}

/**
 * The digest of a call's arguments: SHA-256 of their canonical JSON, in base64url. `undefined`, `null` and `{}` are one,
 * as they are one call. Throws as {@link canonicalJson} does.
 */
export function digestArguments(value: unknown): string {
  digestText ??= platformDigest(globalThis);
  return digestText(canonicalJson(value ?? {}));
}

/** Found when it is first needed, so that importing this does nothing. */
let digestText: DigestText | undefined;

function write(value: unknown, depth: number): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
      if (!Number.isFinite(value)) throw refusal(`${value}`);
      return String(value);
    case 'boolean':
      return String(value);
    case 'object':
      if (value === null) return 'null';
      if (depth >= maxDepth) {
        throw new SealError('not_canonical', `The value is nested deeper than ${maxDepth} levels. Send a flatter one.`);
      }
      return Array.isArray(value) ? writeArray(value, depth + 1) : writeObject(value, depth + 1);
    default:
      throw refusal(`a value of type ${typeof value}`);
  }
}

function writeArray(items: readonly unknown[], depth: number): string {
  let text = '[';
  for (let index = 0; index < items.length; index++) {
    if (index > 0) text += ',';
    text += write(items[index] ?? null, depth);
  }
  return `${text}]`;
}

function writeObject(object: object, depth: number): string {
  if (!isPlain(object)) throw refusal('an object that is neither plain nor an array');
  const keys = Object.keys(object);
  // The default order of sort is by UTF-16 code units, which is what RFC 8785 section 3.2.3 asks for.
  if (keys.length > 1) keys.sort();
  let text = '{';
  for (const key of keys) {
    const value = (object as Record<string, unknown>)[key];
    if (value === undefined) continue;
    if (text.length > 1) text += ',';
    text += `${JSON.stringify(key)}:${write(value, depth)}`;
  }
  return `${text}}`;
}

/** A Date or a Map has no properties: taken for `{}`, any two of them would have one digest. */
function isPlain(object: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(object);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function refusal(what: string): SealError {
  return new SealError(
    'not_canonical',
    `JSON can't hold ${what}. Send finite numbers, strings, plain objects, arrays.`,
  );
}
