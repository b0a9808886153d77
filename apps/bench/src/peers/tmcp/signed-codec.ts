/**
 * The protected codec that tmcp's documentation asks its users to bring: HMAC-SHA256 from `node:crypto` over the JSON
 * and an expiry, compared in constant time. Signed, not encrypted, like the official SDK's.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export interface TmcpCodec {
  encode(state: unknown): string;
  decode(token: string): unknown;
}

export function signedCodec(ttlSeconds = 600): TmcpCodec {
  const key = randomBytes(32);
  const sign = (body: string): Buffer => createHmac('sha256', key).update(body).digest();
  return {
    encode(state) {
      const envelope = JSON.stringify({ state, expires: Math.floor(Date.now() / 1000) + ttlSeconds });
      const body = Buffer.from(envelope).toString('base64url');
      return `${body}.${sign(body).toString('base64url')}`;
    },
    decode(token) {
      const [body = '', signature = ''] = token.split('.');
      const given = Buffer.from(signature, 'base64url');
      const expected = sign(body);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Error('bad signature');
      const { state, expires } = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as {
        state: unknown;
        expires: number;
      };
      if (expires <= Math.floor(Date.now() / 1000)) throw new Error('expired');
      return state;
    },
  };
}
