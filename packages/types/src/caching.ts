/**
 * How long, and by whom, a result may be kept.
 *
 * Specification 2026-07-28, server/utilities/caching. Required in final results of the methods that `methods` calls
 * cacheable, absent from interim ones; a result that came of answers or of a state is never cached.
 */
import * as z from 'zod/mini';
import { CountSchema } from './numbers.js';
import { FinalResultSchema, ResultSchema } from './result.js';

/** `public`: anybody's cache may serve it; `private`: only one of the same authorization. */
export type CacheScope = z.infer<typeof CacheScopeSchema>;
export const CacheScopeSchema = z.enum(['public', 'private']);

const hints = {
  /** Milliseconds for which it may be taken for fresh, from when it was received. 0: stale at once. */
  ttlMs: CountSchema,
  cacheScope: CacheScopeSchema,
};

/** A cacheable result of any kind. */
export type CacheableResult = z.infer<typeof CacheableResultSchema>;
export const CacheableResultSchema = z.extend(ResultSchema, hints);

/** A final result with cache hints, to be extended by a method's own members. */
export const CacheableFinalResultSchema = z.extend(FinalResultSchema, hints);
