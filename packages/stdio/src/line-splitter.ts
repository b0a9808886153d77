/**
 * Cuts a stream of bytes into lines, none of them over a limit.
 *
 * Specification 2026-07-28, basic/transports/stdio: one message a line. It works on bytes, so that a character may arrive
 * in pieces, and copies nothing where a line arrives in one.
 */
import type { RequestId } from '@mrtr/types';
import { IdFinder } from './id-finder.js';

const NEWLINE = 0x0a;
/** A buffer that grew beyond this for one long line is not kept for the next. */
const KEPT_BYTES = 64 * 1024;

/** Takes what comes of the bytes, in order. */
export interface LineHandlers {
  /** A line without its newline. The bytes are only lent: they are overwritten after the call. */
  onLine(line: Uint8Array): void;
  /** A line went over the limit and is skipped. Called once: when its id is found, or at its end without. */
  onTooLong(id: RequestId | undefined): void;
}

export class LineSplitter {
  readonly #maxBytes: number;
  readonly #handlers: LineHandlers;
  /** The line that has begun, in the first `#length` bytes. */
  #buffer = new Uint8Array(0);
  #length = 0;
  /** What looks for the id in the line that is being skipped. */
  #skipping: IdFinder | undefined;
  #reported = false;

  constructor(maxBytes: number, handlers: LineHandlers) {
    this.#maxBytes = maxBytes;
    this.#handlers = handlers;
  }

  push(chunk: Uint8Array): void {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, start);
      if (end === -1) break;
      this.#take(chunk.subarray(start, end), true);
      start = end + 1;
    }
    if (start < chunk.length) this.#take(chunk.subarray(start), false);
  }

  /** The stream has ended. What stands after the last newline is a line, too: newlines stand between messages. */
  end(): void {
    if (this.#length > 0 || this.#skipping !== undefined) this.#take(new Uint8Array(0), true);
  }

  #take(piece: Uint8Array, isLast: boolean): void {
    if (this.#skipping === undefined) {
      const length = this.#length + piece.length;
      if (length <= this.#maxBytes) {
        if (!isLast) return this.#append(piece);
        if (this.#length === 0) return this.#handlers.onLine(piece);
        this.#append(piece);
        const line = this.#buffer.subarray(0, length);
        this.#forget();
        return this.#handlers.onLine(line);
      }
      this.#skipping = new IdFinder();
      this.#skipping.push(this.#buffer.subarray(0, this.#length));
      this.#forget();
    }
    this.#skip(this.#skipping, piece, isLast);
  }

  #skip(finder: IdFinder, piece: Uint8Array, isLast: boolean): void {
    finder.push(piece);
    const report = !this.#reported && (isLast || finder.id !== undefined);
    this.#reported = !isLast && (report || this.#reported);
    if (isLast) this.#skipping = undefined;
    if (report) this.#handlers.onTooLong(finder.id);
  }

  #append(piece: Uint8Array): void {
    const length = this.#length + piece.length;
    if (length > this.#buffer.length) {
      const grown = new Uint8Array(Math.max(length, Math.min(2 * this.#buffer.length, this.#maxBytes), 1024));
      grown.set(this.#buffer.subarray(0, this.#length));
      this.#buffer = grown;
    }
    this.#buffer.set(piece, this.#length);
    this.#length = length;
  }

  #forget(): void {
    this.#length = 0;
    if (this.#buffer.length > KEPT_BYTES) this.#buffer = new Uint8Array(0);
  }
}
