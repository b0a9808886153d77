/**
 * From bytes to messages: what is no JSON in UTF-8, or too much of it, is told apart, and reading goes on at the next line.
 *
 * Specification 2026-07-28, basic/transports/stdio and basic/index "Messages". What the JSON says is for others to judge.
 */
import { nestsTooDeep } from '@mrtr/transport';
import type { RequestId } from '@mrtr/types';
import { IdFinder } from './id-finder.js';
import { LineSplitter } from './line-splitter.js';

/** Why a line is no message. */
export type UnreadableReason =
  /** It is not JSON, or not UTF-8. */
  | 'not_json'
  /** It is longer than the limit. */
  | 'too_large'
  /** Its arrays and objects nest too deeply. */
  | 'too_deep';

/** A line that is no message. */
export interface UnreadableLine {
  readonly reason: UnreadableReason;
  /** The line, with U+FFFD for what is not UTF-8; `undefined` where it was too long to be kept. */
  readonly text: string | undefined;
  /** The id of the message that it might have been, where that could be found. */
  readonly id: RequestId | undefined;
}

/** Takes what was read, in order. */
export interface MessageHandlers {
  /** A parsed line, and how many bytes it took. */
  onMessage(message: unknown, bytes: number): void;
  onUnreadable(line: UnreadableLine): void;
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const BLANK = /^[ \t\r]*$/;

export class MessageReader {
  readonly #splitter: LineSplitter;
  readonly #handlers: MessageHandlers;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #isFirst = true;

  constructor(maxLineBytes: number, handlers: MessageHandlers) {
    this.#handlers = handlers;
    this.#splitter = new LineSplitter(maxLineBytes, {
      onLine: (line) => this.#read(line),
      onTooLong: (id) => {
        this.#isFirst = false;
        handlers.onUnreadable({ reason: 'too_large', text: undefined, id });
      },
    });
  }

  push(chunk: Uint8Array): void {
    this.#splitter.push(chunk);
  }

  /** The stream has ended. */
  end(): void {
    this.#splitter.end();
  }

  #read(whole: Uint8Array): void {
    // Programs on Windows begin a stream with a byte order mark; anywhere else it is no JSON (RFC 8259, section 8.1).
    const line = this.#isFirst && BYTE_ORDER_MARK.every((byte, at) => whole[at] === byte) ? whole.subarray(3) : whole;
    this.#isFirst = false;
    let text: string;
    try {
      text = this.#decoder.decode(line);
    } catch {
      return this.#handlers.onUnreadable({ reason: 'not_json', text: new TextDecoder().decode(line), id: undefined });
    }
    if (nestsTooDeep(text)) {
      const finder = new IdFinder();
      finder.push(line);
      return this.#handlers.onUnreadable({ reason: 'too_deep', text, id: finder.id });
    }
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      if (!BLANK.test(text)) this.#handlers.onUnreadable({ reason: 'not_json', text, id: undefined });
      return;
    }
    this.#handlers.onMessage(message, line.length);
  }
}
