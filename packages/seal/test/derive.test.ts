import { describe, expect, it } from 'vitest';
import { deriveKey } from '../src/derive.js';
import { fromHex, toHex } from './support/bytes.js';
import rfc5869 from './vectors/rfc5869.json' with { type: 'json' };

describe('key derivation', () => {
  it.each(rfc5869.tests)('derives what RFC 5869 $name says', ({ secret, salt, info, length, key }) => {
    expect(toHex(deriveKey(fromHex(secret), fromHex(salt), fromHex(info), length))).toBe(key);
  });
});
