import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aeadCodec, InvalidRequestStateError, nobleAead, type Aead } from '@mrtr/seal';
import { nodeAead } from '@mrtr/seal/node';
import { tamper } from '@mrtr/testing';
import { stepFor } from '../src/padding.js';
import { anyBytes, countingBytes, countingRandom, toHex } from './support/bytes.js';
import { codeOf, reasonOf } from './support/refusal.js';

const key = countingBytes(32);
const codec = aeadCodec({ keys: [key] });
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const utf8 = (text: string) => new TextEncoder().encode(text);

/** Synchronous, for loops of many thousands: undefined for a token that was refused as it should be. */
function accepted<Token>(token: Token): Token | undefined {
  try {
    codec.unseal(token as string);
  } catch (error) {
    if (error instanceof InvalidRequestStateError) return undefined;
    throw error;
  }
  return token;
}

describe('a sealed token', () => {
  it('gives back any bytes', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        const token = codec.seal(bytes);
        expect(token).toMatch(/^v1\.[A-Za-z0-9_-]+$/);
        expect(toHex(codec.unseal(token))).toBe(toHex(bytes));
      }),
    );
  });

  it('gives back a megabyte', () => {
    const bytes = countingBytes(1_000_000);
    expect(Buffer.compare(codec.unseal(codec.seal(bytes)), bytes)).toBe(0);
  });

  it('opens by either implementation of the cipher, whichever sealed', () => {
    const byNode = aeadCodec({ keys: [key], aead: nodeAead });
    const byNoble = aeadCodec({ keys: [key], aead: nobleAead });
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        expect(toHex(byNode.unseal(byNoble.seal(bytes)))).toBe(toHex(bytes));
        expect(toHex(byNoble.unseal(byNode.seal(bytes)))).toBe(toHex(bytes));
      }),
    );
  });

  it('is the same by either implementation when the nonce is', () => {
    const [byNoble, byNode] = [nobleAead, nodeAead].map((aead) =>
      aeadCodec({ keys: [key], aead, randomBytes: countingRandom() }),
    );
    for (const length of [0, 1, 63, 64, 500, 5000]) {
      const bytes = countingBytes(length);
      expect(byNode?.seal(bytes)).toBe(byNoble?.seal(bytes));
    }
  });

  it('differs each time, in the nonce and in all that follows it', () => {
    const [one, other] = [codec.seal(utf8('same')), codec.seal(utf8('same'))];
    expect(one).not.toBe(other);
    expect(one.slice(-20)).not.toBe(other.slice(-20));
  });

  it('does not show what is in it', () => {
    const plaintext = 'an unmistakable plaintext';
    expect(Buffer.from(codec.seal(utf8(plaintext)).slice(3), 'base64url').toString('latin1')).not.toContain('unmistak');
  });

  it('leaves the bytes that it sealed as they were', () => {
    const bytes = countingBytes(100);
    codec.seal(bytes);
    expect(toHex(bytes)).toBe(toHex(countingBytes(100)));
  });
});

describe('the length of a token', () => {
  const lengthOf = (bytes: number) => codec.seal(new Uint8Array(bytes)).length;
  const head = 32 + 24 + 16;

  it('grows in steps of 64 bytes up to 512', () => {
    for (let length = 0; length < 512; length++) {
      const padded = 64 * Math.ceil((length + 1) / 64);
      expect(lengthOf(length)).toBe(3 + Math.ceil(((head + padded) * 4) / 3));
    }
  });

  it('grows by an eighth at most beyond', () => {
    fc.assert(
      fc.property(fc.integer({ min: 512, max: 60_000 }), (length) => {
        const padded = Math.floor(((lengthOf(length) - 3) * 3) / 4) - head;
        expect(padded).toBeGreaterThan(length);
        expect(padded).toBeLessThanOrEqual((length + 1) * 1.125);
      }),
    );
  });

  it('has few values', () => {
    const lengths = new Set(Array.from({ length: 65_536 }, (_, length) => stepFor(length + 1)));
    expect(lengths.size).toBe(8 + 7 * 8);
  });

  it('is the same for what compresses and what does not', () => {
    const noise = crypto.getRandomValues(new Uint8Array(2000));
    expect(codec.seal(noise).length).toBe(lengthOf(2000));
  });
});

