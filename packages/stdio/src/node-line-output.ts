/** Writes lines to a stream, and notices when it can take no more, or never will again. */
import process from 'node:process';
import type { Writable } from 'node:stream';

/** What a peer that went away leaves behind: nothing that anybody did wrong. */
const GONE = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END']);

export interface LineOutputHandlers {
  /** It can take more again. */
  onDrain(): void;
  /** Nothing can be written any more; `error` where that was not the other side's going away. */
  onGone(error: unknown): void;
}

export class LineOutput {
  readonly #stream: Writable;
  /** As it was before anybody replaced it. */
  readonly #write: Writable['write'];
  #isGone = false;

  constructor(stream: Writable, handlers: LineOutputHandlers) {
    this.#stream = stream;
    this.#write = stream.write.bind(stream);
    const gone = (error?: NodeJS.ErrnoException): void => {
      if (this.#isGone) return;
      this.#isGone = true;
      handlers.onGone(error === undefined || GONE.has(error.code ?? '') ? undefined : error);
    };
    stream.on('drain', () => handlers.onDrain());
    // Stays: what is written last may fail after everything else has ended.
    stream.on('error', gone);
    stream.on('close', () => gone());
  }

  /** Whether it is better to wait before writing more. */
  get isFull(): boolean {
    return this.#stream.writableNeedDrain;
  }

  /** How many bytes wait to be read by the other side. */
  get waiting(): number {
    return this.#stream.writableLength;
  }

  write(line: string): void {
    if (!this.#isGone) this.#write(line);
  }

  /** Calls back once, when all is written, or can't be. Ends the stream, unless it is the process's own. */
  end(callback: () => void): void {
    if (this.#isGone) return callback();
    let called = false;
    const once = (): void => {
      if (!called) callback();
      called = true;
    };
    this.#stream.once('close', once);
    this.#stream.once('error', once);
    if (this.#stream === process.stdout || this.#stream === process.stderr) this.#write('', once);
    else this.#stream.end(once);
  }
}
