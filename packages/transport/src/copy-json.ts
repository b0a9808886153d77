/**
 * A deep copy of plain JSON, to the letter what `JSON.parse(JSON.stringify(value))` gives, at a fraction of its cost.
 *
 * It stands in for the wire where there is none (Specification 2026-07-28, basic/transports "Custom Transports"):
 * neither side of an in-memory channel can reach into the other's objects.
 */
import { MAX_JSON_DEPTH } from './json-depth.js';

/**
 * Copies what JSON can carry, and treats the rest as `JSON.stringify` does: `undefined`, functions and symbols are left
 * out (`null` in arrays), `-0` becomes `0`, `NaN` and infinities become `null`, `toJSON` is called. An own `__proto__`
 * key stays an own key. `undefined`, a function or a symbol on its own gives `undefined`.
 *
 * @throws {TypeError} for a BigInt, and for a value that is nested deeper than 1,000 levels or contains itself.
 */
export function copyJson<T>(value: T): T;
export function copyJson(value: unknown): unknown {
  return copyMember(value, '', 0);
}

/** `key` is where the value stands, which `toJSON` is told. */
function copyMember(value: unknown, key: string | number, depth: number): unknown {
  if (typeof value === 'object') return value === null ? null : copyObject(value, key, depth);
  if (typeof value === 'number') return jsonNumber(value);
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint' || typeof value === 'function') {
    if (hasToJson(value)) return copyConverted(value.toJSON(String(key)), depth);
    if (typeof value === 'bigint') throw bigIntError();
  }
  return undefined;
}

function copyObject(value: object, key: string | number, depth: number): unknown {
  return hasToJson(value) ? copyConverted(value.toJSON(String(key)), depth) : copyMembers(value, depth);
}

/** What `toJSON` returned is taken as it is: its own `toJSON` isn't asked again. */
function copyConverted(value: unknown, depth: number): unknown {
  if (typeof value === 'object' && value !== null) return copyMembers(value, depth);
  if (typeof value === 'function') return undefined;
  if (typeof value === 'bigint') throw bigIntError();
  return copyMember(value, '', depth);
}

function copyMembers(value: object, depth: number): unknown {
  if (depth >= MAX_JSON_DEPTH)
    throw new TypeError(`The value contains itself, or nests deeper than ${MAX_JSON_DEPTH} levels`);
  if (Array.isArray(value)) return copyArray(value, depth);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    const primitive = unbox(value);
    if (primitive !== value) return copyMember(primitive, '', depth);
  }
  const copy: Record<string, unknown> = {};
  // `for … in` reads the keys from the engine's cache, which `Object.keys` has to copy first.
  for (const name in value) {
    if (!Object.hasOwn(value, name)) continue;
    const member = (value as Record<string, unknown>)[name];
    const kind = typeof member;
    // The kinds that nearly every member has are told apart here, which saves a call for each.
    if (name === '__proto__') define(copy, name, copyMember(member, name, depth + 1));
    else if (kind === 'string' || kind === 'boolean' || member === null) copy[name] = member;
    else if (kind === 'number') copy[name] = jsonNumber(member as number);
    else if (kind === 'object') assign(copy, name, copyObject(member as object, name, depth + 1));
    else assign(copy, name, copyMember(member, name, depth + 1));
  }
  return copy;
}

function copyArray(value: readonly unknown[], depth: number): unknown[] {
  const copy: unknown[] = [];
  for (let index = 0; index < value.length; index++) {
    const member = copyMember(value[index], index, depth + 1);
    copy.push(member === undefined ? null : member);
  }
  return copy;
}

function assign(target: Record<string, unknown>, name: string, member: unknown): void {
  if (member !== undefined) target[name] = member;
}

/** Plain assignment to `__proto__` would set the prototype. */
function define(target: object, name: string, member: unknown): void {
  if (member === undefined) return;
  Object.defineProperty(target, name, { value: member, writable: true, enumerable: true, configurable: true });
}

/** JSON has neither a negative zero nor anything that is not finite. */
function jsonNumber(value: number): number | null {
  if (value === 0) return 0;
  return Number.isFinite(value) ? value : null;
}

function bigIntError(): TypeError {
  return new TypeError('A BigInt is not JSON; send it as a string');
}

function hasToJson(value: unknown): value is { toJSON(key: string): unknown } {
  return typeof (value as { toJSON?: unknown }).toJSON === 'function';
}

/** The primitive inside `Object(1)` and its like; any other object as it is. */
function unbox(value: object): unknown {
  try {
    switch (Object.prototype.toString.call(value)) {
      case '[object Number]':
        return Number.prototype.valueOf.call(value);
      case '[object String]':
        return String.prototype.valueOf.call(value);
      case '[object Boolean]':
        return Boolean.prototype.valueOf.call(value);
      case '[object BigInt]':
        return BigInt.prototype.valueOf.call(value);
      default:
        return value;
    }
  } catch {
    // It only calls itself a box, by `Symbol.toStringTag`.
    return value;
  }
}
