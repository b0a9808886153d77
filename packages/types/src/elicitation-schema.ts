/**
 * The small part of JSON Schema in which a form may be asked for: one flat field at a time.
 *
 * Specification 2026-07-28, client/elicitation "Requested Schema".
 */
import * as z from 'zod/mini';
import { IntegerSchema } from './integer.js';

const words = { title: z.optional(z.string()), description: z.optional(z.string()) };
const string = z.literal('string');
const choices = z.array(z.string());
const titledChoices = z.array(z.object({ const: z.string(), title: z.string() }));

/** A field of text. */
export const StringSchemaSchema = z.object({
  type: string,
  ...words,
  minLength: z.optional(IntegerSchema),
  maxLength: z.optional(IntegerSchema),
  format: z.optional(z.enum(['email', 'uri', 'date', 'date-time'])),
  default: z.optional(z.string()),
});
export type StringSchema = z.infer<typeof StringSchemaSchema>;

/** A field for a number. */
export const NumberSchemaSchema = z.object({
  type: z.enum(['number', 'integer']),
  ...words,
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
  default: z.optional(z.number()),
});
export type NumberSchema = z.infer<typeof NumberSchemaSchema>;

/** A field for yes or no. */
export const BooleanSchemaSchema = z.object({
  type: z.literal('boolean'),
  ...words,
  default: z.optional(z.boolean()),
});
export type BooleanSchema = z.infer<typeof BooleanSchemaSchema>;

/** A choice of one. */
export const UntitledSingleSelectEnumSchemaSchema = z.object({
  type: string,
  ...words,
  enum: choices,
  default: z.optional(z.string()),
});
export type UntitledSingleSelectEnumSchema = z.infer<typeof UntitledSingleSelectEnumSchemaSchema>;

/** A choice of one, with a title for each. */
export const TitledSingleSelectEnumSchemaSchema = z.object({
  type: string,
  ...words,
  oneOf: titledChoices,
  default: z.optional(z.string()),
});
export type TitledSingleSelectEnumSchema = z.infer<typeof TitledSingleSelectEnumSchemaSchema>;

/** A choice of one. */
export type SingleSelectEnumSchema = UntitledSingleSelectEnumSchema | TitledSingleSelectEnumSchema;
export const SingleSelectEnumSchemaSchema: z.ZodMiniType<SingleSelectEnumSchema> = z.union([
  UntitledSingleSelectEnumSchemaSchema,
  TitledSingleSelectEnumSchemaSchema,
]);

const several = {
  type: z.literal('array'),
  ...words,
  minItems: z.optional(IntegerSchema),
  maxItems: z.optional(IntegerSchema),
  default: z.optional(choices),
};

/** A choice of several. */
export const UntitledMultiSelectEnumSchemaSchema = z.object({
  ...several,
  items: z.object({ type: string, enum: choices }),
});
export type UntitledMultiSelectEnumSchema = z.infer<typeof UntitledMultiSelectEnumSchemaSchema>;

/** A choice of several, with a title for each. */
export const TitledMultiSelectEnumSchemaSchema = z.object({ ...several, items: z.object({ anyOf: titledChoices }) });
export type TitledMultiSelectEnumSchema = z.infer<typeof TitledMultiSelectEnumSchemaSchema>;

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
export const LegacyTitledEnumSchemaSchema = z.object({
  type: string,
  ...words,
  enum: choices,
  /** In the order of `enum`. */
  enumNames: z.optional(choices),
  default: z.optional(z.string()),
});
export type LegacyTitledEnumSchema = z.infer<typeof LegacyTitledEnumSchemaSchema>;

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
