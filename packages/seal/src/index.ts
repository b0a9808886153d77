/**
 * Sealed, expiring, bound tokens for state that a client carries between two requests.
 *
 * Made for `requestState` of MCP 2026-07-28 (basic/patterns/mrtr), and knows nothing else of MCP.
 */
export { nobleAead, type Aead } from './aead.js';
export { aeadCodec, type AeadCodec, type AeadCodecOptions } from './aead-codec.js';
export { canonicalJson, digestArguments } from './canonical.js';
export type { RequestStateCodec } from './codec.js';
export { clockSkewSeconds, type Asked, type Binding, type FlowClaims, type SealedState } from './envelope.js';
export type { PolicyOptions, PrincipalBinder, Rejection, RequestStateSecurityOptions } from './policy.js';
export type { RandomBytes } from './random.js';
export {
  InvalidRequestStateError,
  rejectionReasons,
  SealError,
  type RejectionReason,
  type SealErrorCode,
} from './reasons.js';
export { RequestStateSecurity } from './security.js';
