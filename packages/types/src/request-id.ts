/**
 * The two values that tie a message to an earlier one: request ids and progress tokens.
 *
 * Specification 2026-07-28, basic/index "Requests" and basic/patterns/progress. Both are echoed, so a number that
 * JSON can't carry exactly is refused.
 */
import * as z from 'zod/mini';

/** Correlates a response with its request. Never `null`, unlike base JSON-RPC. */
export type RequestId = string | number;
export const RequestIdSchema: z.ZodMiniType<RequestId> = z.union([z.string(), z.int()]);

/** Correlates progress notifications with the request that asked for them. */
export type ProgressToken = string | number;
export const ProgressTokenSchema: z.ZodMiniType<ProgressToken> = z.union([z.string(), z.int()]);
