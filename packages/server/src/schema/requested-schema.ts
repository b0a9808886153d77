/**
 * What a form may ask for: a flat object of strings, numbers, booleans and choices. An author's schema is brought to that
 * form, or refused with the field and the reason, before anything is sent.
 *
 * Specification 2026-07-28, client/elicitation "Requested Schema".
 */
import type { ElicitRequestFormParams, PrimitiveSchemaDefinition } from '@mrtr/types';
import { ServerError } from '../server-error.js';
import { type JsonSchema, toObjectSchema } from './json-schema.js';
import type { StandardSchema } from './standard-schema.js';

/** The restricted JSON Schema of a form. */
export type RequestedSchema = ElicitRequestFormParams['requestedSchema'];

/** Rendering costs more than a whole call, and authors ask with the same schema again and again. */
const rendered = new WeakMap<StandardSchema, RequestedSchema>();

/**
 * The form that a schema amounts to. It shows what the schema takes; defaults and transforms are applied to the answer.
 * @throws {ServerError} `invalid_schema` naming the first field that a form can't show, and why.
 */
export function toRequestedSchema(schema: StandardSchema): RequestedSchema {
  let form = rendered.get(schema);
  if (!form) rendered.set(schema, (form = restrict(toObjectSchema(schema, 'input', 'The schema of a question'))));
  return form;
}

function restrict(schema: JsonSchema): RequestedSchema {
  for (const keyword of ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'patternProperties', '$ref']) {
    if (keyword in schema)
      throw new ServerError(
        'invalid_schema',
        `A question's schema is one flat object; ${keyword} can't be shown as a form.`,
      );
  }
  const fields = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>);
  const required = schema['required'] as string[] | undefined;
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, field]) => [name, restrictField(name, field)])),
    ...(required?.length ? { required } : undefined),
  };
}

function restrictField(name: string, field: JsonSchema): PrimitiveSchemaDefinition {
  const described = pick(field, ['title', 'description', 'default']);
  const choices = choicesOf(field);
  if (choices) return { ...described, type: 'string', ...choices } as PrimitiveSchemaDefinition;
  switch (field['type']) {
    case 'string':
      return { ...described, ...restrictString(name, field) } as PrimitiveSchemaDefinition;
    case 'number':
    case 'integer':
      return { ...described, ...restrictNumber(name, field) } as PrimitiveSchemaDefinition;
    case 'boolean':
      return { ...described, type: 'boolean' } as PrimitiveSchemaDefinition;
    case 'array':
      return { ...described, ...restrictArray(name, field) } as PrimitiveSchemaDefinition;
    case 'object':
      throw unfit(name, 'a form is flat: ask for the fields of a nested object one by one');
    default:
      throw unfit(name, 'it is none of string, number, integer, boolean, a choice, or a list of choices');
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
  const integer = field['type'] === 'integer';
  if (field['multipleOf'] !== undefined) throw unfit(name, 'a form knows no multipleOf');
  const bounds: { minimum?: unknown; maximum?: unknown } = pick(field, ['minimum', 'maximum']);
  for (const [exclusive, bound, step] of [
    ['exclusiveMinimum', 'minimum', 1],
    ['exclusiveMaximum', 'maximum', -1],
  ] as const) {
    const limit = field[exclusive];
    if (typeof limit !== 'number') continue;
    if (!integer) throw unfit(name, `a form knows no ${exclusive}; give an inclusive bound, or use integers`);
    bounds[bound] = limit + step;
  }
  // The bounds of safe integers are what "integer" means in JavaScript, not something the person needs to read.
  if (integer && bounds.minimum === Number.MIN_SAFE_INTEGER) delete bounds.minimum;
  if (integer && bounds.maximum === Number.MAX_SAFE_INTEGER) delete bounds.maximum;
  return { type: field['type'], ...bounds };
}

function restrictArray(name: string, field: JsonSchema): object {
  const choices = choicesOf((field['items'] ?? {}) as JsonSchema);
  if (!choices) throw unfit(name, 'a list can only be a choice of several: z.array(z.enum([…]))');
  const items = choices.enum ? { type: 'string', enum: choices.enum } : { anyOf: choices.oneOf };
  return { type: 'array', ...pick(field, ['minItems', 'maxItems']), items };
}

/** The options of a single choice, titled or not; `undefined` where the field is something else. */
function choicesOf(field: JsonSchema): { enum?: readonly string[]; oneOf?: readonly Choice[] } | undefined {
  const { enum: values, const: only } = field;
  if (Array.isArray(values)) return values.every(isString) ? { enum: values } : undefined;
  if (isString(only))
    return field['title'] === undefined
      ? { enum: [only] }
      : { oneOf: [{ const: only, title: String(field['title']) }] };
  const options = (field['oneOf'] ?? field['anyOf']) as readonly JsonSchema[] | undefined;
  if (!options?.every((option) => isString(option['const']))) return undefined;
  const consts = options.map((option) => option['const'] as string);
  if (options.every((option) => option['title'] === undefined)) return { enum: consts };
  return {
    oneOf: options.map((option) => ({
      const: option['const'] as string,
      title: String(option['title'] ?? option['const']),
    })),
  };
}

interface Choice {
  readonly const: string;
  readonly title: string;
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
