/**
 * An author's schema as JSON Schema 2020-12, the protocol's default dialect (Specification 2026-07-28, basic/index "JSON
 * Schema Usage").
 */
import * as z from 'zod/mini';
import { ServerError } from '../server-error.js';
import type { StandardSchema } from './standard-schema.js';

/** A JSON Schema document. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** Whether to render what a schema takes, or what it makes of it. */
export type Side = 'input' | 'output';

const TARGET = 'draft-2020-12';

interface Renders {
  readonly jsonSchema?: Readonly<Record<Side, (options: { target: string }) => Record<string, unknown>>> | undefined;
}

/**
 * Renders a schema. `$schema` is left out, since 2020-12 is what a schema without it means.
 * @param name what the schema is for, as the error says it.
 * @throws {ServerError} `invalid_schema` for one that can't be rendered.
 */
export function toJsonSchema(schema: StandardSchema, side: Side, name: string): JsonSchema {
  const { $schema: _, ...rendered } = render(schema, side, name);
  return rendered;
}

function render(schema: StandardSchema, side: Side, name: string): Record<string, unknown> {
  const standard: StandardSchema['~standard'] & Renders = schema['~standard'];
  try {
    if (standard.jsonSchema) return standard.jsonSchema[side]({ target: TARGET });
    // zod/mini leaves the method out, to stay small.
    if (standard.vendor === 'zod')
      return z.toJSONSchema(schema as unknown as z.ZodMiniType, { target: TARGET, io: side });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ServerError('invalid_schema', `${name} can't be rendered as JSON Schema: ${why}`, { cause });
  }
  throw new ServerError(
    'invalid_schema',
    `${name} is a schema of ${JSON.stringify(standard.vendor)} without Standard JSON Schema. Use zod 4, or a version of that library that implements it.`,
  );
}

/**
 * The same for a schema that must describe an object, such as a tool's input.
 * @throws {ServerError} `invalid_schema` for anything else.
 */
export function toObjectSchema(
  schema: StandardSchema,
  side: Side,
  name: string,
): JsonSchema & { readonly type: 'object' } {
  const rendered = toJsonSchema(schema, side, name);
  if (rendered['type'] !== 'object') {
    throw new ServerError('invalid_schema', `${name} must describe an object, such as z.object({ … }).`);
  }
  return rendered as JsonSchema & { readonly type: 'object' };
}
