/**
 * The form of a token: `v1.` and, in base64url, key id (32 bytes), nonce (24), ciphertext and tag (16).
 *
 * RFC 4648 section 5. URL-safe, and one string for one sealing: what is spelled in any other way is refused unread.
 */
import { base64Url } from './base64url.js';
import { stepFor } from './padding.js';
import { InvalidRequestStateError } from './reasons.js';

/** What every token of this version begins with; bound under the tag as part of {@link tokenFormat}. */
const prefix = 'v1.';

/** The name of the cipher and the prefix, for the associated data. */
export const tokenFormat = `mrtr seal XChaCha20-Poly1305 ${prefix}`;

const idLength = 32;
/** How many random bytes a nonce has. */
export const nonceLength = 24;
const tagLength = 16;
const headLength = idLength + nonceLength;

/** A token's parts. */
export interface TokenParts {
  readonly keyId: Uint8Array;
  readonly nonce: Uint8Array;
  /** The ciphertext and its tag. */
  readonly ciphertext: Uint8Array;
}

/** Writes the parts as a token. */
export function formatToken({ keyId, nonce, ciphertext }: TokenParts): string {
  const bytes = new Uint8Array(headLength + ciphertext.length);
  bytes.set(keyId);
  bytes.set(nonce, idLength);
  bytes.set(ciphertext, headLength);
  return prefix + base64Url.encode(bytes);
}

/**
 * Reads a token, without any cryptography. Throws `InvalidRequestStateError`: 'version' for another prefix, 'malformed'
 * for what can't be a token of ours by its alphabet or its length.
 */
export function parseToken(token: string): TokenParts {
  if (!token.startsWith(prefix)) {
    throw new InvalidRequestStateError(/^[A-Za-z0-9]{1,8}\./.test(token) ? 'version' : 'malformed');
  }
  const bytes = base64Url.decode(token.slice(prefix.length));
  const padded = (bytes?.length ?? 0) - headLength - tagLength;
  if (bytes === undefined || padded <= 0 || stepFor(padded) !== padded) throw new InvalidRequestStateError('malformed');
  return {
    keyId: bytes.subarray(0, idLength),
    nonce: bytes.subarray(idLength, headLength),
    ciphertext: bytes.subarray(headLength),
  };
}
