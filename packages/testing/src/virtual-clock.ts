/** A clock that stands still until it is told otherwise, for whatever takes a timeout, a pause or the time of day. */
import { settle } from './settle.js';
import { TestingError } from './testing-error.js';

/** Fits the `clock` of clients and servers, and by its `now` the policy of `@mrtr/seal`. */
export interface VirtualClock {
  /** What it shows, in milliseconds since the epoch. Bound, so that it can be handed on by itself. */
  readonly now: () => number;
  /** Calls back once, when `ms` milliseconds have been let pass. */
  readonly setTimeout: (callback: () => void, ms: number) => number;
  /** Stops a timer. Does nothing for one that is over. */
  readonly clearTimeout: (handle: unknown) => void;
  /** Every delay that was asked for, in milliseconds, in order. */
  readonly delays: readonly number[];
  /** How many timers still wait. */
  readonly waiting: number;
  /**
   * Lets so many milliseconds pass. Timers fire in their order, and what follows from each settles before the next, as
   * {@link settle} does.
   * @throws {TestingError} `invalid_option`, for a time that is negative or no number; and what a timer throws.
   */
  advance(ms: number): Promise<void>;
  /**
   * Lets time pass up to the next timer, and fires it.
   * @returns how many milliseconds that took; 0 also where no timer waits.
   */
  advanceToNext(): Promise<number>;
  /**
   * Lets time pass, timer by timer, until the promise settles, and gives what it settles with.
   * @throws {TestingError} `stuck`, where no timer is left and the promise still waits: for something outside of this
   * program, or for ever; `too_many_timers`, past `maxTimers` (default 10,000).
   *
   * @example
   * const result = await clock.runUntil(client.callTool('build'));
   */
  runUntil<Result>(
    promise: PromiseLike<Result>,
    options?: { readonly maxTimers?: number | undefined },
  ): Promise<Result>;
}

/**
 * Makes a clock.
 * @param startMs what it shows at first, in milliseconds since the epoch. Default: 2026-07-28T00:00Z.
 * @throws {TestingError} `invalid_option`, for what is no finite number.
 *
 * @example
 * const clock = virtualClock();
 * const security = new RequestStateSecurity({ keys: [key], ttl: 600, now: clock.now });
 * await clock.advance(600_000); // Every token of before has expired.
 */
export function virtualClock(startMs: number = Date.UTC(2026, 6, 28)): VirtualClock {
  if (!Number.isFinite(startMs)) {
    throw new TestingError('invalid_option', 'startMs must be a number of milliseconds since the epoch.');
  }
  return new StandingClock(startMs);
}

interface Timer {
  readonly handle: number;
  readonly at: number;
  readonly callback: () => void;
}

class StandingClock implements VirtualClock {
  readonly delays: number[] = [];
  readonly #timers = new Map<number, Timer>();
  #now: number;
  #lastHandle = 0;

  constructor(startMs: number) {
    this.#now = startMs;
  }

  readonly now = (): number => this.#now;

  readonly setTimeout = (callback: () => void, ms: number): number => {
    this.delays.push(ms);
    const handle = ++this.#lastHandle;
    // As on every platform, what is less than nothing or no number is nothing: no timer is due in the past.
    this.#timers.set(handle, { handle, at: this.#now + (ms > 0 ? ms : 0), callback });
    return handle;
  };

  readonly clearTimeout = (handle: unknown): void => {
    this.#timers.delete(handle as number);
  };

  get waiting(): number {
    return this.#timers.size;
  }

  async advance(ms: number): Promise<void> {
    if (!(ms >= 0 && ms < Infinity)) {
      throw new TestingError('invalid_option', `advance takes a number of milliseconds from 0 on, not ${ms}.`);
    }
    const end = this.#now + ms;
    await settle();
    for (let due = this.#next(end); due !== undefined; due = this.#next(end)) {
      this.#fire(due);
      await settle();
    }
    this.#now = end;
  }

  async advanceToNext(): Promise<number> {
    await settle();
    const before = this.#now;
    const due = this.#next(Infinity);
    if (due !== undefined) this.#fire(due);
    await settle();
    return this.#now - before;
  }

  async runUntil<Result>(
    promise: PromiseLike<Result>,
    { maxTimers = 10_000 }: { readonly maxTimers?: number | undefined } = {},
  ): Promise<Result> {
    let settled = false;
    const note = (): void => void (settled = true);
    promise.then(note, note);
    for (let fired = 0; ; fired++) {
      await settle();
      if (settled) return promise;
      const due = this.#next(Infinity);
      if (due === undefined) {
        throw new TestingError('stuck', 'No timer is left that could settle the promise: what does it wait for?');
      }
      if (fired >= maxTimers) {
        throw new TestingError('too_many_timers', `The promise has not settled after ${maxTimers} timers.`);
      }
      this.#fire(due);
    }
  }

  #fire({ handle, at, callback }: Timer): void {
    this.#now = at;
    this.#timers.delete(handle);
    callback();
  }

  /** The first timer that is due by then; of two at once the one that was set first. */
  #next(end: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers.values()) if (timer.at <= end && timer.at < (next?.at ?? Infinity)) next = timer;
    return next;
  }
}
