/** The question that every check of a peer's JSON begins with. */

/** True for a JSON object, as opposed to an array, `null` or a primitive. What its values are is not looked at. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
