import crypto from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { nobleAead } from '@mrtr/seal';
import { platformAead } from '../src/platform-aead.js';
import { countingBytes, toHex } from './support/bytes.js';

/** A runtime that hands out this as its `node:crypto`. */
const runtime = (module: unknown) => ({ process: { getBuiltinModule: () => module } });

function broken(): never {
  throw new Error('not allowed here');
}

describe('the implementation that is chosen by itself', () => {
  it('is native on this runtime, and computes the same', () => {
    const chosen = platformAead(globalThis);
    expect(chosen).not.toBe(nobleAead);
    const inputs = [countingBytes(32), countingBytes(24), countingBytes(300), countingBytes(7)] as const;
    expect(toHex(chosen.encrypt(...inputs))).toBe(toHex(nobleAead.encrypt(...inputs)));
  });

  it.each<[string, object]>([
    ['there is no process', {}],
    ['process has no built-ins to give', { process: {} }],
    ['process is something else', { process: { getBuiltinModule: 'crypto' } }],
    ['there is no such built-in', runtime(undefined)],
    ['asking for a built-in throws', { process: { getBuiltinModule: broken } }],
    ['the built-in has no ciphers', runtime({})],
    ['the cipher is ruled out', runtime({ createCipheriv: broken, createDecipheriv: broken })],
    ['it decrypts nothing', runtime({ createCipheriv: crypto.createCipheriv, createDecipheriv: broken })],
    [
      'it encrypts something else',
      runtime({
        createCipheriv: (name: 'chacha20-poly1305', _key: unknown, nonce: Uint8Array, options: { authTagLength: 16 }) =>
          crypto.createCipheriv(name, countingBytes(32, 9), nonce, options),
        createDecipheriv: crypto.createDecipheriv,
      }),
    ],
    [
      'it takes any tag',
      runtime({
        createCipheriv: crypto.createCipheriv,
        createDecipheriv: (...inputs: [name: 'chacha20-poly1305', key: Uint8Array, nonce: Uint8Array]) =>
          Object.assign(crypto.createDecipheriv(...inputs, { authTagLength: 16 }), { final: () => new Uint8Array(0) }),
      }),
    ],
  ])('is nobleAead where %s', (_, scope) => {
    expect(platformAead(scope)).toBe(nobleAead);
  });
});
