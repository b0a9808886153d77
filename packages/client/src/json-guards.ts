/** The few questions that every check of a peer's JSON begins with. Keys are data, so only own ones count. */

/** A JSON object: not null, not an array. */
export type JsonRecord = Readonly<Record<string, unknown>>;

export { isRecord } from '@mrtr/types';

/** An own property; `undefined` for anything inherited. */
export function own(record: JsonRecord, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

export function isStringArray(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Whether a value is nested no deeper than `levels`. It looks no further than that, so it is safe on any input. */
export function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  for (const key in value) if (!isShallow((value as JsonRecord)[key], levels - 1)) return false;
  return true;
}
