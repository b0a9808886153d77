/** A hook of the caller's that fails must not break the channel, or take the process down with it. */

/** The hook, whose errors are nobody's: there is no one left to tell. */
export function unfailing<A extends readonly unknown[]>(hook: (...args: A) => void): (...args: A) => void {
  return (...args) => {
    try {
      hook(...args);
    } catch {
      // As said.
    }
  };
}
