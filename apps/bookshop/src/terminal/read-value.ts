/** From what was typed to the value of a field, or to what is wrong with it, so that it is mended at the prompt. */
import type {
  ElicitValue,
  MultiSelectEnumSchema,
  NumberSchema,
  PrimitiveSchemaDefinition,
  StringSchema,
} from '@mrtr/types';
import { z } from 'zod';

/** One of both. */
export interface Reading {
  readonly value?: ElicitValue | undefined;
  readonly problem?: string | undefined;
}

/** Reads a line that was typed. */
export function readTyped(field: StringSchema | NumberSchema, typed: string): Reading {
  return field.type === 'string' ? readText(field, typed) : readNumber(field, typed.trim());
}

/** What is wrong with so many choices. */
export function checkChoices(
  { minItems = 0, maxItems = Infinity }: MultiSelectEnumSchema,
  count: number,
): string | undefined {
  if (count < minItems) return `Choose at least ${minItems}`;
  return count > maxItems ? `Choose at most ${maxItems}` : undefined;
}

/** What a field takes, in a few words. */
export function expectation(field: PrimitiveSchemaDefinition): readonly string[] {
  if (field.type === 'array') return range(field.minItems, field.maxItems, 'choices');
  if (field.type === 'boolean' || 'enum' in field || 'oneOf' in field) return [];
  if (field.type !== 'string') return range(field.minimum, field.maximum, '');
  const { format, minLength, maxLength } = field;
  return [...(format ? [formats[format].like] : []), ...range(minLength, maxLength, 'characters')];
}

const formats = {
  email: { schema: z.email(), like: 'an address such as ada@example.com' },
  uri: { schema: z.url(), like: 'an address such as https://example.com' },
  date: { schema: z.iso.date(), like: 'a date such as 2026-07-28' },
  'date-time': { schema: z.iso.datetime({ offset: true }), like: 'a time such as 2026-07-28T10:30:00Z' },
} as const;

function readText({ format, minLength = 0, maxLength = Infinity }: StringSchema, typed: string): Reading {
  // As JSON Schema counts: characters, not the halves that some of them take.
  const length = Array.from(typed).length;
  if (length < minLength) return { problem: `At least ${minLength} characters` };
  if (length > maxLength) return { problem: `At most ${maxLength} characters` };
  if (format && !formats[format].schema.safeParse(typed).success) return { problem: `Not ${formats[format].like}` };
  return { value: typed };
}

function readNumber({ type, minimum = -Infinity, maximum = Infinity }: NumberSchema, typed: string): Reading {
  const value = typed === '' ? Number.NaN : Number(typed);
  if (!Number.isFinite(value)) return { problem: 'Not a number' };
  if (type === 'integer' && !Number.isInteger(value)) return { problem: 'Not a whole number' };
  if (value < minimum) return { problem: `At least ${minimum}` };
  if (value > maximum) return { problem: `At most ${maximum}` };
  return { value };
}

function range(least: number | undefined, most: number | undefined, what: string): readonly string[] {
  const parts = [least === undefined ? '' : `from ${least}`, most === undefined ? '' : `up to ${most}`].filter(Boolean);
  return parts.length === 0 ? [] : [[...parts, what].filter(Boolean).join(' ')];
}
