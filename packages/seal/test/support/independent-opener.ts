/**
 * Opens a token by another road: `node:crypto`, an HChaCha20 by hand, and nothing of this package.
 *
 * Written from the format as README.md states it. If it and the package agree, the format is what is written down.
 */
import { createDecipheriv, createHash, hkdfSync } from 'node:crypto';

export interface IndependentlyOpened {
  readonly keyId: Buffer;
  readonly claims: readonly unknown[];
  readonly state: string | undefined;
  readonly paddedLength: number;
}

export function openIndependently(token: string, masterKey: Uint8Array): IndependentlyOpened {
  if (token.slice(0, 3) !== 'v1.') throw new Error('another prefix');
  const body = Uint8Array.from(atob(token.slice(3).replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
  const [keyId, nonce, sealed] = [body.slice(0, 32), body.slice(32, 56), body.slice(56)];

  const derive = (info: string) => Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), info, 32));
  if (Buffer.compare(derive('mrtr seal v1 key id'), keyId) !== 0) throw new Error('another key');

  const subkey = hChaCha20(derive('mrtr seal v1 key'), nonce.slice(0, 16));
  const shortNonce = Buffer.concat([Buffer.alloc(4), nonce.slice(16)]);
  const cipher = createDecipheriv('chacha20-poly1305', subkey, shortNonce, { authTagLength: 16 });
  cipher.setAAD(Buffer.concat([Buffer.from('mrtr seal XChaCha20-Poly1305 v1.'), keyId]), {
    plaintextLength: sealed.length,
  });
  cipher.setAuthTag(sealed.slice(-16));
  const padded = Buffer.concat([cipher.update(sealed.slice(0, -16)), cipher.final()]);

  const [, text] = /^(.*)\x80\0*$/s.exec(padded.toString('latin1')) ?? [];
  if (text === undefined) throw new Error('no padding');
  const [line = '', ...rest] = Buffer.from(text, 'latin1').toString('utf8').split('\n');
  const claims = JSON.parse(line) as unknown[];
  const inline = claims.at(-1);
  const state = inline === true ? rest.join('\n') : typeof inline === 'string' ? inline : undefined;
  return { keyId: Buffer.from(keyId), claims, state, paddedLength: padded.length };
}

/** The salted claim of a principal, computed once more. */
export function claimFor(principal: string, claim: string): string {
  const salt = Buffer.from(claim, 'base64url').subarray(0, 16);
  const digest = createHash('sha256').update(salt).update(JSON.stringify(principal)).digest();
  return Buffer.concat([salt, digest]).toString('base64url');
}

/** draft-irtf-cfrg-xchacha section 2.2, with loops where the package has none. */
export function hChaCha20(key: Uint8Array, nonce: Uint8Array): Buffer {
  const input = Buffer.concat([Buffer.from('expand 32-byte k'), key, nonce]);
  const state = Array.from({ length: 16 }, (_, index) => input.readUInt32LE(index * 4));
  const word = (index: number) => state[index] as number;
  const mix = (sum: number, addend: number, target: number, rotation: number) => {
    state[sum] = (word(sum) + word(addend)) >>> 0;
    const mixed = word(target) ^ word(sum);
    state[target] = ((mixed << rotation) | (mixed >>> (32 - rotation))) >>> 0;
  };
  const quarter = (a: number, b: number, c: number, d: number) => {
    mix(a, b, d, 16);
    mix(c, d, b, 12);
    mix(a, b, d, 8);
    mix(c, d, b, 7);
  };
  for (let double = 0; double < 10; double++) {
    for (let column = 0; column < 4; column++) quarter(column, 4 + column, 8 + column, 12 + column);
    for (let shift = 0; shift < 4; shift++) {
      quarter(shift, 4 + ((shift + 1) % 4), 8 + ((shift + 2) % 4), 12 + ((shift + 3) % 4));
    }
  }
  const output = Buffer.alloc(32);
  for (const [at, index] of [0, 1, 2, 3, 12, 13, 14, 15].entries()) output.writeUInt32LE(word(index), at * 4);
  return output;
}
