/**
 * The schema of a form, read into a list of fields with their checks. Only the restricted schema of the protocol is
 * read: a flat object of strings, numbers, booleans and choices. Nothing is fetched, compiled or evaluated.
 *
 * Specification 2026-07-28, client/elicitation "Requested Schema".
 */
import { isRecord, isStringArray, own, type JsonRecord } from './json-guards.js';
import { checkFormat, isFormat, type Format } from './string-formats.js';

/** What a field holds. */
export type FieldValue = string | number | boolean | readonly string[];

/** One field of a form. */
export interface Field {
  /** Used where the answer leaves the field out. */
  readonly fallback: unknown;
  /** Says what is wrong with a value, or nothing. */
  readonly problem: (value: unknown) => string | undefined;
}

/** A form as it was asked for. */
export interface Form {
  readonly fields: ReadonlyMap<string, Field>;
  readonly required: readonly string[];
  /** True when the schema allows no other fields than its own. */
  readonly closed: boolean;
}

/** The schema is not of the restricted form. The message says how, in terms of the schema. */
export class UnfitSchema extends Error {
  readonly field: string | undefined;

  constructor(message: string, field?: string) {
    super(message);
    this.field = field;
  }
}

/** More fields than anybody fills in. */
const MAX_FIELDS = 1000;

/** Keywords that would nest, refer or combine, and so change what an answer means. */
const FORBIDDEN = ['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'properties'];
const FORBIDDEN_AT_TOP = [
  '$ref',
  '$dynamicRef',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'patternProperties',
];

/** @throws {UnfitSchema} for anything but the restricted form. */
export function readForm(schema: unknown): Form {
  if (!isRecord(schema)) throw new UnfitSchema('it must be an object');
  if (own(schema, 'type') !== 'object') throw new UnfitSchema('its type must be "object"');
  refuse(schema, FORBIDDEN_AT_TOP);
  const properties = own(schema, 'properties');
  if (!isRecord(properties)) throw new UnfitSchema('its properties must be an object');
  const required = own(schema, 'required') ?? [];
  if (!isStringArray(required)) throw new UnfitSchema('its list of required fields must hold strings');
  const names = Object.keys(properties);
  if (names.length > MAX_FIELDS) throw new UnfitSchema(`it has more than ${MAX_FIELDS} fields`);
  const fields = new Map<string, Field>();
  for (const name of names) fields.set(name, readField(name, properties[name]));
  return { fields, required, closed: own(schema, 'additionalProperties') === false };
}

function readField(name: string, schema: unknown): Field {
  if (!isRecord(schema)) throw new UnfitSchema('a field must be described by an object', name);
  return { fallback: own(schema, 'default') ?? undefined, problem: readProblem(name, schema) };
}

function readProblem(name: string, schema: JsonRecord): Field['problem'] {
  switch (own(schema, 'type')) {
    case 'string':
      return Object.hasOwn(schema, 'oneOf') || Object.hasOwn(schema, 'enum')
        ? choice(name, schema)
        : text(name, schema);
    case 'number':
    case 'integer':
      return number(name, schema);
    case 'boolean':
      refuse(schema, FORBIDDEN, name);
      return (value) => (typeof value === 'boolean' ? undefined : 'must be true or false');
    case 'array':
      return choices(name, schema);
    default:
      throw new UnfitSchema('a field must be a string, a number, an integer, a boolean or a list of choices', name);
  }
}

function text(name: string, schema: JsonRecord): Field['problem'] {
  refuse(schema, FORBIDDEN, name);
  const shortest = count(name, schema, 'minLength') ?? 0;
  const longest = count(name, schema, 'maxLength') ?? Infinity;
  const format = readFormat(name, schema);
  // A `pattern` is not part of the restricted form. It is never compiled: a server's expression can take for ever.
  return (value) => {
    if (typeof value !== 'string') return 'must be a string';
    if (shortest > 0 || longest < Infinity) {
      const length = codePoints(value);
      if (length < shortest) return `must have at least ${shortest} characters`;
      if (length > longest) return `must have at most ${longest} characters`;
    }
    return format === undefined || checkFormat(format, value) ? undefined : `must be a valid ${format}`;
  };
}

function number(name: string, schema: JsonRecord): Field['problem'] {
  refuse(schema, FORBIDDEN, name);
  const integer = own(schema, 'type') === 'integer';
  const least = bound(name, schema, 'minimum') ?? -Infinity;
  const most = bound(name, schema, 'maximum') ?? Infinity;
  return (value) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number';
    if (integer && !Number.isInteger(value)) return 'must be a whole number';
    if (value < least) return `must be at least ${least}`;
    return value > most ? `must be at most ${most}` : undefined;
  };
}

