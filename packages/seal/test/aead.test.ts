import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nobleAead } from '@mrtr/seal';
import { nodeAead } from '@mrtr/seal/node';
import { extendNonce } from '../src/extended-nonce.js';
import { anyBytes, countingBytes, fromHex, toHex } from './support/bytes.js';
import { codeOf, outcomeOf } from './support/refusal.js';
import draft from './vectors/xchacha-draft.json' with { type: 'json' };

const key = countingBytes(32);
const nonce = countingBytes(24, 50);

it('derives the subkey of draft-irtf-cfrg-xchacha, section 2.2.1', () => {
  const { hchacha20 } = draft;
  const extended = extendNonce(fromHex(hchacha20.key), fromHex(`${hchacha20.nonce}0102030405060708`));
  expect(toHex(extended.key)).toBe(hchacha20.subkey);
  expect(toHex(extended.nonce)).toBe('000000000102030405060708');
});

describe.each([
  { name: 'nobleAead', aead: nobleAead },
  { name: 'nodeAead', aead: nodeAead },
])('$name', ({ aead }) => {
  it('encrypts and decrypts the example of draft-irtf-cfrg-xchacha, section A.3.1', () => {
    const { aead: vector } = draft;
    const [vectorKey, vectorNonce] = [fromHex(vector.key), fromHex(vector.nonce)];
    const associatedData = fromHex(vector.associatedData);
    const sealed = aead.encrypt(vectorKey, vectorNonce, fromHex(vector.plaintext), associatedData);
    expect(toHex(sealed)).toBe(vector.ciphertext + vector.tag);
    expect(toHex(aead.decrypt(vectorKey, vectorNonce, sealed, associatedData))).toBe(vector.plaintext);
  });

  it('refuses a key or a nonce of another length, in both directions', async () => {
    const none = new Uint8Array(0);
    const sealed = aead.encrypt(key, nonce, none, none);
    for (const length of [0, 16, 31, 33]) {
      expect(await codeOf(() => aead.encrypt(countingBytes(length), nonce, none, none))).toBe('invalid_option');
      expect(await codeOf(() => aead.decrypt(countingBytes(length), nonce, sealed, none))).toBe('invalid_option');
    }
    for (const length of [0, 12, 23, 25]) {
      expect(await codeOf(() => aead.encrypt(key, countingBytes(length), none, none))).toBe('invalid_option');
      expect(await codeOf(() => aead.decrypt(key, countingBytes(length), sealed, none))).toBe('invalid_option');
    }
  });

  it('refuses a ciphertext too short to have a tag', () => {
    for (let length = 0; length < 16; length++) {
      expect(outcomeOf(() => aead.decrypt(key, nonce, new Uint8Array(length), key))).toBe('refused');
    }
  });

  it('refuses other associated data, another nonce and another key', () => {
    const sealed = aead.encrypt(key, nonce, countingBytes(5), countingBytes(3));
    expect(outcomeOf(() => aead.decrypt(key, nonce, sealed, countingBytes(2)))).toBe('refused');
    expect(outcomeOf(() => aead.decrypt(key, countingBytes(24, 51), sealed, countingBytes(3)))).toBe('refused');
    expect(outcomeOf(() => aead.decrypt(countingBytes(32, 1), nonce, sealed, countingBytes(3)))).toBe('refused');
  });

  it('changes none of its inputs, and takes views at any offset and Buffers', () => {
    fc.assert(
      fc.property(anyBytes, anyBytes, fc.nat({ max: 7 }), (plaintext, associatedData, offset) => {
        const view = (bytes: Uint8Array): Uint8Array => {
          const memory = Buffer.alloc(offset + bytes.length);
          memory.set(bytes, offset);
          return memory.subarray(offset);
        };
        const inputs = [key, nonce, plaintext, associatedData].map(view);
        const [viewedKey, viewedNonce, viewedPlaintext, viewedData] = inputs as [Buffer, Buffer, Buffer, Buffer];
        const sealed = aead.encrypt(viewedKey, viewedNonce, viewedPlaintext, viewedData);
        const kept = toHex(sealed);
        expect(toHex(aead.decrypt(viewedKey, viewedNonce, view(sealed), viewedData))).toBe(toHex(plaintext));
        expect(inputs.map(toHex)).toEqual([key, nonce, plaintext, associatedData].map(toHex));
        expect(toHex(sealed)).toBe(kept);
      }),
    );
  });
});

it('nobleAead and nodeAead compute the same', () => {
  const lengths = fc.uint8Array({ minLength: 32, maxLength: 32 });
  fc.assert(
    fc.property(lengths, lengths, anyBytes, anyBytes, (someKey, someBytes, plaintext, associatedData) => {
      const someNonce = someBytes.subarray(0, 24);
      const sealed = nobleAead.encrypt(someKey, someNonce, plaintext, associatedData);
      expect(toHex(nodeAead.encrypt(someKey, someNonce, plaintext, associatedData))).toBe(toHex(sealed));
      expect(toHex(nodeAead.decrypt(someKey, someNonce, sealed, associatedData))).toBe(toHex(plaintext));
    }),
  );
});
