/** A server's end on streams in memory, and the client's end of them by hand. */
import { PassThrough, type Writable } from 'node:stream';
import type { Exchanger } from '@mrtr/transport';
import { serveStdio, type ServeStdioOptions, type StdioServer } from '../../src/node-server.js';
import { lineOf } from './messages.js';

export type Wire = Record<string, unknown>;

export class Served {
  readonly input = new PassThrough();
  readonly output: Writable;
  readonly errors: unknown[] = [];
  readonly running: StdioServer;
  #text = '';
  #onLine: (() => void)[] = [];

  constructor(server: Exchanger, options: ServeStdioOptions = {}) {
    const output = new PassThrough();
    this.output = options.output ?? output;
    this.running = serveStdio(server, {
      input: this.input,
      output,
      onError: (error) => this.errors.push(error),
      ...options,
    });
    output.setEncoding('utf8').on('data', (text: string) => {
      this.#text += text;
      for (const wake of this.#onLine.splice(0)) wake();
    });
  }

  /** Writes messages as lines, or text and bytes as they are. */
  send(...pieces: (object | string)[]): void {
    for (const piece of pieces) {
      this.input.write(typeof piece === 'string' || piece instanceof Uint8Array ? piece : lineOf(piece));
    }
  }

  /** What was written so far, line by line. */
  get lines(): Wire[] {
    return this.#text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Wire);
  }

  /** Waits for so many lines; the test's time limit is the bound. */
  async until(count: number): Promise<Wire[]> {
    while (this.lines.length < count) await new Promise<void>((resolve) => this.#onLine.push(resolve));
    return this.lines;
  }

  /** Ends the input, waits for the end of the channel, and gives all that was written. */
  async end(): Promise<Wire[]> {
    this.input.end();
    await this.running.closed;
    return this.lines;
  }
}
