/**
 * What a server writes to stderr, as lines, and the last of them for the message of an error.
 *
 * Specification 2026-07-28, basic/transports/stdio: UTF-8 for any purpose; it may be captured, and need not mean an error.
 */

/** A longer line comes in pieces of so many characters. */
const MAX_LINE_CHARS = 8192;

/** Cuts text into lines. */
export class TextLines {
  readonly #onLine: (line: string) => void;
  readonly #decoder = new TextDecoder();
  #rest = '';

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  push(chunk: Uint8Array): void {
    this.#take(this.#decoder.decode(chunk, { stream: true }));
  }

  end(): void {
    this.#take(this.#decoder.decode());
    if (this.#rest !== '') this.#onLine(this.#rest);
    this.#rest = '';
  }

  #take(text: string): void {
    const lines = (this.#rest + text).split(/\r?\n/);
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#emit(line);
    while (this.#rest.length > MAX_LINE_CHARS) {
      this.#onLine(this.#rest.slice(0, MAX_LINE_CHARS));
      this.#rest = this.#rest.slice(MAX_LINE_CHARS);
    }
  }

  #emit(line: string): void {
    for (let at = 0; at === 0 || at < line.length; at += MAX_LINE_CHARS) {
      this.#onLine(line.slice(at, at + MAX_LINE_CHARS));
    }
  }
}

const TAIL_LINES = 10;
const TAIL_CHARS = 2000;

/** Keeps the last lines: ten, and 2,000 characters at most. */
export class Tail {
  readonly #lines: string[] = [];

  push(line: string): void {
    if (line.trim() === '') return;
    // A line of the limit's length would push all others out, and be cut anyway.
    this.#lines.push(line.slice(-TAIL_CHARS));
    if (this.#lines.length > TAIL_LINES) this.#lines.shift();
  }

  get text(): string {
    return this.#lines.join('\n').slice(-TAIL_CHARS);
  }
}
