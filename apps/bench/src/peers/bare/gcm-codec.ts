/** The floor for sealing on Node: AES-256-GCM from `node:crypto`, a random nonce, base64url. No claims, no padding. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { BareCodec } from './dispatch.js';

export function gcmCodec(): BareCodec {
  const key = randomBytes(32);
  return {
    seal(state) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const body = cipher.update(state, 'utf8');
      return Buffer.concat([nonce, body, cipher.final(), cipher.getAuthTag()]).toString('base64url');
    },
    open(token) {
      const bytes = Buffer.from(token, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(bytes.length - 16));
      return decipher.update(bytes.subarray(12, bytes.length - 16), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}
