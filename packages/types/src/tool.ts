/**
 * What a tool is, as a server describes it to clients and a sampling request to a model.
 *
 * Specification 2026-07-28, server/tools "Tool".
 */
import * as z from 'zod/mini';
import { IconMetadataSchema } from './implementation.js';
import { MetaObjectSchema } from './meta.js';

/** Hints about a tool's behaviour. No client should trust them from a server it does not trust. */
export type ToolAnnotations = z.infer<typeof ToolAnnotationsSchema>;
export const ToolAnnotationsSchema = z.object({
  /** A title for people; the tool's own `title` comes first. */
  title: z.optional(z.string()),
  /** It changes nothing. Default false. */
  readOnlyHint: z.optional(z.boolean()),
  /** It may destroy something, where it is not read-only. Default true. */
  destructiveHint: z.optional(z.boolean()),
  /** A second call with the same arguments changes nothing more, where it is not read-only. Default false. */
  idempotentHint: z.optional(z.boolean()),
  /** It deals with a world outside, like the web. Default true. */
  openWorldHint: z.optional(z.boolean()),
});

const tool = z.extend(IconMetadataSchema, {
  description: z.optional(z.string()),
  /** JSON Schema of the arguments, 2020-12 unless `$schema` says otherwise. Always of an object. */
  inputSchema: z.looseObject({ $schema: z.optional(z.string()), type: z.literal('object') }),
  /** JSON Schema of `structuredContent`, 2020-12 unless `$schema` says otherwise. Of any value. */
  outputSchema: z.optional(z.looseObject({ $schema: z.optional(z.string()) })),
  annotations: z.optional(ToolAnnotationsSchema),
  _meta: z.optional(MetaObjectSchema),
});
/** A tool that can be called. */
export interface Tool extends z.infer<typeof tool> {}
export const ToolSchema: z.ZodMiniType<Tool> = tool;
