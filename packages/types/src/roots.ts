/**
 * Roots: a server asks which directories and files it may work in.
 *
 * Specification 2026-07-28, client/roots. The whole feature is deprecated since this revision, and stays in it.
 */
import * as z from 'zod/mini';
import { checked } from './checked.js';
import { MetaObjectSchema } from './meta.js';

/** A directory or file that the server can work in. */
export type Root = z.infer<typeof RootSchema>;
export const RootSchema = z.object({
  /** A `file://` URI; this revision allows no other (client/roots "Root"). */
  uri: checked(z.string(), z.startsWith('file://')),
  /** For people. */
  name: z.optional(z.string()),
  _meta: z.optional(MetaObjectSchema),
});

/**
 * Asks the client for its roots.
 * @deprecated since 2026-07-28.
 */
export interface ListRootsRequest extends z.infer<typeof ListRootsRequestSchema> {}
export const ListRootsRequestSchema = z.object({
  method: z.literal('roots/list'),
  params: z.optional(z.object({ _meta: z.optional(MetaObjectSchema) })),
});

/**
 * The client's roots.
 * @deprecated since 2026-07-28.
 */
export interface ListRootsResult extends z.infer<typeof ListRootsResultSchema> {}
export const ListRootsResultSchema = z.object({ roots: z.array(RootSchema) });
