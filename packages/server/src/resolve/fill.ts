/** The object that a function gets: values under names that an author chose, some of them what resolvers came to. */
import type { PlanEdge } from './plan.js';
import type { Settled } from './question-book.js';

/** Adds the arguments with these names, as far as the call has them. */
export function fillArguments(
  target: Record<string, unknown>,
  names: readonly string[],
  args: Readonly<Record<string, unknown>>,
): void {
  for (const name of names) if (Object.hasOwn(args, name)) setOwn(target, name, args[name]);
}

/** Adds what each name's resolver came to; each has settled. */
export function fillValues(
  target: Record<string, unknown>,
  edges: readonly PlanEdge[],
  settled: readonly Settled[],
): void {
  for (const { name, node, asOutcome } of edges) {
    const came = settled[node.index] as Exclude<Settled, { kind: 'pending' }>;
    setOwn(target, name, asOutcome || came.kind === 'refused' ? outcomeOf(came) : came.value);
  }
}

function outcomeOf(came: Exclude<Settled, { kind: 'pending' }>): object {
  return came.kind === 'refused' ? { action: came.action } : { action: 'accept', data: came.value };
}

/** A name may be `__proto__`, which by plain assignment would set the prototype. */
function setOwn(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') target[name] = value;
  else Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
}
