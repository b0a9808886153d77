/** Why a channel could not deliver, apart from any JSON-RPC error that the other side answered with. */

/** What went wrong with the channel. */
export type TransportErrorCode =
  /** The other side could not be reached, or went away. */
  | 'unreachable'
  /** The channel was closed on this side. */
  | 'closed'
  /** The message can't be sent: it is not JSON, or a part of it can't be put in a header. */
  | 'invalid_message'
  /** The other side answered with something that is not a response to the request. */
  | 'invalid_response'
  /** The other side's HTTP status says no, without a JSON-RPC error to explain it. */
  | 'http_status'
  /** A message went over a limit of this side. */
  | 'too_large';

/** A channel's failure. The message says what to do; `cause` has what the platform said. */
export class TransportError extends Error {
  override readonly name: string = 'TransportError';
  readonly code: TransportErrorCode;
  /** The HTTP status, for `http_status`. */
  readonly status: number | undefined;

  constructor(code: TransportErrorCode, message: string, options: { cause?: unknown; status?: number } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.status = options.status;
  }
}
