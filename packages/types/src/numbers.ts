/**
 * The kinds of number that JSON Schema knows and zod puts differently.
 *
 * Specification 2026-07-28 writes whole numbers as `number` in schema.ts and as `integer` in its JSON Schema. zod's own
 * `int` stops at 2^53, which is right for ids that are echoed and wrong for a `ttlMs` that means "for ever".
 */
import * as z from 'zod/mini';
import { checked } from './checked.js';

/** A whole number of any size. */
export const IntegerSchema: z.ZodMiniType<number> = z.custom<number>(
  (value) => Number.isInteger(value),
  'Not an integer',
);

/** A whole number of any size from 0 up. */
export const CountSchema: z.ZodMiniType<number> = checked(IntegerSchema, z.gte(0));

/** A number from 0 to 1. */
export const FractionSchema: z.ZodMiniType<number> = checked(z.number(), z.gte(0), z.lte(1));
