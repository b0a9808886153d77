/** Strings and keys, the awkward ones among them. */
import * as fc from 'fast-check';

export const text: fc.Arbitrary<string> = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.constantFrom('', '__proto__', 'constructor', 'other', '💥', '\u0000', '\ud800'),
);

/** Keys that a peer may choose. */
export const key: fc.Arbitrary<string> = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.constantFrom('', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'region', '💥'),
);
