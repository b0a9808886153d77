/** Mistakes of the server's author, found where they are made: at registration or when an interim result is built. */

/** What was wrong. */
export type ServerErrorCode =
  /** A name, URI or template that is already taken. */
  | 'duplicate_name'
  /** A definition that can't be served. */
  | 'invalid_definition'
  /** A schema that can't be rendered, or not in the form that the protocol allows there. */
  | 'invalid_schema'
  /** An interim result with nothing to ask and no state (Specification 2026-07-28, basic/patterns/mrtr). */
  | 'invalid_interim_result'
  /** The state of an interim result could not be sealed. */
  | 'state_not_sealed'
  /** A middleware, handler or option that does not fit the server. */
  | 'invalid_configuration'
  /** Resolvers that don't fit what they are declared on: an `InvalidSignatureError`. */
  | 'invalid_signature'
  /** An answer that does not fit the question's schema. */
  | 'unfit_answer'
  /** The person said no to what a parameter needs. */
  | 'declined'
  /** A resolver threw, took too long, or returned what it can't: the cause says which. */
  | 'resolver_failed'
  /** A resolver took longer than it may. */
  | 'resolver_timeout'
  /** A resolver asked another question in every round. */
  | 'unstable_question'
  /** In a session, a call waited for so long that its client may have left. */
  | 'endless_wait'
  /** A body behind resolvers returned an interim result. */
  | 'mixed_forms';

/**
 * An error for the author of a server. It never crosses the wire, except for what the caller has to know: an `unfit_answer`,
 * `declined`, `resolver_failed`, `unstable_question` or `mixed_forms`.
 */
export class ServerError extends Error {
  override readonly name: string = 'ServerError';
  readonly code: ServerErrorCode;

  constructor(code: ServerErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
  }
}
