/**
 * Lists that come in pages.
 *
 * Specification 2026-07-28, server/utilities/pagination. A cursor is opaque, and whoever gets one makes nothing of it.
 */
import * as z from 'zod/mini';
import { CacheableFinalResultSchema } from './caching.js';
import { request } from './jsonrpc-schemas.js';
import { RequestParamsSchema } from './meta.js';
import { ResultSchema } from './result.js';

/** A position in a list, of the server's making. */
export type Cursor = z.infer<typeof CursorSchema>;
export const CursorSchema = z.string();

/** The parameters of a list request. */
export type PaginatedRequestParams = z.infer<typeof PaginatedRequestParamsSchema>;
export const PaginatedRequestParamsSchema = z.extend(RequestParamsSchema, {
  /** Where to go on. Absent: from the start. */
  cursor: z.optional(CursorSchema),
});

/** A list request of any kind. */
export type PaginatedRequest = z.infer<typeof PaginatedRequestSchema>;
export const PaginatedRequestSchema = request(z.string(), PaginatedRequestParamsSchema);

const next = {
  /** Where the next page begins. Absent: this was the last. */
  nextCursor: z.optional(CursorSchema),
};

/** A page of any kind. */
export type PaginatedResult = z.infer<typeof PaginatedResultSchema>;
export const PaginatedResultSchema = z.extend(ResultSchema, next);

/** A page with cache hints, to be extended by the list itself. Every list of this revision is one. */
export const CacheablePageSchema = z.extend(CacheableFinalResultSchema, next);
