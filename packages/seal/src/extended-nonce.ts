/**
 * The step that turns ChaCha20-Poly1305 into XChaCha20-Poly1305: a key and 24 bytes of nonce become another key and 12.
 *
 * draft-irtf-cfrg-xchacha section 2.3. Both implementations of the cipher share it, so they can't differ in it.
 */
import { hchacha } from '@noble/ciphers/chacha.js';
import { SealError } from './reasons.js';
import { encodeUtf8 } from './utf8.js';

const sigma = /* @__PURE__ */ words(/* @__PURE__ */ encodeUtf8('expand 32-byte k'));

/** Key and nonce for ChaCha20-Poly1305. Throws `SealError` ('invalid_option') unless `key` has 32 bytes and `nonce` 24. */
export function extendNonce(key: Uint8Array, nonce: Uint8Array): { key: Uint8Array; nonce: Uint8Array } {
  if (key.length !== 32) throw new SealError('invalid_option', `XChaCha20 takes a key of 32 bytes, not ${key.length}.`);
  if (nonce.length !== 24) {
    throw new SealError('invalid_option', `XChaCha20 takes a nonce of 24 bytes, not ${nonce.length}.`);
  }
  const subkey = new Uint32Array(8);
  hchacha(sigma, words(key), words(nonce.subarray(0, 16)), subkey);
  // Section 2.3: four zero bytes, then the last eight of the long nonce.
  const shortNonce = new Uint8Array(12);
  shortNonce.set(nonce.subarray(16), 4);
  return { key: new Uint8Array(subkey.buffer), nonce: shortNonce };
}

/** The same memory as 32-bit words where it is aligned, a copy where it is not. */
function words(bytes: Uint8Array): Uint32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length / 4);
}
