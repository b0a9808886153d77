/** The floor for sealing in JavaScript alone: XChaCha20-Poly1305 from `@noble/ciphers`, a random nonce, base64url. */
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import type { BareCodec } from './dispatch.js';

export function xchachaCodec(): BareCodec {
  const key = crypto.getRandomValues(new Uint8Array(32));
  return {
    seal(state) {
      const nonce = crypto.getRandomValues(new Uint8Array(24));
      const body = xchacha20poly1305(key, nonce).encrypt(Buffer.from(state, 'utf8'));
      return Buffer.concat([nonce, body]).toString('base64url');
    },
    open(token) {
      const bytes = Buffer.from(token, 'base64url');
      const plain = xchacha20poly1305(key, bytes.subarray(0, 24)).decrypt(bytes.subarray(24));
      return Buffer.from(plain.buffer, plain.byteOffset, plain.byteLength).toString('utf8');
    },
  };
}
