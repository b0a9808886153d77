/**
 * The small part of JSON Schema in which a form may be asked for: one flat field at a time.
 *
 * Specification 2026-07-28, client/elicitation "Requested Schema".
 */
import * as z from 'zod/mini';
import { IntegerSchema } from './numbers.js';

const Field = z.object({ title: z.optional(z.string()), description: z.optional(z.string()) });
const string = z.literal('string');
const choices = z.array(z.string());
const titledChoices = z.array(z.object({ const: z.string(), title: z.string() }));

/** A field of text. */
export interface StringSchema extends z.infer<typeof StringSchemaSchema> {}
export const StringSchemaSchema = z.extend(Field, {
  type: string,
  minLength: z.optional(IntegerSchema),
  maxLength: z.optional(IntegerSchema),
  format: z.optional(z.enum(['email', 'uri', 'date', 'date-time'])),
  default: z.optional(z.string()),
});

/** A field for a number. */
export interface NumberSchema extends z.infer<typeof NumberSchemaSchema> {}
export const NumberSchemaSchema = z.extend(Field, {
  type: z.enum(['number', 'integer']),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
  default: z.optional(z.number()),
});

/** A field for yes or no. */
export interface BooleanSchema extends z.infer<typeof BooleanSchemaSchema> {}
export const BooleanSchemaSchema = z.extend(Field, {
  type: z.literal('boolean'),
  default: z.optional(z.boolean()),
});

/** A choice of one. */
export interface UntitledSingleSelectEnumSchema extends z.infer<typeof UntitledSingleSelectEnumSchemaSchema> {}
export const UntitledSingleSelectEnumSchemaSchema = z.extend(Field, {
  type: string,
  enum: choices,
  default: z.optional(z.string()),
});

/** A choice of one, with a title for each. */
export interface TitledSingleSelectEnumSchema extends z.infer<typeof TitledSingleSelectEnumSchemaSchema> {}
export const TitledSingleSelectEnumSchemaSchema = z.extend(Field, {
  type: string,
  oneOf: titledChoices,
  default: z.optional(z.string()),
});

/** A choice of one. */
export type SingleSelectEnumSchema = UntitledSingleSelectEnumSchema | TitledSingleSelectEnumSchema;
export const SingleSelectEnumSchemaSchema: z.ZodMiniType<SingleSelectEnumSchema> = z.union([
  UntitledSingleSelectEnumSchemaSchema,
  TitledSingleSelectEnumSchemaSchema,
]);

const MultiSelect = z.extend(Field, {
  type: z.literal('array'),
  minItems: z.optional(IntegerSchema),
  maxItems: z.optional(IntegerSchema),
  default: z.optional(choices),
});

/** A choice of several. */
export interface UntitledMultiSelectEnumSchema extends z.infer<typeof UntitledMultiSelectEnumSchemaSchema> {}
export const UntitledMultiSelectEnumSchemaSchema = z.extend(MultiSelect, {
  items: z.object({ type: string, enum: choices }),
});

/** A choice of several, with a title for each. */
export interface TitledMultiSelectEnumSchema extends z.infer<typeof TitledMultiSelectEnumSchemaSchema> {}
export const TitledMultiSelectEnumSchemaSchema = z.extend(MultiSelect, { items: z.object({ anyOf: titledChoices }) });

/** A choice of several. */
export type MultiSelectEnumSchema = UntitledMultiSelectEnumSchema | TitledMultiSelectEnumSchema;
export const MultiSelectEnumSchemaSchema: z.ZodMiniType<MultiSelectEnumSchema> = z.union([
  UntitledMultiSelectEnumSchemaSchema,
  TitledMultiSelectEnumSchemaSchema,
]);

/**
 * A choice of one, with the titles in a list of their own.
 * @deprecated use `TitledSingleSelectEnumSchema`.
 */
export interface LegacyTitledEnumSchema extends z.infer<typeof LegacyTitledEnumSchemaSchema> {}
export const LegacyTitledEnumSchemaSchema = z.extend(Field, {
  type: string,
  enum: choices,
  /** In the order of `enum`. */
  enumNames: z.optional(choices),
  default: z.optional(z.string()),
});

/** A choice, of any kind. */
export type EnumSchema = SingleSelectEnumSchema | MultiSelectEnumSchema | LegacyTitledEnumSchema;
export const EnumSchemaSchema: z.ZodMiniType<EnumSchema> = z.union([
  SingleSelectEnumSchemaSchema,
  MultiSelectEnumSchemaSchema,
  LegacyTitledEnumSchemaSchema,
]);

/** A field of a form. Nothing nests. */
export type PrimitiveSchemaDefinition = StringSchema | NumberSchema | BooleanSchema | EnumSchema;
export const PrimitiveSchemaDefinitionSchema: z.ZodMiniType<PrimitiveSchemaDefinition> = z.union([
  StringSchemaSchema,
  NumberSchemaSchema,
  BooleanSchemaSchema,
  EnumSchemaSchema,
]);
