/**
 * Checks on a schema, in a form that tree-shaking understands.
 *
 * A bundler has to keep `schema.check(…)` at the top of a module, for a method might do anything; it may drop this.
 */
import type * as z from 'zod/mini';

/** The schema with more checks. */
export function checked<S extends z.ZodMiniType>(schema: S, ...checks: z.core.$ZodCheck<z.output<S>>[]): S {
  return schema.check(...checks);
}
