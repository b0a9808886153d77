/**
 * XChaCha20-Poly1305 around the ChaCha20-Poly1305 of `node:crypto`, which is handed in and not imported.
 *
 * RFC 8439 section 2.8 with the nonce of draft-irtf-cfrg-xchacha. The long nonce is extended here, the rest is native.
 */
import type { Aead } from './aead.js';
import { extendNonce } from './extended-nonce.js';

interface Cipher {
  setAAD(associatedData: Uint8Array, options: { plaintextLength: number }): unknown;
  update(bytes: Uint8Array): Uint8Array;
  final(): Uint8Array;
}

type CreateCipher<Made> = (
  algorithm: 'chacha20-poly1305',
  key: Uint8Array,
  nonce: Uint8Array,
  options: { authTagLength: number },
) => Made;

/** What is used of `node:crypto`. */
export interface NativeCrypto {
  readonly createCipheriv: CreateCipher<Cipher & { getAuthTag(): Uint8Array }>;
  readonly createDecipheriv: CreateCipher<Cipher & { setAuthTag(tag: Uint8Array): unknown }>;
}

const cipher = 'chacha20-poly1305';
const tagLength = 16;

/** The cipher as this module computes it. */
export function nativeAead({ createCipheriv, createDecipheriv }: NativeCrypto): Aead {
  return {
    encrypt(key, nonce, plaintext, associatedData) {
      const extended = extendNonce(key, nonce);
      const native = createCipheriv(cipher, extended.key, extended.nonce, { authTagLength: tagLength });
      native.setAAD(associatedData, { plaintextLength: plaintext.length });
      const sealed = new Uint8Array(plaintext.length + tagLength);
      sealed.set(native.update(plaintext));
      native.final();
      sealed.set(native.getAuthTag(), plaintext.length);
      return sealed;
    },
    decrypt(key, nonce, ciphertext, associatedData) {
      const extended = extendNonce(key, nonce);
      const end = ciphertext.length - tagLength;
      if (end < 0) throw new RangeError(`a ciphertext has at least ${tagLength} bytes`);
      const native = createDecipheriv(cipher, extended.key, extended.nonce, { authTagLength: tagLength });
      native.setAAD(associatedData, { plaintextLength: end });
      native.setAuthTag(ciphertext.subarray(end));
      const plaintext = native.update(ciphertext.subarray(0, end));
      // Throws when the tag is wrong; until then nobody has seen the plaintext.
      native.final();
      return new Uint8Array(plaintext.buffer, plaintext.byteOffset, plaintext.byteLength);
    },
  };
}
