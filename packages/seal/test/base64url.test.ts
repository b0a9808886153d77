import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base64UrlOf, type Base64UrlScope } from '../src/base64url.js';
import { anyBytes, anyText, toHex } from './support/bytes.js';

/** As lenient as the platform's own is by its specification: it skips white space and takes padding and stray bits. */
const nativeUint8Array = {
  fromBase64(text: string): Uint8Array {
    const body = text.replace(/[\t\n\f\r ]/g, '').replace(/={1,2}$/, '');
    if (/[^A-Za-z0-9_-]/.test(body) || body.length % 4 === 1) throw new SyntaxError('not base64url');
    return new Uint8Array(Buffer.from(body, 'base64url'));
  },
  prototype: {
    toBase64(this: Uint8Array): string {
      return Buffer.from(this).toString('base64url');
    },
  },
};

const scopes: { name: string; scope: Base64UrlScope }[] = [
  { name: 'Uint8Array.fromBase64', scope: { Uint8Array: nativeUint8Array } },
  { name: 'Buffer', scope: { Uint8Array, Buffer } },
  { name: 'plain JavaScript', scope: {} },
];

describe.each(scopes)('base64url by $name', ({ scope }) => {
  const { encode, decode } = base64UrlOf(scope);

  it('writes what RFC 4648 writes, without padding', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        expect(encode(bytes)).toBe(Buffer.from(bytes).toString('base64url'));
      }),
    );
  });

  it('reads back what it wrote, from any offset', () => {
    fc.assert(
      fc.property(anyBytes, fc.nat({ max: 3 }), (bytes, offset) => {
        const view = bytes.subarray(offset);
        expect(toHex(decode(encode(view)) as Uint8Array)).toBe(toHex(view));
      }),
    );
  });

  it('reads nothing but the one canonical spelling', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.base64String(), fc.stringMatching(/^[\w-]{0,9}$/)), (text) => {
        const bytes = decode(text);
        expect(bytes === undefined ? undefined : Buffer.from(bytes).toString('base64url')).toBe(
          /^[A-Za-z0-9_-]*$/.test(text) && Buffer.from(text, 'base64url').toString('base64url') === text
            ? text
            : undefined,
        );
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['padding', 'AAA='],
    ['an inner newline', 'AA\nAA'],
    ['a trailing newline', 'AAAA\n'],
    ['a NUL', 'AAA\0'],
    ['a space', ' AAAA'],
    ['the other alphabet', 'AA+/'],
    ['a stray bit in the last of two', 'AB'],
    ['a stray bit in the last of three', 'AAB'],
    ['a single character', 'A'],
    ['a character beyond a byte', 'AAA\u0141'],
  ])('refuses %s', (_, text) => {
    expect(decode(text)).toBeUndefined();
  });
});
