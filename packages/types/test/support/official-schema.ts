/**
 * The specification's own JSON Schema, which lies beside a checkout of this repository and is not part of it.
 * Where it is not there, the tests against it fail in CI and elsewhere say that they did not run.
 */
import { existsSync, readFileSync } from 'node:fs';

export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  minProperties?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

export type Definitions = Record<string, JsonSchema>;

const file = new URL('../../../../../shared/schema/2026-07-28.schema.json', import.meta.url);

/** Why the tests against it can't run; `undefined` where they can. */
export const missing: string | undefined = existsSync(file) ? undefined : 'the official JSON Schema is not there';

/** A copy of its definitions. */
export function officialDefinitions(): Definitions {
  return (JSON.parse(readFileSync(file, 'utf8')) as { $defs: Definitions }).$defs;
}
