import { isJsonValue, JsonArraySchema, JsonObjectSchema, JsonValueSchema } from '@mrtr/types';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeParse } from 'zod/v4/core';

const nested = (depth: number): unknown => JSON.parse('[{"a":'.repeat(depth) + '1' + '}]'.repeat(depth)) as unknown;

describe('a JSON value', () => {
  it('is whatever survives JSON unchanged, and nothing else', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
      withNullPrototype: true,
    });
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), anything), (value) => {
        expect(isJsonValue(value)).toBe(survives(value));
      }),
    );
    expect(isJsonValue(JSON.parse('{"__proto__":{"constructor":null},"":[]}'))).toBe(true);
  });

  it.each([
    ['undefined', undefined],
    ['NaN', NaN],
    ['what 1E400 is parsed to', JSON.parse('1E400') as unknown],
    ['a bigint', 1n],
    ['a symbol', Symbol('a')],
    ['a function', () => 1],
    ['a date', new Date()],
    ['a map', new Map()],
    ['an error', new Error('a')],
    ['bytes', new Uint8Array(1)],
  ])('is not %s, however deep it lies', (_, value) => {
    expect(isJsonValue(value)).toBe(false);
    expect(isJsonValue([value])).toBe(false);
    expect(isJsonValue({ a: [{ b: value }] })).toBe(false);
  });

  it('may hold the same object twice and never itself', () => {
    const shared = { a: 1 };
    expect(isJsonValue([shared, { shared }])).toBe(true);
    const cycle: Record<string, unknown> = { a: {} };
    cycle['a'] = [cycle];
    expect(isJsonValue(cycle)).toBe(false);
    expect(isJsonValue([1, cycle])).toBe(false);
  });

  it('may be nested deeper than any stack', () => {
    const deep = nested(50_000);
    expect(isJsonValue(deep)).toBe(true);
    expect(safeParse(JsonValueSchema, deep).success).toBe(true);
  });

  it('is an object, an array or neither to its schemas', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(safeParse(JsonValueSchema, value).success).toBe(true);
        expect(safeParse(JsonArraySchema, value).success).toBe(Array.isArray(value));
        const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
        expect(safeParse(JsonObjectSchema, value).success).toBe(isObject);
      }),
    );
  });
});

function survives(value: unknown): boolean {
  try {
    return same(JSON.parse(JSON.stringify(value)), value);
  } catch {
    return false;
  }
}

/** The same JSON, but for the sign of zero, which JSON loses. */
function same(json: unknown, value: unknown): boolean {
  if (typeof json !== 'object' || json === null) return json === value;
  if (typeof value !== 'object' || value === null || Array.isArray(json) !== Array.isArray(value)) return false;
  if (!Array.isArray(value) && ![Object.prototype, null].includes(Object.getPrototypeOf(value) as null)) return false;
  const [ours, theirs] = [Object.entries(json), new Map<string, unknown>(Object.entries(value))];
  return ours.length === theirs.size && ours.every(([key, item]) => theirs.has(key) && same(item, theirs.get(key)));
}
