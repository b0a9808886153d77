/** A terminal of a test: keys go in once a text is on the screen. */
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';

export const key = { down: '\u001B[B', up: '\u001B[A', enter: '\r', space: ' ', ctrlC: '\u0003', erase: '\u0015' };

export class Screen {
  readonly terminal: { readonly input: PassThrough; readonly output: PassThrough };
  #shown = '';
  /** How much of it was there when a key was last pressed. */
  #seen = 0;

  constructor() {
    const output = new PassThrough();
    output.on('data', (chunk: Buffer) => (this.#shown += chunk.toString()));
    this.terminal = { input: new PassThrough(), output };
  }

  /** All that was ever shown, without what moves and colours it. */
  get text(): string {
    return stripVTControlCharacters(this.#shown);
  }

  /** Waits for a text that was not there at the last key, and presses. Without keys it only waits. */
  async on(text: string, ...keys: readonly string[]): Promise<void> {
    const { input, output } = this.terminal;
    while (!stripVTControlCharacters(this.#shown.slice(this.#seen)).includes(text)) await once(output, 'data');
    if (keys.length > 0) this.#seen = this.#shown.length;
    for (const pressed of keys) input.write(pressed);
  }
}
