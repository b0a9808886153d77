/**
 * What a resource is: its description, the template of a family of them, and contents.
 *
 * Specification 2026-07-28, server/resources "Data Types".
 */
import * as z from 'zod/mini';
import { AnnotationsSchema } from './annotations.js';
import { IconMetadataSchema } from './implementation.js';
import { IntegerSchema } from './numbers.js';
import { MetaObjectSchema } from './meta.js';

/** A resource that the server can read. */
export type Resource = z.infer<typeof ResourceSchema>;
export const ResourceSchema = z.extend(IconMetadataSchema, {
  /** Of any scheme; what it means is the server's affair. */
  uri: z.string(),
  description: z.optional(z.string()),
  mimeType: z.optional(z.string()),
  annotations: z.optional(AnnotationsSchema),
  /** In bytes, before any encoding. */
  size: z.optional(IntegerSchema),
  _meta: z.optional(MetaObjectSchema),
});

/** A family of resources whose URIs follow one template. */
export type ResourceTemplate = z.infer<typeof ResourceTemplateSchema>;
export const ResourceTemplateSchema = z.extend(IconMetadataSchema, {
  /** By RFC 6570. */
  uriTemplate: z.string(),
  description: z.optional(z.string()),
  /** Only where every resource of the family has the same. */
  mimeType: z.optional(z.string()),
  annotations: z.optional(AnnotationsSchema),
  _meta: z.optional(MetaObjectSchema),
});

/** What text and binary contents have in common. */
export type ResourceContents = z.infer<typeof ResourceContentsSchema>;
export const ResourceContentsSchema = z.object({
  uri: z.string(),
  mimeType: z.optional(z.string()),
  _meta: z.optional(MetaObjectSchema),
});

/** Contents that are text. */
export type TextResourceContents = z.infer<typeof TextResourceContentsSchema>;
export const TextResourceContentsSchema = z.extend(ResourceContentsSchema, { text: z.string() });

/** Contents that are binary. */
export type BlobResourceContents = z.infer<typeof BlobResourceContentsSchema>;
export const BlobResourceContentsSchema = z.extend(ResourceContentsSchema, {
  /** Base64. It is not decoded here; whoever needs the bytes finds out whether they are there. */
  blob: z.string(),
});