function choice(name: string, schema: JsonRecord): Field['problem'] {
  refuse(schema, FORBIDDEN, name, 'oneOf');
  const options = readOptions(name, schema, 'oneOf');
  return (value) =>
    typeof value === 'string' && options.has(value) ? undefined : 'must be one of the choices offered';
}

function choices(name: string, schema: JsonRecord): Field['problem'] {
  refuse(schema, FORBIDDEN, name);
  const items = own(schema, 'items');
  if (!isRecord(items)) throw new UnfitSchema('a list must say what it may hold', name);
  refuse(items, FORBIDDEN, name, 'anyOf');
  if ((own(items, 'type') ?? 'string') !== 'string')
    throw new UnfitSchema('a list may only hold choices of strings', name);
  const options = readOptions(name, items, 'anyOf');
  const fewest = count(name, schema, 'minItems') ?? 0;
  const most = count(name, schema, 'maxItems') ?? Infinity;
  return (value) => {
    if (!isStringArray(value)) return 'must be a list of strings';
    if (value.length < fewest) return `must have at least ${fewest} choices`;
    if (value.length > most) return `must have at most ${most} choices`;
    return value.every((item) => options.has(item)) ? undefined : 'must hold only choices that were offered';
  };
}

/** The choices of `enum`, or of a list of `{ const, title }`. */
function readOptions(name: string, schema: JsonRecord, titledBy: 'oneOf' | 'anyOf'): ReadonlySet<string> {
  const plain = own(schema, 'enum');
  const titled = own(schema, titledBy);
  if (plain !== undefined && titled !== undefined) throw new UnfitSchema(`it has both an enum and ${titledBy}`, name);
  if (isStringArray(plain)) return new Set(plain);
  if (!Array.isArray(titled)) throw new UnfitSchema('its choices must be a list of strings', name);
  const options = new Set<string>();
  for (const option of titled as unknown[]) {
    const value = isRecord(option) ? own(option, 'const') : undefined;
    if (typeof value !== 'string')
      throw new UnfitSchema(`each entry of ${titledBy} must have a const that is a string`, name);
    options.add(value);
  }
  return options;
}

function refuse(schema: JsonRecord, keywords: readonly string[], field?: string, except?: string): void {
  for (const keyword of keywords) {
    if (keyword !== except && Object.hasOwn(schema, keyword))
      throw new UnfitSchema(`${keyword} is not allowed there`, field);
  }
}

function count(name: string, schema: JsonRecord, keyword: string): number | undefined {
  const value = own(schema, keyword);
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  throw new UnfitSchema(`${keyword} must be a whole number of at least 0`, name);
}

function bound(name: string, schema: JsonRecord, keyword: string): number | undefined {
  const value = own(schema, keyword);
  if (value === undefined || (typeof value === 'number' && Number.isFinite(value))) return value;
  throw new UnfitSchema(`${keyword} must be a number`, name);
}

function readFormat(name: string, schema: JsonRecord): Format | undefined {
  const format = own(schema, 'format');
  if (format === undefined || isFormat(format)) return format;
  throw new UnfitSchema('format must be email, uri, date or date-time', name);
}

/** JSON Schema counts characters as Unicode does, not as UTF-16 does. */
function codePoints(value: string): number {
  let length = 0;
  for (const _ of value) length++;
  return length;
}
