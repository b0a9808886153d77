/**
 * How an `authenticate` function turns a caller away.
 *
 * Specification 2026-07-28, basic/authorization: 401 without a valid token, 403 for one that does not suffice, both
 * with a `WWW-Authenticate` challenge (RFC 6750, section 3).
 */

/** `unauthorized` is answered with 401, `forbidden` with 403. */
export type AuthRefusalCode = 'unauthorized' | 'forbidden';

/** Thrown by `authenticate`. Neither its message nor its cause is sent; the challenge is. */
export class AuthRefusal extends Error {
  override readonly name: string = 'AuthRefusal';
  readonly code: AuthRefusalCode;
  /** The value of `WWW-Authenticate`. */
  readonly challenge: string;

  /**
   * @param options.challenge default: `Bearer`.
   * @throws {TypeError} for a challenge that no header can carry.
   */
  constructor(code: AuthRefusalCode, options: { challenge?: string | undefined; cause?: unknown } = {}) {
    super(
      code === 'unauthorized' ? 'The request has no valid credential' : 'The credential does not allow this',
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.code = code;
    this.challenge = options.challenge ?? 'Bearer';
    if (!/^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(this.challenge)) {
      throw new TypeError('A challenge must be visible ASCII on one line');
    }
  }
}
