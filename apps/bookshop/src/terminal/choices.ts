/** What can be chosen in a field, in each of the five ways in which a schema may say it. */
import type { PrimitiveSchemaDefinition } from '@mrtr/types';
import { printable } from './printable.js';

/** A value, and what the person reads for it. */
export interface Choice<T> {
  readonly value: T;
  readonly label: string;
}

/** `undefined` for a field that is no choice. */
export function choicesOf(field: PrimitiveSchemaDefinition): readonly Choice<string>[] | undefined {
  if (field.type === 'array') {
    return 'anyOf' in field.items ? field.items.anyOf.map(titled) : field.items.enum.map((value) => plain(value));
  }
  if ('oneOf' in field) return field.oneOf.map(titled);
  if (!('enum' in field)) return undefined;
  const names = 'enumNames' in field ? field.enumNames : undefined;
  return field.enum.map((value, index) => plain(value, names?.[index]));
}

function titled({ const: value, title }: { readonly const: string; readonly title: string }): Choice<string> {
  return plain(value, title);
}

function plain(value: string, label = value): Choice<string> {
  return { value, label: printable(label) };
}
