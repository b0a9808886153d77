/** Timers as an option, so that pauses, timeouts and deadlines can be tested without waiting for them. */
import { ClientError } from './client-error.js';

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

/** The longest delay a timer takes; a longer one would fire at once. */
const LONGEST_TIMER_MS = 2_147_483_647;

/**
 * Checks a duration in milliseconds; `Infinity` stands for no limit.
 * @throws {ClientError} `invalid_option`, naming the option.
 */
export function readDuration(name: string, value: number | undefined, fallback: number): number {
  if (value === undefined) return fallback;
  if (value === Infinity || (typeof value === 'number' && value > 0 && value <= LONGEST_TIMER_MS)) return value;
  throw new ClientError(
    'invalid_option',
    `${name} must be a number of milliseconds over 0 and up to ${LONGEST_TIMER_MS}, or Infinity for no limit`,
  );
}
