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
  /** An answer that does not fit the question's schema; its message is for whoever sent it. */
  | 'unfit_answer';

/** An error for the author of a server. It never crosses the wire, except that of an `unfit_answer`. */
export class ServerError extends Error {
  override readonly name: string = 'ServerError';
  readonly code: ServerErrorCode;

  constructor(code: ServerErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
  }
}
