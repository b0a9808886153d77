/**
 * What every result has, and how its `resultType` is read.
 *
 * Specification 2026-07-28, basic/index "ResultType". A result says whether it is final; a result of an older server,
 * which says nothing, is.
 */
import * as z from 'zod/mini';
import { ResultMetaObjectSchema } from './meta.js';

/** How to read a result. Extensions may add values, and one that the receiver doesn't know makes the result invalid. */
export type ResultType = 'complete' | 'input_required' | (string & {});
export const ResultTypeSchema: z.ZodMiniType<ResultType> = z.string();

/** Any result of this revision. */
export type Result = z.infer<typeof ResultSchema>;
export const ResultSchema = z.looseObject({
  _meta: z.optional(ResultMetaObjectSchema),
  resultType: ResultTypeSchema,
});

/** A result that says no more than that the request succeeded. */
export const EmptyResultSchema = ResultSchema;
export type EmptyResult = Result;

/**
 * Any result of an *older* server: `resultType` may be absent, which means `complete`. For results read on a legacy
 * session or while negotiating, and never for what this library sends.
 */
export type LegacyResult = z.infer<typeof LegacyResultSchema>;
export const LegacyResultSchema = z.looseObject({
  _meta: z.optional(ResultMetaObjectSchema),
  resultType: z.optional(z.literal('complete')),
});

/** A final result, to be extended by a method's own members. */
export const FinalResultSchema = z.object({
  _meta: z.optional(ResultMetaObjectSchema),
  /** This is the final result. */
  resultType: z.literal('complete'),
});

/**
 * How to read a result: its `resultType`, `complete` where an older server left it out, and `undefined` where it is
 * no string, which makes the result invalid.
 */
export function resultTypeOf(result: { readonly resultType?: unknown }): ResultType | undefined {
  const { resultType = 'complete' } = result;
  return typeof resultType === 'string' ? resultType : undefined;
}
