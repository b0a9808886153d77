/**
 * The part of Standard Schema and Standard JSON Schema that a server needs of an author's schema (standardschema.dev):
 * zod 4, valibot, arktype and others fit.
 */

/** A schema that validates. `Input` is what it takes, `Output` what it makes of it. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    /** Checks a value, and says what the schema makes of it or what does not fit. */
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** What came of a validation: the value, or the issues. */
export type StandardResult<Output> =
  { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly StandardIssue[] };

/** What did not fit, and where. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What a schema takes. */
export type InferInput<S extends StandardSchema> = NonNullable<S['~standard']['types']>['input'];
/** What a schema makes of what it takes. */
export type InferOutput<S extends StandardSchema> = NonNullable<S['~standard']['types']>['output'];

/** A message that names ten faults is read; one that names a hundred thousand is a burden that its sender chose. */
const MAX_ISSUES = 10;

/** Issues as one line for a person or a model: `name: expected string; size: too big`. */
export function describeIssues(issues: readonly StandardIssue[]): string {
  const described = issues.slice(0, MAX_ISSUES).map(describeIssue).join('; ');
  return issues.length > MAX_ISSUES ? `${described}; and ${issues.length - MAX_ISSUES} more` : described;
}

function describeIssue(issue: StandardIssue): string {
  const where = (issue.path ?? []).map((step) => String(typeof step === 'object' ? step.key : step)).join('.');
  const problem = problemOf(issue);
  return where === '' ? problem : `${where}: ${problem}`;
}

/** zod/mini has no messages unless a locale is loaded, but its issues say what was expected. */
function problemOf({ message, ...issue }: StandardIssue): string {
  if (message !== 'Invalid input') return message;
  const { expected, values } = issue as { readonly expected?: unknown; readonly values?: unknown };
  if (typeof expected === 'string') return `expected ${expected}`;
  if (Array.isArray(values)) return `expected ${values.map((value) => JSON.stringify(value)).join(' or ')}`;
  return message;
}
