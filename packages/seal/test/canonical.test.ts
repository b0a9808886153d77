import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, digestArguments } from '@mrtr/seal';
import { anyText } from './support/bytes.js';
import { codeOf, sealErrorOf } from './support/refusal.js';

/** The same value with the properties of every object in reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
}

function nested(depth: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = wrap(value);
  return value;
}

describe('canonical JSON', () => {
  it('orders properties as RFC 8785 section 3.2.3 does, by UTF-16 code units', () => {
    const names = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 };
    expect(Object.keys(JSON.parse(canonicalJson(names)) as object)).toEqual(
      // JSON.parse puts `1` first by itself; the text is what counts.
      ['1', '\r', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33'],
    );
    expect(canonicalJson(names)).toBe('{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}');
  });

  it('writes the example of RFC 8785 section 3.2.2', () => {
    const value = JSON.parse(
      String.raw`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],` +
        String.raw`"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`,
    ) as unknown;
    expect(canonicalJson(value)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],` +
        String.raw`"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it('means the same value, in any order of properties', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(reversed(value))).toBe(text);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });

  it('differs for values that differ', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const same =
          JSON.stringify(reversed(JSON.parse(canonicalJson(one)))) ===
          JSON.stringify(reversed(JSON.parse(canonicalJson(other))));
        expect(canonicalJson(one) === canonicalJson(other)).toBe(same);
      }),
    );
  });

  it.each<[string, unknown, unknown]>([
    ['the order of properties', { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }],
    ['a property that is undefined, and a missing one', { a: 1, b: undefined }, { a: 1 }],
    ['-0 and 0', { a: -0 }, { a: 0 }],
    ['the spellings of 1e21', JSON.parse('[1e21,1E+21]'), JSON.parse('[1000000000000000000000,10.0e20]')],
    ['the spellings of a tiny number', JSON.parse('[1e-7]'), JSON.parse('[0.0000001]')],
    ['an undefined item and null', [undefined, 1], [null, 1]],
    // eslint-disable-next-line no-sparse-arrays
    ['a hole and null', [, 1], [null, 1]],
    ['an object without a prototype and one with', Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
  ])('is one for %s', (_, one, other) => {
    expect(canonicalJson(one)).toBe(canonicalJson(other));
  });

  it.each<[string, unknown, unknown]>([
    ['null and a missing property', { a: null }, {}],
    ['the order of items', [1, 2], [2, 1]],
    ['a number and its text', { a: 1 }, { a: '1' }],
    ['an array and an object', { a: [] }, { a: {} }],
    ['two lone surrogates', ['\ud800'], ['\ud801']],
    ['a lone surrogate and the replacement character', ['\ud800'], ['\ufffd']],
    ['composed and decomposed letters', ['\u00e9'], ['e\u0301']],
    ['an own __proto__', JSON.parse('{"__proto__":{"a":1}}'), {}],
    ['two own __proto__', JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":2}')],
    ['the empty key', { '': 1 }, {}],
    ['two numbers beside each other', [0.1 + 0.2], [0.3]],
  ])('differs for %s', (_, one, other) => {
    expect(canonicalJson(one)).not.toBe(canonicalJson(other));
  });

  it('keeps any text apart from any other', () => {
    fc.assert(
      fc.property(anyText, anyText, (one, other) => {
        expect(canonicalJson([one]) === canonicalJson([other])).toBe(one === other);
        expect(canonicalJson({ [one]: 1 }) === canonicalJson({ [other]: 1 })).toBe(one === other);
      }),
    );
  });

  it.each<[string, unknown]>([
    ['NaN', NaN],
    ['Infinity', Infinity],
    ['a number that does not survive parsing', JSON.parse('1E400')],
    ['a bigint', 1n],
    ['a symbol', Symbol('s')],
    ['a function', () => 1],
    ['a Date', new Date(0)],
    ['a Map', new Map([[1, 2]])],
    ['bytes', new Uint8Array(3)],
    ['a boxed string', new String('s')],
    [
      'an instance of a class',
      new (class Point {
        readonly x = 1;
      })(),
    ],
    ['an object with a toJSON', { toJSON: () => 'x' }],
  ])('refuses %s, at any depth', async (_, value) => {
    expect(await codeOf(() => canonicalJson(value))).toBe('not_canonical');
    expect(await codeOf(() => canonicalJson({ a: [{ b: value }] }))).toBe('not_canonical');
    expect(await codeOf(() => digestArguments({ a: value }))).toBe('not_canonical');
  });

  it('refuses to write undefined', async () => {
    expect(await codeOf(() => canonicalJson(undefined))).toBe('not_canonical');
  });

  it('does not call toJSON', () => {
    expect(canonicalJson({ toJSON: 'a word' })).toBe('{"toJSON":"a word"}');
  });

  it.each<[string, (inner: unknown) => unknown]>([
    ['arrays', (inner) => [inner]],
    ['objects', (inner) => ({ a: inner })],
    ['both', (inner) => [{ a: inner }]],
  ])('refuses 100,000 levels of %s without overflowing the stack', async (_, wrap) => {
    const error = await sealErrorOf(() => canonicalJson(nested(100_000, wrap)));
    expect(error.code).toBe('not_canonical');
    expect(error.message).toContain('1000 levels');
  });

  it('takes a thousand levels, and not one more', async () => {
    expect(canonicalJson(nested(1000, (inner) => [inner]))).toHaveLength(2001);
    expect(await codeOf(() => canonicalJson(nested(1001, (inner) => [inner])))).toBe('not_canonical');
  });

  it('refuses a cycle', async () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    expect(await codeOf(() => canonicalJson(cycle))).toBe('not_canonical');
  });
});

describe('the digest of arguments', () => {
  it('is SHA-256 of the canonical JSON, in base64url', () => {
    fc.assert(
      fc.property(fc.dictionary(anyText, fc.jsonValue()), (value) => {
        const expected = createHash('sha256').update(canonicalJson(value), 'utf8').digest('base64url');
        expect(digestArguments(value)).toBe(expected);
      }),
    );
  });

  it('is one for undefined, null, {} and properties that are all undefined', () => {
    const empty = createHash('sha256').update('{}').digest('base64url');
    for (const value of [undefined, null, {}, { a: undefined }]) expect(digestArguments(value)).toBe(empty);
    for (const value of [[], '', 0, false, { a: null }]) expect(digestArguments(value)).not.toBe(empty);
  });
});
