/** The guards that both sides ask of every message, held against what they stand for. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ImplementationSchema, isImplementation, isRecord } from '@mrtr/types';

describe('isRecord', () => {
  test.each([{}, { a: 1 }, Object.create(null), JSON.parse('{"__proto__":1}')])(
    'is true for an object: %o',
    (value) => {
      expect(isRecord(value)).toBe(true);
    },
  );

  test.each([null, undefined, [], [{}], 'text', 1, true, () => ({})])('is false for anything else: %o', (value) => {
    expect(isRecord(value)).toBe(false);
  });
});

describe('isImplementation', () => {
  test.each([
    { name: 'n', version: '1' },
    { name: 'n', version: '1', title: 'N', icons: [{ src: 'https://x/i.png' }] },
    { name: 'n', version: '1', other: null },
  ])('is true for %o', (value) => {
    expect(isImplementation(value)).toBe(true);
  });

  test.each([
    {},
    { name: 'n' },
    { version: '1' },
    { name: 'n', version: 1 },
    { name: 1, version: '1' },
    { name: 'n', version: undefined },
    { name: 'n', version: '1', title: 7 },
    ['n', '1'],
  ])('is false for %o', (value) => {
    expect(isImplementation(value)).toBe(false);
  });

  test('says of any value what the schema says', () => {
    const member = fc.oneof(fc.string(), fc.constant(undefined), fc.jsonValue());
    const bare = fc.record({ name: member, version: member }, { requiredKeys: [] });
    const more = fc.record({ title: member, icons: member, websiteUrl: member, other: member }, { requiredKeys: [] });
    const info = fc.tuple(bare, more).map(([needed, beside]) => ({ ...needed, ...beside }));
    fc.assert(
      fc.property(fc.oneof(bare, info, fc.jsonValue()), (value) => {
        expect(isImplementation(value)).toBe(ImplementationSchema.safeParse(value).success);
      }),
      { numRuns: 1000 },
    );
  });
});
