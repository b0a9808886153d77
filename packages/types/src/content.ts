/**
 * The blocks that tool results and prompts are made of.
 *
 * Specification 2026-07-28, server/tools "Tool Result" and server/prompts "PromptMessage".
 */
import * as z from 'zod/mini';
import { AnnotationsSchema } from './annotations.js';
import { MetaObjectSchema } from './meta.js';
import { BlobResourceContentsSchema, ResourceSchema, TextResourceContentsSchema } from './resource.js';

const Block = z.object({ annotations: z.optional(AnnotationsSchema), _meta: z.optional(MetaObjectSchema) });

/** Text for a model, or from one. */
export interface TextContent extends z.infer<typeof TextContentSchema> {}
export const TextContentSchema = z.extend(Block, { type: z.literal('text'), text: z.string() });

/** An image for a model, or from one. */
export interface ImageContent extends z.infer<typeof ImageContentSchema> {}
export const ImageContentSchema = z.extend(Block, {
  type: z.literal('image'),
  /** Base64. */
  data: z.string(),
  mimeType: z.string(),
});

/** Audio for a model, or from one. */
export interface AudioContent extends z.infer<typeof AudioContentSchema> {}
export const AudioContentSchema = z.extend(Block, {
  type: z.literal('audio'),
  /** Base64. */
  data: z.string(),
  mimeType: z.string(),
});

/** A resource that the client may read for itself. It need not be in any list. */
export interface ResourceLink extends z.infer<typeof ResourceLinkSchema> {}
export const ResourceLinkSchema = z.extend(ResourceSchema, { type: z.literal('resource_link') });

/** A resource with its contents. */
export interface EmbeddedResource extends z.infer<typeof EmbeddedResourceSchema> {}
export const EmbeddedResourceSchema = z.extend(Block, {
  type: z.literal('resource'),
  resource: z.union([TextResourceContentsSchema, BlobResourceContentsSchema]),
});

/** One block of a tool's result or of a prompt's message. */
export type ContentBlock = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource;
export const ContentBlockSchema: z.ZodMiniType<ContentBlock> = z.discriminatedUnion('type', [
  TextContentSchema,
  ImageContentSchema,
  AudioContentSchema,
  ResourceLinkSchema,
  EmbeddedResourceSchema,
]);
