/**
 * Schemas for objects whose keys the peer chooses.
 *
 * Every own key is checked, `__proto__` among them, which zod's own records leave out. Specification 2026-07-28
 * leaves the keys of such maps to their author (basic/patterns/mrtr "InputRequests").
 */
import * as z from 'zod/mini';

/** Checks that a value is an object, and returns the same object. */
export const AnyMapSchema: z.ZodMiniType<Record<string, unknown>> = z.custom<Record<string, unknown>>(
  isMap,
  'Not an object',
);

/** Checks that a value is an object and that each of its own values fits `schema`, and returns the same object. */
export function mapOf<T>(schema: z.ZodMiniType<T>): z.ZodMiniType<Record<string, T>> {
  return z.custom<Record<string, T>>().check((payload) => {
    const map: unknown = payload.value;
    if (!isMap(map)) {
      payload.issues.push({ code: 'custom', message: 'Not an object', input: map });
      return;
    }
    for (const [key, value] of Object.entries(map)) {
      const parsed = z.safeParse(schema, value);
      for (const issue of parsed.error?.issues ?? []) {
        payload.issues.push({ ...issue, path: [key, ...issue.path], input: value } as z.core.$ZodRawIssue);
      }
    }
  });
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
