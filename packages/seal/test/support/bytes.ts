/** Bytes for tests: from hexadecimal, from a seed, and from fast-check. */
import * as fc from 'fast-check';

export function fromHex(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  );
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Counts up from `seed`: not random, and different in every place. */
export function countingBytes(length: number, seed = 0): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => (seed + index) & 255);
}

/** A source of "random" bytes that gives the same ones in every run, and never the same twice. */
export function countingRandom(seed = 0): (length: number) => Uint8Array {
  let next = seed;
  return (length) => {
    const bytes = countingBytes(length, next);
    next += length;
    return bytes;
  };
}

export const anyBytes = fc.uint8Array({ maxLength: 700 });

/** Any string that JavaScript can hold, lone surrogates and control characters among them. */
export const anyText = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0x20, max: 0x7e }),
      fc.integer({ min: 0, max: 0xffff }),
      fc.integer({ min: 0xd800, max: 0xdfff }),
      fc.constantFrom(0x00, 0x0a, 0x22, 0x5c, 0x2028, 0xfeff, 0xfffd),
    ),
    { maxLength: 60 },
  )
  .map((units) => String.fromCharCode(...units));
