/**
 * Whole numbers of any size, as JSON Schema's `integer` has them.
 *
 * Specification 2026-07-28 writes them as `number` in schema.ts and as `integer` in its JSON Schema. zod's own `int`
 * stops at 2^53, which is right for ids that are echoed and wrong for a `ttlMs` that means "for ever".
 */
import * as z from 'zod/mini';

/** A whole number of any size. */
export const IntegerSchema: z.ZodMiniType<number> = z.number().check(z.refine(Number.isInteger, 'Not an integer'));

/** A whole number that is not negative. */
export const CountSchema: z.ZodMiniType<number> = z
  .number()
  .check(z.refine((value) => Number.isInteger(value) && value >= 0, 'Not a whole number from 0 up'));
