/**
 * The keys of a service, in order: the first seals, all verify, so keys can be replaced without losing a token.
 *
 * RFC 5869 derives two values from each master key: the cipher's key, and an id of full length. The id commits to the
 * key, so that one token opens under one key only, which Poly1305 by itself does not promise.
 */
import { equalBytes, isBytes } from '@noble/ciphers/utils.js';
import { deriveKey } from './derive.js';
import { SealError } from './reasons.js';
import { encodeUtf8 } from './utf8.js';

/** How many bytes a master key has at least, and a key id exactly. */
const keyBytes = 32;

/** What is derived from one master key. */
export interface RingKey {
  /** Says which key sealed a token; 32 bytes, no secret. */
  readonly id: Uint8Array;
  /** The cipher's key, 32 bytes. */
  readonly key: Uint8Array;
  /** What is bound under the tag beside the ciphertext: the format, its prefix and the key id. */
  readonly associatedData: Uint8Array;
}

/** The derived keys, ready to use. */
export interface KeyRing {
  /** The first key. */
  readonly sealing: RingKey;
  /** The key with this id, compared with each in constant time. */
  find(id: Uint8Array): RingKey | undefined;
}

/**
 * Derives at once and keeps none of the bytes that it was given. `format` goes into the associated data.
 *
 * Throws `SealError` ('invalid_key') for a list that is empty or no list, and for a key that is short, mistyped or there
 * twice: the message names its index and a command that makes a good one.
 */
export function keyRing(keys: readonly (Uint8Array | string)[], format: string): KeyRing {
  if (!Array.isArray(keys) || keys.length === 0) {
    throw new SealError('invalid_key', `keys must be a list of at least one key. ${advice}`);
  }
  const masters = keys.map(masterKey);
  masters.forEach((master, index) => {
    const twin = masters.findIndex((other) => equalBytes(other, master));
    if (twin < index) {
      throw new SealError('invalid_key', `keys[${index}] is the same key as keys[${twin}]. Remove one of them.`);
    }
  });
  const ring = masters.map((master) => ringKey(master, format));
  return {
    sealing: ring[0] as RingKey,
    find(id) {
      let found: RingKey | undefined;
      for (const candidate of ring) if (equalBytes(candidate.id, id)) found = candidate;
      return found;
    },
  };
}

const advice = 'A good one: openssl rand -base64 32';

function masterKey(key: unknown, index: number): Uint8Array {
  const bytes = typeof key === 'string' ? encodeUtf8(key) : isBytes(key) ? key : undefined;
  if (bytes === undefined) {
    const found = key === null ? 'null' : typeof key;
    throw new SealError('invalid_key', `keys[${index}] must be a Uint8Array or a string, not ${found}. ${advice}`);
  }
  if (bytes.length < keyBytes) {
    throw new SealError(
      'invalid_key',
      `keys[${index}] has ${bytes.length} bytes; a key needs at least ${keyBytes}. ${advice}`,
    );
  }
  return bytes;
}

function ringKey(master: Uint8Array, format: string): RingKey {
  const id = deriveKey(master, undefined, encodeUtf8('mrtr seal v1 key id'), keyBytes);
  const label = encodeUtf8(format);
  const associatedData = new Uint8Array(label.length + id.length);
  associatedData.set(label);
  associatedData.set(id, label.length);
  return { id, key: deriveKey(master, undefined, encodeUtf8('mrtr seal v1 key'), keyBytes), associatedData };
}
