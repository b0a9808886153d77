/**
 * Project Wycheproof's vectors, which lie beside a checkout of this repository and are not part of it.
 * Where they are not there, these tests fail in CI, and elsewhere show up as skipped.
 */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nobleAead } from '@mrtr/seal';
import { nodeAead } from '@mrtr/seal/node';
import { deriveKey } from '../src/derive.js';
import { fromHex, toHex } from './support/bytes.js';
import { outcomeOf } from './support/refusal.js';

interface Suite<Test> {
  readonly numberOfTests: number;
  readonly testGroups: readonly { readonly tests: readonly Test[] }[];
}

type HkdfTest = Record<'ikm' | 'salt' | 'info' | 'okm' | 'result', string> & { readonly size: number };
type AeadTest = Record<'key' | 'iv' | 'aad' | 'msg' | 'ct' | 'tag' | 'result', string>;

const folder = new URL('../../../../shared/vectors/', import.meta.url);
const files = ['hkdf_sha256_test.json', 'xchacha20_poly1305_test.json'];
const missing = files.filter((file) => !existsSync(new URL(file, folder)));

/** The vectors with a name each; none where they are missing, so that the tests can be declared. */
function vectors<Test>(file: string): Test[] {
  if (missing.length > 0) return [];
  const suite = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Suite<Test>;
  const tests = suite.testGroups.flatMap((group) => group.tests);
  expect(tests).toHaveLength(suite.numberOfTests);
  return tests;
}

it("Wycheproof's vectors are there, in CI", () => {
  if (missing.length > 0 && process.env['CI'] !== 'true') {
    console.warn('@mrtr/seal did not run against the vectors of Wycheproof: they are not in ../shared/vectors');
    return;
  }
  expect(missing).toEqual([]);
});

describe.skipIf(missing.length > 0)("Wycheproof's vectors (not run where ../shared/vectors is missing)", () => {
  it('agree with the derivation of keys', () => {
    for (const test of vectors<HkdfTest>('hkdf_sha256_test.json')) {
      const derived = outcomeOf(() =>
        toHex(deriveKey(fromHex(test.ikm), fromHex(test.salt), fromHex(test.info), test.size)),
      );
      expect({ ...test, derived }).toEqual({ ...test, derived: test.result === 'valid' ? test.okm : 'refused' });
    }
  });

  it.each([
    { name: 'nobleAead', aead: nobleAead },
    { name: 'nodeAead', aead: nodeAead },
  ])('agree with $name', ({ aead }) => {
    for (const test of vectors<AeadTest>('xchacha20_poly1305_test.json')) {
      const [key, nonce, aad] = [fromHex(test.key), fromHex(test.iv), fromHex(test.aad)];
      const decrypted = outcomeOf(() => toHex(aead.decrypt(key, nonce, fromHex(test.ct + test.tag), aad)));
      expect({ ...test, decrypted }).toEqual({ ...test, decrypted: test.result === 'valid' ? test.msg : 'refused' });
      if (test.result !== 'valid') continue;
      expect(toHex(aead.encrypt(key, nonce, fromHex(test.msg), aad))).toBe(test.ct + test.tag);
    }
  });
});
