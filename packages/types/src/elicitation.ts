/**
 * Elicitation: a server asks the person at the client, by a form or by sending them to a page.
 *
 * Specification 2026-07-28, client/elicitation.
 */
import * as z from 'zod/mini';
import { type PrimitiveSchemaDefinition, PrimitiveSchemaDefinitionSchema } from './elicitation-schema.js';
import { mapOf } from './map-of.js';

/** The fields of a form, by name. */
const properties: z.ZodMiniType<Record<string, PrimitiveSchemaDefinition>> = mapOf(PrimitiveSchemaDefinitionSchema);

/** Asks for a form to be filled in. */
export interface ElicitRequestFormParams extends z.infer<typeof ElicitRequestFormParamsSchema> {}
export const ElicitRequestFormParamsSchema = z.object({
  /** Absent means `form`. */
  mode: z.optional(z.literal('form')),
  /** What to tell the person. */
  message: z.string(),
  /** What to ask for: a flat object of primitives and choices. Never for secrets. */
  requestedSchema: z.object({
    $schema: z.optional(z.string()),
    type: z.literal('object'),
    properties,
    required: z.optional(z.array(z.string())),
  }),
});

/** Asks for a page to be visited. */
export interface ElicitRequestURLParams extends z.infer<typeof ElicitRequestURLParamsSchema> {}
export const ElicitRequestURLParamsSchema = z.object({
  mode: z.literal('url'),
  /** Why the page is needed. */
  message: z.string(),
  /** The page: a valid URL (client/elicitation "URL Mode Elicitation Requests"), opened only once the person agrees. */
  url: z.url(),
});

/** Asks the person, one way or the other. */
export type ElicitRequestParams = ElicitRequestFormParams | ElicitRequestURLParams;
export const ElicitRequestParamsSchema: z.ZodMiniType<ElicitRequestParams> = z.discriminatedUnion('mode', [
  ElicitRequestFormParamsSchema,
  ElicitRequestURLParamsSchema,
]);

/** Asks the person at the client. */
export interface ElicitRequest extends z.infer<typeof ElicitRequestSchema> {}
export const ElicitRequestSchema = z.object({
  method: z.literal('elicitation/create'),
  params: ElicitRequestParamsSchema,
});

/** One field of a form as it was filled in. */
export type ElicitValue = string | number | boolean | string[];
const elicitValue: z.ZodMiniType<ElicitValue> = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);

/** What the person did. */
export interface ElicitResult extends z.infer<typeof ElicitResultSchema> {}
export const ElicitResultSchema = z.object({
  /** `accept`: sent or agreed to; `decline`: refused; `cancel`: put away without a choice. */
  action: z.enum(['accept', 'decline', 'cancel']),
  /** The form, only where it was accepted. Absent for a page. */
  content: z.optional(mapOf(elicitValue)),
});
