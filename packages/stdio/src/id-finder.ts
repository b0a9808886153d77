/**
 * Finds the id in a message that is not going to be parsed, so that whoever waits for it can be told.
 *
 * Specification 2026-07-28, basic/index "Responses": an error carries the id of its request, unless that can't be read.
 * A line over the limit is looked through piece by piece as it goes by, in constant memory.
 */
import { isRequestId, type RequestId } from '@mrtr/types';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** The longest id that is found, in bytes, its quotes included. */
const MAX_ID_BYTES = 1024;

/** Looks for the member `id` of the outermost object. Invalid JSON gives any answer. */
export class IdFinder {
  /** What was found so far. */
  id: RequestId | undefined;
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** The bytes of the current key or value of the outermost object, one longer than what can be an id at most. */
  #token: number[] = [];
  #isId = false;

  /** Takes the next piece. Does nothing once the id is found. */
  push(piece: Uint8Array): void {
    for (const byte of piece) {
      if (this.id !== undefined) return;
      if (this.#inString) this.#stepInString(byte);
      else this.#step(byte);
    }
  }

  #stepInString(byte: number): void {
    this.#collect(byte);
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) this.#inString = false;
  }

  #step(byte: number): void {
    if (byte === QUOTE) {
      this.#inString = true;
      this.#collect(byte);
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      this.#collect(byte);
      this.#depth += 1;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      if (this.#depth === 1) this.#endMember();
      this.#depth -= 1;
    } else if (this.#depth === 1 && byte === COLON) {
      this.#isId = textOf(this.#token) === '"id"';
      this.#token = [];
    } else if (this.#depth === 1 && byte === COMMA) {
      this.#endMember();
    } else if (byte > 0x20) {
      this.#collect(byte);
    }
  }

  #collect(byte: number): void {
    if (this.#depth === 1 && this.#token.length <= MAX_ID_BYTES) this.#token.push(byte);
  }

  #endMember(): void {
    if (this.#isId && this.#token.length <= MAX_ID_BYTES) this.id = idIn(textOf(this.#token));
    this.#isId = false;
    this.#token = [];
  }
}

function textOf(bytes: readonly number[]): string {
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

function idIn(text: string): RequestId | undefined {
  try {
    const id: unknown = JSON.parse(text);
    return isRequestId(id) ? id : undefined;
  } catch {
    return undefined;
  }
}
