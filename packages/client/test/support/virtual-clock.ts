/** A clock that stands still until it is told otherwise, and remembers what was asked of it. */
import type { Clock } from '@mrtr/client';

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

export class VirtualClock implements Clock {
  /** Milliseconds since the clock was made. */
  now = 0;
  /** Every delay that was asked for, in order. */
  readonly delays: number[] = [];
  readonly #timers = new Map<number, Timer>();
  #lastHandle = 0;

  /** How many timers still wait. */
  get waiting(): number {
    return this.#timers.size;
  }

  setTimeout(callback: () => void, ms: number): number {
    this.delays.push(ms);
    this.#timers.set(++this.#lastHandle, { at: this.now + ms, callback });
    return this.#lastHandle;
  }

  clearTimeout(handle: unknown): void {
    this.#timers.delete(handle as number);
  }

  /** Lets time pass: timers fire in their order, and whatever follows from each settles before the next. */
  async advance(ms: number): Promise<void> {
    const end = this.now + ms;
    await settle();
    for (let due = this.#nextUntil(end); due !== undefined; due = this.#nextUntil(end)) {
      const [handle, timer] = due;
      this.now = timer.at;
      this.#timers.delete(handle);
      timer.callback();
      await settle();
    }
    this.now = end;
  }

  #nextUntil(end: number): [number, Timer] | undefined {
    return [...this.#timers].filter(([, { at }]) => at <= end).toSorted(([, a], [, b]) => a.at - b.at)[0];
  }
}

/** Lets everything run that waits for nothing but its turn. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
