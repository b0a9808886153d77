/** Timers as an option, so that what takes too long can be tested without waiting for it. */

/** Where timers come from. A virtual clock in tests implements the same two methods. */
export interface Clock {
  /** Calls back once, `ms` milliseconds from now, and returns a handle to stop it. */
  setTimeout(callback: () => void, ms: number): unknown;
  /** Stops a timer. Does nothing for one that is over. */
  clearTimeout(handle: unknown): void;
}

/** The platform's own timers. */
export const systemClock: Clock = {
  setTimeout: (callback, ms) => setTimeout(callback, ms),
  clearTimeout: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
};
