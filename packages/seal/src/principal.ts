/**
 * The claim that says for whom a token was sealed, without saying who that is.
 *
 * Salted, so that two tokens of one principal have nothing in common even where a codec of your own keeps no secrets.
 */
import { equalBytes } from '@noble/ciphers/utils.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base64Url } from './base64url.js';
import type { RandomBytes } from './random.js';
import { encodeUtf8 } from './utf8.js';

/** How many random bytes a claim takes. */
export const saltLength = 16;
const digestLength = 32;

/** Salt and SHA-256 digest in base64url: 64 characters. */
export function claimPrincipal(principal: string, randomBytes: RandomBytes): string {
  const salt = randomBytes(saltLength);
  const claim = new Uint8Array(saltLength + digestLength);
  claim.set(salt);
  claim.set(digest(salt, principal), saltLength);
  return base64Url.encode(claim);
}

/** Whether the claim was made for this principal, compared in constant time. Undefined when it is no claim at all. */
export function isPrincipal(claim: string, principal: string): boolean | undefined {
  const bytes = base64Url.decode(claim);
  if (bytes?.length !== saltLength + digestLength) return undefined;
  return equalBytes(bytes.subarray(saltLength), digest(bytes.subarray(0, saltLength), principal));
}

function digest(salt: Uint8Array, principal: string): Uint8Array {
  // As JSON, because UTF-8 has one replacement for every lone surrogate, and two principals must not become one.
  return sha256
    .create()
    .update(salt)
    .update(encodeUtf8(JSON.stringify(principal)))
    .digest();
}
