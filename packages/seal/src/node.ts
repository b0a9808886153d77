/**
 * The same cipher on `node:crypto`, by name: identical tokens, several times faster where the state is large.
 *
 * The default finds it by itself where the runtime hands out its built-ins; this entry is for naming it, and for those
 * that don't.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Aead } from './aead.js';
import { nativeAead } from './native-aead.js';

/**
 * XChaCha20-Poly1305 by `node:crypto`, for the option `aead`. Opens what any other implementation sealed and the other
 * way round.
 *
 * @example
 * ```ts
 * import { RequestStateSecurity } from '@mrtr/seal';
 * import { nodeAead } from '@mrtr/seal/node';
 *
 * const security = new RequestStateSecurity({ keys: [key], aead: nodeAead });
 * ```
 */
export const nodeAead: Aead = nativeAead({ createCipheriv, createDecipheriv });
