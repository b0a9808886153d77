/**
 * SHA-256 of a text, by the fastest implementation that the runtime has. It is asked for in every round of every flow.
 *
 * FIPS 180-4. `process.getBuiltinModule` gives `node:crypto` without an import, so this runs in browsers as it is.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { base64Url } from './base64url.js';
import type { PlatformScope } from './platform-aead.js';
import { encodeUtf8 } from './utf8.js';

/** From a text without lone surrogates to its digest in base64url. */
export type DigestText = (text: string) => string;

const nobleDigest: DigestText = (text) => base64Url.encode(sha256(encodeUtf8(text)));

/** What is needed of `node:crypto`; Node 20.12 has it. */
interface HashingCrypto {
  readonly hash?: ((algorithm: string, text: string, encoding: 'base64url') => string) | undefined;
}

/** The runtime's own implementation where it has one that agrees, an eighth of the cost, else that of @noble/hashes. */
export function platformDigest(scope: PlatformScope): DigestText {
  try {
    const { getBuiltinModule } = scope.process ?? {};
    const { hash } = typeof getBuiltinModule === 'function' ? (getBuiltinModule('crypto') as HashingCrypto) : {};
    if (hash === undefined) return nobleDigest;
    const native: DigestText = (text) => hash('sha256', text, 'base64url');
    return SAMPLES.every((sample) => native(sample) === nobleDigest(sample)) ? native : nobleDigest;
  } catch {
    // A runtime that only looks like Node, or one whose policy rules the digest out.
    return nobleDigest;
  }
}

const SAMPLES = ['', '{"a":[1,"é\\ud800",{"b":"𝄞"}]}', 'x'.repeat(200)];
