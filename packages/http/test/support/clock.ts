/** A clock that a test turns, and that knows what is still waiting for it. */
import type { Timers } from '../../src/server.js';

export class TestClock implements Timers {
  /** How many timers have said that no process need wait for them. */
  unreferenced = 0;
  #now = 0;
  readonly #waiting = new Set<{ readonly at: number; readonly callback: () => void }>();

  get waiting(): number {
    return this.#waiting.size;
  }

  readonly setTimeout = (callback: () => void, ms: number): unknown => {
    const timer = { at: this.#now + ms, callback, unref: () => void this.unreferenced++ };
    this.#waiting.add(timer);
    return timer;
  };

  readonly clearTimeout = (handle: unknown): void => {
    this.#waiting.delete(handle as { at: number; callback: () => void });
  };

  /** Lets time pass. */
  advance(ms: number): void {
    this.#now += ms;
    for (const timer of [...this.#waiting].toSorted((a, b) => a.at - b.at)) {
      if (timer.at > this.#now || !this.#waiting.delete(timer)) continue;
      timer.callback();
    }
  }
}
