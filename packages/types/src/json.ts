/**
 * JSON values as types, and the check that a value is one.
 *
 * Specification 2026-07-28, schema "JSON types". The check keeps its own stack, so that no nesting a peer sends can
 * overflow ours.
 */
import * as z from 'zod/mini';

/** A JSON value, as it crosses the wire. */
export type JsonValue = string | number | boolean | null | JsonObject | JsonArray;
/** A JSON object. Its keys are data: `__proto__` is an ordinary one. */
export type JsonObject = { [key: string]: JsonValue };
/** A JSON array. */
export type JsonArray = JsonValue[];

/** True for what `JSON.parse` can return: finite numbers only, own string keys, no cycles, no class instances. */
export function isJsonValue(value: unknown): value is JsonValue {
  if (isScalar(value)) return true;
  if (!isContainer(value)) return false;

  const path = new Set<object>([value]);
  const levels: Level[] = [{ container: value, children: Object.values(value), next: 0 }];
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    if (level.next === level.children.length) {
      path.delete(level.container);
      levels.pop();
      continue;
    }
    const child = level.children[level.next++];
    if (isScalar(child)) continue;
    if (!isContainer(child) || path.has(child)) return false;
    path.add(child);
    levels.push({ container: child, children: Object.values(child), next: 0 });
  }
  return true;
}

/** Any JSON value. */
export const JsonValueSchema: z.ZodMiniType<JsonValue> = z.custom<JsonValue>(isJsonValue, 'Not a JSON value');

/** Any JSON object. */
export const JsonObjectSchema: z.ZodMiniType<JsonObject> = z.custom<JsonObject>(
  (value) => typeof value === 'object' && !Array.isArray(value) && value !== null && isJsonValue(value),
  'Not a JSON object',
);

/** Any JSON array. */
export const JsonArraySchema: z.ZodMiniType<JsonArray> = z.custom<JsonArray>(
  (value) => Array.isArray(value) && isJsonValue(value),
  'Not a JSON array',
);

interface Level {
  readonly container: object;
  readonly children: readonly unknown[];
  next: number;
}

function isScalar(value: unknown): value is string | number | boolean | null {
  return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

/** An array, or an object that is nothing but its own keys. */
function isContainer(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  // An object from another realm has that realm's Object.prototype, which is recognised by having no prototype.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
