/**
 * One secret into many keys that tell nothing about each other.
 *
 * RFC 5869, HKDF with SHA-256.
 */
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';

/** `length` bytes (at most 8160) for the purpose that `info` names. An absent salt is 32 zero bytes, as RFC 5869 has it. */
export function deriveKey(
  secret: Uint8Array,
  salt: Uint8Array | undefined,
  info: Uint8Array,
  length: number,
): Uint8Array {
  return hkdf(sha256, secret, salt, info, length);
}
