/**
 * The two errors of this package: a token that is refused, and a use of the package that can't work.
 *
 * MCP 2026-07-28, basic/patterns/mrtr: a server must treat `requestState` as hostile input and refuse what it did not
 * mint. The reasons are for its log; whoever sent the token learns none of them.
 */

/** Every reason for which a token is refused, as a list. */
export const rejectionReasons = [
  /** Not a string, not in our alphabet or length, or a true seal around bytes that are no envelope. */
  'malformed',
  /** Longer than `maxBytes`; refused before it was decoded. */
  'oversize',
  /** Another version of the token or of the envelope. */
  'version',
  /** Sealed under a key that is not in the ring: retired, of another service, or of a process that has ended. */
  'unknown_key',
  /** A known key, but not the bytes that it sealed. */
  'tag',
  /** The `ttl` of the round is over. */
  'expired',
  /** Issued more than `clockSkewSeconds` after now: the clocks of two instances disagree. */
  'future',
  /** Sealed for another method. */
  'method',
  /** Sealed for another tool, prompt or resource. */
  'target',
  /** Sealed for other arguments, or the arguments can't be digested. */
  'arguments',
  /** Sealed by another service. */
  'audience',
  /** Sealed for another principal. */
  'principal',
  /** A principal on one side only: sealed with one and opened without, or the other way round. */
  'principal_drift',
  /** The function that names the principal threw. */
  'binder_error',
  /** The codec threw something other than `InvalidRequestStateError`, or returned no bytes. */
  'codec_error',
  /** The `flowTtl` of the whole flow is over. */
  'flow_expired',
  /** The token was used before, and may be used once. */
  'replayed',
] as const;

/** Why a token was refused: a closed set, fit for a metric's label. */
export type RejectionReason = (typeof rejectionReasons)[number];

/**
 * A token that is not accepted. The message is always the same and may travel; `reason` and `cause` are for logs on
 * this side. A codec of your own throws it for what it did not mint.
 *
 * @example
 * ```ts
 * unseal(token) {
 *   const bytes = store.get(token);
 *   if (!bytes) throw new InvalidRequestStateError('unknown_key');
 *   return bytes;
 * }
 * ```
 */
export class InvalidRequestStateError extends Error {
  override readonly name: string = 'InvalidRequestStateError';
  /** Why, for the log. */
  readonly reason: RejectionReason;

  constructor(reason: RejectionReason = 'malformed', options: { cause?: unknown } = {}) {
    super('Invalid or expired requestState', options.cause === undefined ? undefined : { cause: options.cause });
    this.reason = reason;
  }
}

/** What was wrong with a use of this package. */
export type SealErrorCode =
  /** A key is missing, short, twice in the ring, or not a key. */
  | 'invalid_key'
  /** An option has a value that can't work. */
  | 'invalid_option'
  /** The sealed token would be longer than `maxBytes`. */
  | 'state_too_large'
  /** A value has no canonical JSON. */
  | 'not_canonical'
  /** A claim has the wrong type: what would be sealed could never be opened. */
  | 'invalid_claims'
  /** A codec of your own returned something other than a token. */
  | 'invalid_codec';

/** A mistake in how this package is used. The message says what to do, and holds no key, token, state or principal. */
export class SealError extends Error {
  override readonly name: string = 'SealError';
  readonly code: SealErrorCode;

  constructor(code: SealErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
  }
}