describe('a token that was tampered with', () => {
  const token = codec.seal(utf8('the state'));
  const acceptedOf = (candidates: string[]) =>
    candidates.filter((candidate) => candidate !== token && accepted(candidate) !== undefined);

  it('is refused with any single character replaced by any other', () => {
    const characters = Array.from(`${alphabet}.=+/ \n\0\u00e9\u0141`);
    const replaced = Array.from(token).flatMap((_, at) =>
      characters.map((character) => token.slice(0, at) + character + token.slice(at + 1)),
    );
    expect(replaced.length).toBeGreaterThan(10_000);
    expect(acceptedOf(replaced)).toEqual([]);
  });

  it('is refused in every variant that we know of, two tokens spliced at any place among them', () => {
    const other = codec.seal(utf8('a longer state, of another flow'));
    const variants = [...tamper(token, { with: other })];
    expect(variants.length).toBeGreaterThan(2000);
    expect(variants.filter((variant) => accepted(variant.token) !== undefined).map(({ name }) => name)).toEqual([]);
  });

  it('is refused when any two pieces change places', () => {
    fc.assert(
      fc.property(fc.nat({ max: token.length }), fc.nat({ max: token.length }), fc.nat({ max: 40 }), (a, b, size) => {
        const [first, second] = [Math.min(a, b), Math.max(a, b)];
        const swapped =
          token.slice(0, first) +
          token.slice(second, second + size) +
          token.slice(first + size, second) +
          token.slice(first, first + size) +
          token.slice(second + size);
        expect(acceptedOf([swapped])).toEqual([]);
      }),
    );
  });

  it.each([
    ['the empty string', '', 'malformed'],
    ['the prefix alone', 'v1.', 'malformed'],
    ['no prefix', token.slice(3), 'malformed'],
    ['another version', `v2.${token.slice(3)}`, 'version'],
    ['a version of two digits', `v10.${token.slice(3)}`, 'version'],
    ['a prefix in capitals', `V1.${token.slice(3)}`, 'version'],
    ['a leading space', ` ${token}`, 'malformed'],
    ['padding', `${token}=`, 'malformed'],
    ['a newline inside', `${token.slice(0, 20)}\n${token.slice(20)}`, 'malformed'],
    ['a newline after', `${token}\n`, 'malformed'],
    ['a NUL', `${token}\0`, 'malformed'],
    ['the other alphabet', `v1.${token.slice(3, -1)}+`, 'malformed'],
    ['one character more', `${token}A`, 'malformed'],
    ['a block more', `${token}${'A'.repeat(4)}`, 'malformed'],
    ['a step more', `v1.${'A'.repeat(((72 + 128) * 4) / 3 + 1)}`, 'unknown_key'],
    ['no ciphertext', `v1.${'A'.repeat(96)}`, 'malformed'],
    ['a token twice', token + token, 'malformed'],
    ['another key id', `v1.${'A'.repeat(40)}${token.slice(43)}`, 'unknown_key'],
    ['another nonce', `${token.slice(0, 50)}${'A'.repeat(20)}${token.slice(70)}`, 'tag'],
    ['another tag', `${token.slice(0, -5)}AAAAA`, 'tag'],
  ] as const)('is refused with %s', async (_, tampered, reason) => {
    expect(await reasonOf(() => codec.unseal(tampered))).toBe(reason);
  });

  it.each([undefined, null, 7, {}, ['v1.'], new String('v1.')])(
    'is refused when it is no string: %j',
    async (value) => {
      expect(await reasonOf(() => codec.unseal(value as string))).toBe('malformed');
    },
  );
});

describe('padding that no seal made', () => {
  /** Seals exactly this padded plaintext, as only a holder of the key can. */
  function sealPadded(padded: Uint8Array): string {
    const aead: Aead = {
      encrypt: (cipherKey, nonce, _plaintext, associatedData) =>
        nobleAead.encrypt(cipherKey, nonce, padded, associatedData),
      decrypt: (...inputs) => nobleAead.decrypt(...inputs),
    };
    return aeadCodec({ keys: [key], aead }).seal(new Uint8Array(0));
  }

  it.each([
    ['all zeros', new Uint8Array(64)],
    ['no marker', new Uint8Array(64).fill(1)],
    ['a marker that another byte follows', countingBytes(64, 0x80 - 62)],
    ['a whole step too much', Uint8Array.from({ length: 128 }, (_, index) => (index === 10 ? 0x80 : 0))],
  ])('is refused: %s', async (_, padded) => {
    expect(await reasonOf(() => codec.unseal(sealPadded(padded)))).toBe('malformed');
  });

  it('is looked at only when the tag was right', async () => {
    const token = sealPadded(new Uint8Array(64));
    expect(await reasonOf(() => codec.unseal(`${token.slice(0, -5)}AAAAA`))).toBe('tag');
  });
});

describe('a wrong use of the codec', () => {
  it('refuses to seal what are not bytes', async () => {
    for (const value of ['text', undefined, [1, 2], new ArrayBuffer(8)] as unknown[]) {
      expect(await codeOf(() => codec.seal(value as Uint8Array))).toBe('invalid_option');
    }
  });

  it.each([
    ['too few bytes', () => new Uint8Array(23)],
    ['too many bytes', () => new Uint8Array(25)],
    ['no bytes', () => undefined as unknown as Uint8Array],
  ])('refuses randomness that gives %s', async (_, randomBytes) => {
    expect(await codeOf(() => aeadCodec({ keys: [key], randomBytes }).seal(utf8('x')))).toBe('invalid_option');
  });

  it('refuses an aead that is none', async () => {
    for (const aead of [null, {}, { encrypt: () => key }, 'noble'] as unknown[]) {
      expect(await codeOf(() => aeadCodec({ keys: [key], aead: aead as Aead }))).toBe('invalid_option');
    }
  });
});
