/**
 * The default codec: encrypts, authenticates, and hides the length in steps.
 *
 * MCP 2026-07-28, basic/patterns/mrtr: integrity protection is a must for state that matters; secrecy comes with it.
 */
import { isBytes } from '@noble/ciphers/utils.js';
import type { Aead } from './aead.js';
import type { RequestStateCodec } from './codec.js';
import { keyRing } from './key-ring.js';
import { pad, unpad } from './padding.js';
import { platformAead } from './platform-aead.js';
import { drawRandom, type RandomBytes } from './random.js';
import { InvalidRequestStateError, SealError } from './reasons.js';
import { formatToken, nonceLength, parseToken, tokenFormat } from './token.js';

/** What {@link aeadCodec} takes. */
export interface AeadCodecOptions {
  /** `keys[0]` seals, all verify. Each has at least 32 bytes; a string counts as its UTF-8. They are copied. */
  readonly keys: readonly (Uint8Array | string)[];
  /**
   * Who computes the cipher: `nobleAead`, or `nodeAead` of `@mrtr/seal/node`. Default: the runtime's own where it has one,
   * else {@link nobleAead}. The tokens are the same.
   */
  readonly aead?: Aead | undefined;
  /** Where nonces come from. Default: `crypto.getRandomValues`. Two equal nonces under one key end all secrecy. */
  readonly randomBytes?: RandomBytes | undefined;
}

/** A codec that answers at once. */
export interface AeadCodec extends RequestStateCodec {
  seal(bytes: Uint8Array): string;
  unseal(token: string): Uint8Array;
}

/**
 * XChaCha20-Poly1305 under a ring of keys. A token is opaque, URL-safe and valid as long as its key is in the ring:
 * expiry and binding are for whoever uses the codec.
 *
 * `seal` throws `SealError` for what are not bytes. `unseal` throws `InvalidRequestStateError` with the reason
 * 'malformed', 'version', 'unknown_key' or 'tag'.
 *
 * @example
 * ```ts
 * const codec = aeadCodec({ keys: [crypto.getRandomValues(new Uint8Array(32))] });
 * const token = codec.seal(new TextEncoder().encode('for my eyes only'));
 * new TextDecoder().decode(codec.unseal(token)); // 'for my eyes only'
 * ```
 */
export function aeadCodec(options: AeadCodecOptions): AeadCodec {
  const ring = keyRing(options.keys, tokenFormat);
  const { randomBytes } = options;
  let { aead } = options;
  if (aead !== undefined && (typeof aead?.encrypt !== 'function' || typeof aead.decrypt !== 'function')) {
    throw new SealError('invalid_option', 'aead must have encrypt and decrypt. Leave it out for the default.');
  }
  // Chosen and compared when it is first needed: a server that never asks anything doesn't pay for that.
  const cipher = (): Aead => (aead ??= platformAead(globalThis));
  return {
    seal(bytes) {
      if (!isBytes(bytes)) {
        throw new SealError('invalid_option', 'seal takes a Uint8Array. Encode text with a TextEncoder first.');
      }
      const { id, key, associatedData } = ring.sealing;
      const nonce = drawRandom(randomBytes, nonceLength);
      return formatToken({ keyId: id, nonce, ciphertext: cipher().encrypt(key, nonce, pad(bytes), associatedData) });
    },
    unseal(token) {
      if (typeof token !== 'string') throw new InvalidRequestStateError('malformed');
      const { keyId, nonce, ciphertext } = parseToken(token);
      const found = ring.find(keyId);
      if (found === undefined) throw new InvalidRequestStateError('unknown_key');
      let padded: Uint8Array;
      try {
        padded = cipher().decrypt(found.key, nonce, ciphertext, found.associatedData);
      } catch (cause) {
        throw new InvalidRequestStateError('tag', { cause });
      }
      return unpad(padded);
    },
  };
}
