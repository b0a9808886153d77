import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_JSON_DEPTH, nestsTooDeep } from '../src/index.js';

const nest = (levels: number, inner = ''): string =>
  '[{"a":'.repeat(levels / 2) + (inner === '' ? '1' : inner) + '}]'.repeat(levels / 2);

describe('nestsTooDeep', () => {
  test('finds one level too many, of arrays and objects alike', () => {
    expect(nestsTooDeep(nest(MAX_JSON_DEPTH))).toBe(false);
    expect(nestsTooDeep(nest(MAX_JSON_DEPTH, '[]'))).toBe(true);
    expect(nestsTooDeep('['.repeat(100_000))).toBe(true);
  });

  test('counts depth, not brackets', () => {
    expect(nestsTooDeep(`[${Array.from({ length: 5000 }, () => '[{}]').join(',')}]`)).toBe(false);
  });

  test('takes no bracket in a string for a level, whatever the string escapes', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom('"', '\\', '[', '{'), fc.string()), { maxLength: 20 }), (parts) => {
        const text = JSON.stringify([...parts, '['.repeat(2000), '\\', '"', '['.repeat(2000)]);
        expect(nestsTooDeep(text)).toBe(false);
        expect(nestsTooDeep(`${text.slice(0, -1)},${'['.repeat(1000)}`)).toBe(true);
      }),
    );
  });

  test('ends on text that is no JSON', () => {
    for (const text of ['"', '"\\', '"'.repeat(3001), ']'.repeat(3000), '\\'.repeat(3000)]) {
      expect(nestsTooDeep(text + ' '.repeat(2000))).toBe(false);
    }
  });
});
