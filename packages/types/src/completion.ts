/**
 * Completion: suggestions for an argument of a prompt or of a resource template.
 *
 * Specification 2026-07-28, server/utilities/completion.
 */
import * as z from 'zod/mini';
import { checked } from './checked.js';
import { BaseMetadataSchema } from './implementation.js';
import { IntegerSchema } from './numbers.js';
import { request, response } from './jsonrpc-schemas.js';
import { mapOf } from './map-of.js';
import { RequestParamsSchema } from './meta.js';
import { FinalResultSchema } from './result.js';

/** Names a prompt. */
export type PromptReference = z.infer<typeof PromptReferenceSchema>;
export const PromptReferenceSchema = z.extend(BaseMetadataSchema, { type: z.literal('ref/prompt') });

/** Names a resource or a resource template. */
export type ResourceTemplateReference = z.infer<typeof ResourceTemplateReferenceSchema>;
export const ResourceTemplateReferenceSchema = z.object({
  type: z.literal('ref/resource'),
  /** The URI, or the template itself. */
  uri: z.string(),
});

/** What to complete. */
export type CompleteRequestParams = z.infer<typeof CompleteRequestParamsSchema>;
export const CompleteRequestParamsSchema = z.extend(RequestParamsSchema, {
  ref: z.discriminatedUnion('type', [PromptReferenceSchema, ResourceTemplateReferenceSchema]),
  argument: z.object({
    name: z.string(),
    /** What has been typed so far. */
    value: z.string(),
  }),
  context: z.optional(
    z.object({
      /** Arguments that are settled already. */
      arguments: z.optional(mapOf(z.string())),
    }),
  ),
});

/** Asks for suggestions. */
export type CompleteRequest = z.infer<typeof CompleteRequestSchema>;
export const CompleteRequestSchema = request(z.literal('completion/complete'), CompleteRequestParamsSchema);

/** Suggestions. */
export type CompleteResult = z.infer<typeof CompleteResultSchema>;
export const CompleteResultSchema = z.extend(FinalResultSchema, {
  completion: z.object({
    /** The best first, at most 100. */
    values: checked(z.array(z.string()), z.maxLength(100)),
    /** How many there are in all. */
    total: z.optional(IntegerSchema),
    /** There are more, even if nobody knows how many. */
    hasMore: z.optional(z.boolean()),
  }),
});

/** The response to `completion/complete`. */
export type CompleteResultResponse = z.infer<typeof CompleteResultResponseSchema>;
export const CompleteResultResponseSchema = response(CompleteResultSchema);
