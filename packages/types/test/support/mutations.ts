/** Every way to change a JSON value in one place: a key dropped or added, a member of another type or another value. */

export interface Mutation {
  /** What was done, to be read in a failure. */
  readonly what: string;
  readonly value: unknown;
}

/** A mutation that is made once it is wanted. */
interface Plan {
  readonly what: string;
  readonly make: () => unknown;
}

const REPLACEMENTS: readonly unknown[] = [null, true, 'other', 7, -1, 0.5, 1e300, [], {}, ['other'], [7], { other: 7 }];

/** All of them. */
export function mutations(value: unknown): Mutation[] {
  return Array.from(plans(value, '$'), ({ what, make }) => ({ what, value: make() }));
}

/** Some of them, spread over all from a start that chance picks. */
export function someMutations(value: unknown, start: number, count: number): Mutation[] {
  const all = [...plans(value, '$')];
  const step = Math.max(1, Math.floor(all.length / count));
  return Array.from({ length: Math.min(count, all.length) }, (_, index) => {
    const { what, make } = all[(start + index * step) % all.length] as Plan;
    return { what, value: make() };
  });
}

function* plans(value: unknown, path: string): Generator<Plan> {
  for (const replacement of REPLACEMENTS) {
    yield { what: `${path} := ${JSON.stringify(replacement)}`, make: () => replacement };
  }
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    for (const [index, item] of items.entries()) {
      for (const { what, make } of plans(item, `${path}[${index}]`)) {
        yield { what, make: () => items.with(index, make()) };
      }
    }
    yield { what: `${path} with one more`, make: () => [...items, 7] };
  } else if (typeof value === 'object' && value !== null) {
    yield* plansForObject(Object.entries(value), path);
  }
}

function* plansForObject(entries: [string, unknown][], path: string): Generator<Plan> {
  for (const [index, [key, item]] of entries.entries()) {
    yield { what: `${path} without ${key}`, make: () => Object.fromEntries(entries.toSpliced(index, 1)) };
    for (const { what, make } of plans(item, `${path}.${key}`)) {
      yield { what, make: () => Object.fromEntries(entries.with(index, [key, make()])) };
    }
  }
  for (const key of ['other', '__proto__']) {
    if (entries.some(([taken]) => taken === key)) continue;
    yield { what: `${path} with ${key}`, make: () => Object.fromEntries([...entries, [key, 7]]) };
  }
}
