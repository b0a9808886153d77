/** What goes wrong in a test, told so that its author sees what was expected and what came instead. */

/** What was wrong. */
export type TestingErrorCode =
  /** A key was asked that the script does not have. */
  | 'unscripted'
  /** A key was asked more often than the script has answers. */
  | 'used_up'
  /** The answer is not of the kind that was asked for. */
  | 'wrong_kind'
  /** Answers were left that nobody asked for. */
  | 'unused'
  /** An entry of the script is no answer at all. */
  | 'invalid_entry'
  /** A time that no clock can show, or a number of timers that none can run. */
  | 'invalid_option'
  /** What is waited for has not come, and no timer is left that could lead to it. */
  | 'stuck'
  /** What is waited for has not come after as many timers as were allowed. */
  | 'too_many_timers';

/** What went wrong. A client wraps what a script throws, and has it as its error's `cause`. */
export class TestingError extends Error {
  override readonly name: string = 'TestingError';
  readonly code: TestingErrorCode;
  /** The key of the question or entry, where it is about a single one. */
  readonly key: string | undefined;

  constructor(code: TestingErrorCode, message: string, key?: string) {
    super(message);
    this.code = code;
    this.key = key;
  }
}

const QUOTED_CHARACTERS = 80;

/** A peer's text made fit for a message: quoted, escaped, and cut when it is long. */
export function quote(text: string): string {
  return JSON.stringify(text.length > QUOTED_CHARACTERS ? `${text.slice(0, QUOTED_CHARACTERS)}…` : text);
}
