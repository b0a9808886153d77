/**
 * Whom a message comes from, and hints on how to use or show a piece of content.
 *
 * Specification 2026-07-28, schema "Common Types"; server/resources "Annotations".
 */
import * as z from 'zod/mini';
import { FractionSchema } from './numbers.js';

/** The sender or recipient of a message in a conversation. */
export type Role = z.infer<typeof RoleSchema>;
export const RoleSchema = z.enum(['user', 'assistant']);

const annotations = z.object({
  /** Whom it is meant for. */
  audience: z.optional(z.array(RoleSchema)),
  /** From 0, entirely optional, to 1, effectively required. */
  priority: z.optional(FractionSchema),
  /** When it last changed, by ISO 8601. */
  lastModified: z.optional(z.string()),
});
/** Hints for whoever uses or shows the content. */
export interface Annotations extends z.infer<typeof annotations> {}
export const AnnotationsSchema: z.ZodMiniType<Annotations> = annotations;
