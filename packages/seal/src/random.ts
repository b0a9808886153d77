/**
 * Where randomness comes in: one function type, its default, and the check that it did what it was asked.
 *
 * A short nonce would silently end the secrecy of everything sealed, so the length is checked on every draw.
 */
import { isBytes, randomBytes as platformRandomBytes } from '@noble/ciphers/utils.js';
import { SealError } from './reasons.js';

/** Returns that many bytes from a cryptographic source. The default is `crypto.getRandomValues`. */
export type RandomBytes = (length: number) => Uint8Array;

/** Draws from `source`, or from the platform. Throws `SealError` ('invalid_option') when it gives another length. */
export function drawRandom(source: RandomBytes | undefined, length: number): Uint8Array {
  const bytes = source === undefined ? platformRandomBytes(length) : source(length);
  if (!isBytes(bytes) || bytes.length !== length) {
    throw new SealError('invalid_option', `randomBytes(${length}) must return a Uint8Array of ${length} bytes.`);
  }
  return bytes;
}
