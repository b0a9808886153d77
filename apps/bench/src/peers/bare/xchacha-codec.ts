/**
 * The floor for sealing in JavaScript alone: XChaCha20-Poly1305 from `@noble/ciphers` around the state and its expiry, a
 * random nonce, base64url. Nothing is bound to the call and nothing is padded.
 */
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import type { BareCodec } from './dispatch.js';
import { readEnvelope, writeEnvelope } from './envelope.js';

export function xchachaCodec(): BareCodec {
  const key = crypto.getRandomValues(new Uint8Array(32));
  return {
    seal(state) {
      const nonce = crypto.getRandomValues(new Uint8Array(24));
      const body = xchacha20poly1305(key, nonce).encrypt(Buffer.from(writeEnvelope(state), 'utf8'));
      return Buffer.concat([nonce, body]).toString('base64url');
    },
    open(token) {
      const bytes = Buffer.from(token, 'base64url');
      const plain = xchacha20poly1305(key, bytes.subarray(0, 24)).decrypt(bytes.subarray(24));
      return readEnvelope(Buffer.from(plain.buffer, plain.byteOffset, plain.byteLength).toString('utf8'));
    },
  };
}
