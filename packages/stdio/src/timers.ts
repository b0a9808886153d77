/** The clock that the channel waits on, passed in so that a test can turn it. */

/** The two timer functions of the platform, or a stand-in for them. */
export interface Timers {
  /** Calls back once, after so many milliseconds. */
  setTimeout(callback: () => void, ms: number): unknown;
  /** Forgets a callback, by what `setTimeout` returned. */
  clearTimeout(handle: unknown): void;
}

/** The platform's own, looked up when they are called. */
export const platformTimers: Timers = {
  setTimeout: (callback, ms) => globalThis.setTimeout(callback, ms),
  clearTimeout: (handle) => globalThis.clearTimeout(handle as number),
};
