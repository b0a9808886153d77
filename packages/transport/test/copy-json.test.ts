import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { copyJson } from '../src/index.js';

const viaText = (value: unknown): unknown => {
  const text = JSON.stringify(value);
  return text === undefined ? undefined : JSON.parse(text);
};

/** Anything a program may hand over, not JSON alone. */
const anyValue = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(undefined, null, true, 0, -0, NaN, Infinity, -Infinity, 1e21, 5e-324, '', '\ud800', '\u2028'),
    fc.string({ unit: 'binary' }),
    fc.double(),
    fc.constantFrom(() => 1, Symbol('s'), new Date(0), new Date(NaN), new Map([[1, 2]]), /x/, new Uint8Array([1, 2])),
    fc.constantFrom(Object(1) as unknown, Object('text'), Object(false), Object(-0), {
      [Symbol.toStringTag]: 'Number',
      a: 1,
    }),
    fc.constantFrom(
      { toJSON: (key: string) => ({ key, toJSON: () => 'asked twice' }) },
      { toJSON: () => undefined },
      Object.assign(() => 1, { toJSON: () => 'a function' }),
    ),
    fc.array(tie('value')),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toJSON', '0', '')), tie('value')),
    fc
      .dictionary(fc.string(), tie('value'), { noNullPrototype: false })
      .map((members) => Object.assign(new Owner(), members)),
  ),
})).value;

class Owner {
  own = 1;
  get inherited(): number {
    return 2;
  }
}

const nest = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

describe('copyJson', () => {
  test('gives what JSON.parse(JSON.stringify(…)) gives, for whatever it is given', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        const copy = copyJson(value);
        // Not `toStrictEqual`, which takes an own `constructor` for the class.
        expect(isDeepStrictEqual(copy, viaText(value))).toBe(true);
        // That is blind to the order of keys.
        expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
      }),
      { numRuns: 2000 },
    );
  });

  test('shares no object with its source', () => {
    const source = { list: [{ deep: { er: 1 } }], map: {} };
    const copy = copyJson(source);
    copy.list[0]!.deep.er = 2;
    Object.assign(copy.map, { added: true });
    expect(source).toEqual({ list: [{ deep: { er: 1 } }], map: {} });
  });

  test('keeps an own __proto__ key as a key, and touches no prototype', () => {
    const source: unknown = JSON.parse('{"__proto__": {"polluted": true}, "list": [{"__proto__": 1}]}');
    const copy = copyJson(source) as object;
    expect(Object.keys(copy)).toEqual(['__proto__', 'list']);
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect('polluted' in copy).toBe(false);
    expect(JSON.stringify(copy)).toBe('{"__proto__":{"polluted":true},"list":[{"__proto__":1}]}');
  });

  test('leaves out what is inherited, symbols and what is not enumerable', () => {
    const source = Object.create({ inherited: 1 }) as Record<string | symbol, unknown>;
    source['own'] = 1;
    source[Symbol('s')] = 1;
    Object.defineProperty(source, 'hidden', { value: 1 });
    expect(Reflect.ownKeys(copyJson(source))).toEqual(['own']);
  });

  test('copies holes and undefined in arrays as null', () => {
    const holes: unknown[] = [];
    holes[2] = undefined;
    expect(copyJson(holes)).toStrictEqual([null, null, null]);
  });

  test('refuses a BigInt, and says what to do', () => {
    expect(() => copyJson({ id: 1n })).toThrow(/BigInt.*string/);
    expect(() => copyJson({ id: Object(1n) as unknown })).toThrow(/BigInt/);
    expect(() => copyJson({ toJSON: () => 1n })).toThrow(/BigInt/);
  });

  test('asks BigInt for its own toJSON, where somebody gave it one', () => {
    const prototype = BigInt.prototype as { toJSON?: () => string };
    try {
      prototype.toJSON = () => 'big';
      expect(copyJson([1n, Object(1n)])).toEqual(['big', 'big']);
    } finally {
      delete prototype.toJSON;
    }
  });

  test('refuses a value that contains itself', () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = { again: [cycle] };
    expect(() => copyJson(cycle)).toThrow(/contains itself/);
  });

  test('copies 1,000 levels and refuses one more', () => {
    expect(JSON.stringify(copyJson(nest(1000)))).toBe(JSON.stringify(nest(1000)));
    expect(() => copyJson(nest(1001))).toThrow(/deeper than 1000/);
    expect(() => copyJson(nest(100_000))).toThrow(/deeper than 1000/);
  });
});
