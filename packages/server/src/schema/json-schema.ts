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

interface RenderOptions {
  readonly target: string;
  readonly libraryOptions?: Readonly<Record<string, unknown>>;
}

interface Renders {
  readonly jsonSchema?: Readonly<Record<Side, (options: RenderOptions) => Record<string, unknown>>> | undefined;
}

/** Libraries that write `$schema` by rote, where 2020-12 is what a schema without it means. */
const BY_ROTE: ReadonlySet<string> = new Set(['zod', 'valibot', 'arktype']);

/**
 * Renders a schema.
 * @param name what the schema is for, as the error says it.
 * @throws {ServerError} `invalid_schema` for one that can't be rendered.
 */
export function toJsonSchema(schema: StandardSchema, side: Side, name: string): JsonSchema {
  return render(schema, side, name, {});
}

function render(schema: StandardSchema, side: Side, name: string, libraryOptions: ZodOptions): JsonSchema {
  const { $schema, ...rendered } = renderBy(schema, side, name, libraryOptions);
  return $schema === undefined || BY_ROTE.has(schema['~standard'].vendor) ? rendered : { $schema, ...rendered };
}

type ZodOptions = { readonly unrepresentable?: 'any' };

function renderBy(
  schema: StandardSchema,
  side: Side,
  name: string,
  libraryOptions: ZodOptions,
): Record<string, unknown> {
  const standard: StandardSchema['~standard'] & Renders = schema['~standard'];
  try {
    if (standard.jsonSchema) return standard.jsonSchema[side]({ target: TARGET, libraryOptions });
    // zod/mini leaves the method out, to stay small.
    if (standard.vendor === 'zod')
      return z.toJSONSchema(schema as unknown as z.ZodMiniType, { target: TARGET, io: side, ...libraryOptions });
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
export function toObjectSchema(schema: StandardSchema, side: Side, name: string): ObjectSchema {
  return requireObject(toJsonSchema(schema, side, name), name);
}

/**
 * The same for the schema of a form. What zod can't render becomes a schema that says nothing, so that the form can be
 * refused with the name of the field.
 * @throws {ServerError} `invalid_schema` for anything but an object.
 */
export function toFormSchema(schema: StandardSchema, name: string): ObjectSchema {
  return requireObject(render(schema, 'input', name, { unrepresentable: 'any' }), name);
}

type ObjectSchema = JsonSchema & { readonly type: 'object' };

function requireObject(document: JsonSchema, name: string): ObjectSchema {
  const rendered = resolveReference(document, document);
  if (rendered['type'] !== 'object') {
    throw new ServerError('invalid_schema', `${name} must describe an object, such as z.object({ … }).`);
  }
  return rendered as ObjectSchema;
}

/** A schema that its author gave an id is rendered apart, and only referred to: this puts it where it is needed. */
export function resolveReference(schema: JsonSchema, document: JsonSchema): JsonSchema {
  const { $ref, ...beside } = schema;
  const name = typeof $ref === 'string' && $ref.startsWith(DEFINITIONS) ? $ref.slice(DEFINITIONS.length) : undefined;
  const definitions = (document['$defs'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  return name !== undefined && Object.hasOwn(definitions, name) ? { ...definitions[name], ...beside } : schema;
}

const DEFINITIONS = '#/$defs/';

/** True for a schema that is an object; `true` and `false` are schemas too. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
