/** Checks of the numbers that options set limits with. */

/** A whole number of bytes, or of anything else that is counted. */
export function count(name: string, value: number, least: number): number {
  if (!Number.isSafeInteger(value) || value < least) {
    throw new RangeError(`${name} must be a whole number from ${least} up`);
  }
  return value;
}

/** The longest time that timers take; beyond it they fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** A number of milliseconds that a timer can wait. */
export function time(name: string, value: number, least: number): number {
  if (!(value >= least && value <= LONGEST_MS)) {
    throw new RangeError(`${name} must be a number of milliseconds from ${least} to ${LONGEST_MS}`);
  }
  return value;
}
