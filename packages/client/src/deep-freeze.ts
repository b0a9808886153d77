/** Data that several rounds, callbacks and requests share, and that none of them may change. */

/** Freezes a value of plain JSON all the way down. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
