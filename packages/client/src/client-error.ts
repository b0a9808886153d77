/**
 * What goes wrong on the client's side of a call, apart from the errors that a server answers with (`ProtocolError`)
 * and those of the channel (`TransportError`). Specification 2026-07-28, basic/index "Error Codes": local errors are
 * never dressed up as JSON-RPC ones, so their codes are words.
 */
import type { SavedCall } from './saved-call.js';

/** What went wrong. */
export type ClientErrorCode =
  /** An option or argument that can't be used. */
  | 'invalid_option'
  /** The client was closed. */
  | 'closed'
  /** One request had no response within `timeoutMs`. */
  | 'timeout'
  /** The whole flow did not finish within `deadlineMs`. */
  | 'deadline'
  /** The server still asks for input after the last round that the options allow. The error carries the pending call. */
  | 'too_many_rounds'
  /** A single leg was sent without `allowInputRequired`, and the server asks for input. The error carries the pending call. */
  | 'input_required'
  /** The server's response is not what the protocol allows there. */
  | 'invalid_result'
  /** An input request that is malformed, unsafe to show, or of an unknown kind. */
  | 'invalid_question'
  /** An input request for a capability that this client did not declare. */
  | 'capability_not_declared'
  /** The capability is declared, but no callback is registered to answer. */
  | 'no_callback'
  /** A callback threw. Its error is the `cause`, and is never sent. */
  | 'callback_failed'
  /** An answer that does not fit its question, or that can't be sent as JSON. */
  | 'invalid_answer'
  /** The next round was asked for before this one was answered. */
  | 'unanswered'
  /** The result was asked for before the rounds were through. */
  | 'unfinished'
  /** More input requests, or a larger state, than the options allow. */
  | 'limit_exceeded'
  /** What `resume` was given is not a saved call of this version. */
  | 'invalid_saved_call'
  /** The call has finished: there is nothing left to save or to run. */
  | 'call_finished'
  /** Two things drive one pending call at the same time. */
  | 'call_busy'
  /** The server does not speak a version of the protocol that this client does. */
  | 'unsupported_version';

/** What a `ClientError` knows beside its message. */
export interface ClientErrorDetails {
  /** What was thrown underneath. It stays on this side of the wire. */
  readonly cause?: unknown;
  /** The key of the input request that the error is about. */
  readonly key?: string | undefined;
  /** The field of the form that the error is about. */
  readonly field?: string | undefined;
  /** The call as it stood, for `client.resume`. */
  readonly pending?: SavedCall | undefined;
}

/** A failure of this side. The message says what to do, and holds nothing that a person answered. */
export class ClientError extends Error {
  override readonly name: string = 'ClientError';
  readonly code: ClientErrorCode;
  /** The key of the input request that the error is about, as the server chose it. */
  readonly key: string | undefined;
  /** The field of the form that the error is about. */
  readonly field: string | undefined;
  // Private, so that printing an error never prints the state of a call.
  readonly #pending: SavedCall | undefined;

  constructor(code: ClientErrorCode, message: string, details: ClientErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.key = details.key;
    this.field = details.field;
    this.#pending = details.pending;
  }

  /** The call as it stood, for `client.resume`: with `too_many_rounds` and `input_required`. */
  get pending(): SavedCall | undefined {
    return this.#pending;
  }
}

const QUOTED_CHARACTERS = 80;

/** A peer's text made fit for a message: quoted, escaped, and cut when it is long. */
export function quote(text: string): string {
  return JSON.stringify(text.length > QUOTED_CHARACTERS ? `${text.slice(0, QUOTED_CHARACTERS)}…` : text);
}
