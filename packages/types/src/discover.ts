/**
 * Discovery: what revisions a server speaks and what it can do.
 *
 * Specification 2026-07-28, server/discover. Every server answers it; no client has to ask.
 */
import * as z from 'zod/mini';
import { CacheableFinalResultSchema } from './caching.js';
import { ServerCapabilitiesSchema } from './capabilities.js';
import { request, response } from './jsonrpc-schemas.js';
import { RequestParamsSchema } from './meta.js';

/** Asks a server about itself. */
export type DiscoverRequest = z.infer<typeof DiscoverRequestSchema>;
export const DiscoverRequestSchema = request(z.literal('server/discover'), RequestParamsSchema);

/** What a server says of itself. Who it is stands in `_meta`. */
export type DiscoverResult = z.infer<typeof DiscoverResultSchema>;
export const DiscoverResultSchema = z.extend(CacheableFinalResultSchema, {
  /** The revisions it speaks, to choose from. */
  supportedVersions: z.array(z.string()),
  capabilities: ServerCapabilitiesSchema,
  /** How to use the server, for a model to read. */
  instructions: z.optional(z.string()),
});

/** The response to `server/discover`. */
export type DiscoverResultResponse = z.infer<typeof DiscoverResultResponseSchema>;
export const DiscoverResultResponseSchema = response(DiscoverResultSchema);
