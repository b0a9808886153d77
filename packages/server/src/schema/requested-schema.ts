/**
 * What a form may ask for: a flat object of strings, numbers, booleans and choices. An author's schema is brought to that
 * form, or refused with the field and the reason, before anything is sent.
 *
 * Specification 2026-07-28, client/elicitation "Requested Schema".
 */
import { copyJson } from '@mrtr/transport';
import type { ElicitRequestFormParams, PrimitiveSchemaDefinition } from '@mrtr/types';
import { ServerError } from '../server-error.js';
import { isSchema, type JsonSchema, resolveReference, toFormSchema } from './json-schema.js';
import type { StandardSchema } from './standard-schema.js';

/** The restricted JSON Schema of a form. */
export type RequestedSchema = ElicitRequestFormParams['requestedSchema'];

/** Rendering costs more than a whole call, and authors ask with the same schema again and again: one frozen form for all. */
const rendered = new WeakMap<StandardSchema, RequestedSchema>();
const fixed = new WeakSet<object>();

/**
 * The form that a schema amounts to. It shows what the schema takes; defaults and transforms are applied to the answer.
 * @throws {ServerError} `invalid_schema` naming the first field that a form can't show, and why.
 */
export function toRequestedSchema(schema: StandardSchema): RequestedSchema {
  const known = rendered.get(schema);
  if (known) return known;
  // A copy, since some of what was rendered may be the author's own.
  const form = deepFreeze(copyJson(restrict(toFormSchema(schema, 'The schema of a question'))));
  rendered.set(schema, form);
  fixed.add(form);
  return form;
}

/** Whether a form was made here, so that no part of it can ever change. */
export function isFixed(form: object): boolean {
  return fixed.has(form);
}

/** What asks for more than each field by itself. */
const NOT_FLAT = ['allOf', 'anyOf', 'oneOf', 'not', 'if', '$ref', 'dependentSchemas', 'dependentRequired'].concat(
  'patternProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
);

function restrict(schema: JsonSchema): RequestedSchema {
  const { properties = {}, required, additionalProperties } = schema;
  const more = isSchema(additionalProperties) && Object.keys(additionalProperties).length > 0;
  const keyword = more ? 'additionalProperties' : NOT_FLAT.find((name) => name in schema);
  if (keyword !== undefined) {
    throw new ServerError(
      'invalid_schema',
      `A question's schema is one flat object of known fields; ${keyword} can't be shown as a form.`,
    );
  }
  const fields = Object.entries(properties as Record<string, JsonSchema>).map(
    ([name, field]) => [name, restrictField(name, field, schema)] as const,
  );
  return {
    type: 'object',
    properties: Object.fromEntries(fields),
    ...(Array.isArray(required) && required.length > 0 ? { required: required as string[] } : undefined),
  };
}

function restrictField(name: string, reference: JsonSchema, document: JsonSchema): PrimitiveSchemaDefinition {
  const field = resolveReference(reference, document);
  const described = pick(field, ['title', 'description', 'default']);
  const choices = choicesOf(field);
  if (choices) return { ...described, type: 'string', ...choices };
  refuseUnshowable(name, field);
  switch (field['type']) {
    case 'string':
      return { ...described, ...restrictString(name, field) } as PrimitiveSchemaDefinition;
    case 'number':
    case 'integer':
      return { ...described, ...restrictNumber(name, field) } as PrimitiveSchemaDefinition;
    case 'boolean':
      return { ...described, type: 'boolean' };
    case 'array':
      return { ...described, ...restrictArray(name, field, document) } as PrimitiveSchemaDefinition;
    case 'object':
      throw unfit(name, 'a form is flat: ask for the fields of a nested object one by one');
    default:
      throw unfit(name, 'it is none of string, number, integer, boolean, a choice, or a list of choices');
  }
}

/** Leaving one of these out would show a form whose honest answers are then refused. */
function refuseUnshowable(name: string, field: JsonSchema): void {
  if ('enum' in field || 'const' in field) throw unfit(name, 'a choice can only be one of texts');
  const isFormat = field['type'] === 'string' && FORMATS.includes(field['format'] as string);
  for (const keyword of ['anyOf', 'oneOf', 'not', 'if', '$ref', 'contentEncoding', ...(isFormat ? [] : ['allOf'])]) {
    if (keyword in field) throw unfit(name, `a form knows no ${keyword}`);
  }
}

