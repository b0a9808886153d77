import { describe, expect, it } from 'vitest';
import { deriveKey } from '../src/derive.js';
import { fromHex, toHex } from './support/bytes.js';
import { itPassesWycheproof } from './support/wycheproof.js';
import rfc5869 from './vectors/rfc5869.json' with { type: 'json' };

interface HkdfGroup {
  readonly tests: readonly {
    readonly tcId: number;
    readonly ikm: string;
    readonly salt: string;
    readonly info: string;
    readonly size: number;
    readonly okm: string;
    readonly result: 'valid' | 'invalid';
  }[];
}

describe('key derivation', () => {
  it.each(rfc5869.tests)('derives what RFC 5869 $name says', ({ secret, salt, info, length, key }) => {
    expect(toHex(deriveKey(fromHex(secret), fromHex(salt), fromHex(info), length))).toBe(key);
  });

  itPassesWycheproof<HkdfGroup>('hkdf_sha256_test.json', "passes Wycheproof's HKDF vectors", (suite) => {
    let ran = 0;
    for (const test of suite.testGroups.flatMap((group) => group.tests)) {
      const derive = () => toHex(deriveKey(fromHex(test.ikm), fromHex(test.salt), fromHex(test.info), test.size));
      if (test.result === 'valid') expect(derive(), `test ${test.tcId}`).toBe(test.okm);
      else expect(derive, `test ${test.tcId}`).toThrow();
      ran++;
    }
    expect(ran).toBe(suite.numberOfTests);
  });
});
