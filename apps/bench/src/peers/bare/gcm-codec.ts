/**
 * The floor for sealing on Node: AES-256-GCM from `node:crypto` around the state and its expiry, a random nonce,
 * base64url. Nothing is bound to the call and nothing is padded.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { BareCodec } from './dispatch.js';
import { readEnvelope, writeEnvelope } from './envelope.js';

export function gcmCodec(): BareCodec {
  const key = randomBytes(32);
  return {
    seal(state) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const body = cipher.update(writeEnvelope(state), 'utf8');
      return Buffer.concat([nonce, body, cipher.final(), cipher.getAuthTag()]).toString('base64url');
    },
    open(token) {
      const bytes = Buffer.from(token, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(bytes.length - 16));
      const body = decipher.update(bytes.subarray(12, bytes.length - 16), undefined, 'utf8');
      return readEnvelope(body + decipher.final('utf8'));
    },
  };
}
