/**
 * XChaCha20-Poly1305, behind an interface so that a platform's own implementation can take over.
 *
 * RFC 8439 section 2.8 with the nonce of draft-irtf-cfrg-xchacha. 192 random bits of nonce need no counter: two nonces
 * under one key collide with a chance of 2^-32 after 2^80 tokens.
 */
import { chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { extendNonce } from './extended-nonce.js';

/**
 * XChaCha20-Poly1305 by any implementation. Another cipher does not belong here: the token says which one made it, and
 * other instances would refuse it. Bring a codec of your own for that.
 */
export interface Aead {
  /** Returns the ciphertext followed by the tag of 16 bytes. `key` has 32 bytes, `nonce` 24. */
  encrypt(key: Uint8Array, nonce: Uint8Array, plaintext: Uint8Array, associatedData: Uint8Array): Uint8Array;
  /** Returns the plaintext. Throws when the tag is not that of this key, nonce, ciphertext and associated data. */
  decrypt(key: Uint8Array, nonce: Uint8Array, ciphertext: Uint8Array, associatedData: Uint8Array): Uint8Array;
}

/** In plain JavaScript: runs wherever there are typed arrays. */
export const nobleAead: Aead = {
  encrypt(key, nonce, plaintext, associatedData) {
    const extended = extendNonce(key, nonce);
    return chacha20poly1305(extended.key, extended.nonce, associatedData).encrypt(plaintext);
  },
  decrypt(key, nonce, ciphertext, associatedData) {
    const extended = extendNonce(key, nonce);
    return chacha20poly1305(extended.key, extended.nonce, associatedData).decrypt(ciphertext);
  },
};