const FORMATS = ['email', 'uri', 'date', 'date-time'];

function restrictString(name: string, field: JsonSchema): object {
  const { format, pattern } = field;
  if (format !== undefined && !FORMATS.includes(format as string)) {
    throw unfit(name, `the format ${JSON.stringify(format)} is not one of ${FORMATS.join(', ')}`);
  }
  // A known format says what its pattern says, and the answer is validated by the schema itself.
  if (pattern !== undefined && format === undefined) throw unfit(name, 'a form knows no patterns');
  return { type: 'string', ...pick(field, ['minLength', 'maxLength', 'format']) };
}

function restrictNumber(name: string, field: JsonSchema): object {
  const { type, multipleOf, exclusiveMinimum, exclusiveMaximum } = field;
  const integer = type === 'integer';
  if (multipleOf !== undefined) throw unfit(name, 'a form knows no multipleOf');
  for (const [keyword, bound] of Object.entries({ exclusiveMinimum, exclusiveMaximum })) {
    if (bound !== undefined && !integer) {
      throw unfit(name, `a form knows no ${keyword}; give an inclusive bound, or use integers`);
    }
  }
  const minimum = Math.max(boundOf(field['minimum'], -Infinity), Math.floor(boundOf(exclusiveMinimum, -Infinity)) + 1);
  const maximum = Math.min(boundOf(field['maximum'], Infinity), Math.ceil(boundOf(exclusiveMaximum, Infinity)) - 1);
  return {
    type,
    // The bounds of safe integers are what "integer" means in JavaScript, not something the person needs to read.
    ...(minimum === -Infinity || (integer && minimum === Number.MIN_SAFE_INTEGER) ? undefined : { minimum }),
    ...(maximum === Infinity || (integer && maximum === Number.MAX_SAFE_INTEGER) ? undefined : { maximum }),
  };
}

function boundOf(bound: unknown, none: number): number {
  return typeof bound === 'number' ? bound : none;
}

function restrictArray(name: string, field: JsonSchema, document: JsonSchema): object {
  const choices = isSchema(field['items']) ? choicesOf(resolveReference(field['items'], document)) : undefined;
  if (!choices) throw unfit(name, 'a list can only be a choice of several: z.array(z.enum([…]))');
  const items = choices.enum ? { type: 'string', enum: choices.enum } : { anyOf: choices.oneOf };
  return { type: 'array', ...pick(field, ['minItems', 'maxItems']), items };
}

/** The options of a single choice, titled or not; `undefined` where the field is something else. */
function choicesOf(field: JsonSchema): { enum?: readonly string[]; oneOf?: readonly Choice[] } | undefined {
  const { enum: values, const: only } = field;
  if (Array.isArray(values)) return values.every(isString) ? { enum: values } : undefined;
  if (isString(only)) {
    const { title } = field;
    return isString(title) ? { oneOf: [{ const: only, title }] } : { enum: [only] };
  }
  const options = (field['oneOf'] ?? field['anyOf']) as readonly JsonSchema[] | undefined;
  if (!options?.every(isConst)) return undefined;
  if (options.every(({ title }) => title === undefined)) return { enum: options.map((option) => option.const) };
  return {
    oneOf: options.map((option) => ({
      const: option.const,
      title: isString(option['title']) ? option['title'] : option.const,
    })),
  };
}

interface Choice {
  readonly const: string;
  readonly title: string;
}

function isConst(option: JsonSchema): option is JsonSchema & { readonly const: string } {
  return isString(option['const']);
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function pick(field: JsonSchema, keywords: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    keywords.filter((keyword) => field[keyword] !== undefined).map((keyword) => [keyword, field[keyword]]),
  );
}

function unfit(field: string, reason: string): ServerError {
  return new ServerError(
    'invalid_schema',
    `The field ${JSON.stringify(field)} can't be asked for in a form: ${reason}.`,
  );
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
