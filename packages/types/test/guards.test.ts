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

test('isImplementation says of any value what the schema says', () => {
  const member = fc.oneof(fc.string(), fc.constant(undefined), fc.jsonValue());
  const info = fc.record(
    { name: member, version: member, title: member, icons: member, websiteUrl: member, other: member },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(info, fc.jsonValue()), (value) => {
      expect(isImplementation(value)).toBe(ImplementationSchema.safeParse(value).success);
    }),
    { numRuns: 2000 },
  );
  expect(isImplementation({ name: 'n', version: '1' })).toBe(true);
  expect(isImplementation({ name: 'n', version: '1', title: 'N', icons: [{ src: 'https://x/i.png' }] })).toBe(true);
});
