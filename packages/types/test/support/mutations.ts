/** Every way to change a JSON value in one place: a key dropped or added, a member of another type or another value. */

export interface Mutation {
  /** What was done, to be read in a failure. */
  readonly what: string;
  readonly value: unknown;
}

const REPLACEMENTS: readonly unknown[] = [null, true, 'other', 7, -1, 0.5, 1e300, [], {}, ['other'], [7], { other: 7 }];

export function* mutations(value: unknown, path = '$'): Generator<Mutation> {
  for (const replacement of REPLACEMENTS) {
    yield { what: `${path} := ${JSON.stringify(replacement)}`, value: replacement };
  }
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const { what, value: changed } of mutations(item, `${path}[${index}]`)) {
        yield { what, value: value.with(index, changed) };
      }
    }
    yield { what: `${path} with one more`, value: [...(value as unknown[]), 7] };
  } else if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    for (const [index, [key, item]] of entries.entries()) {
      yield { what: `${path} without ${key}`, value: Object.fromEntries(entries.toSpliced(index, 1)) };
      for (const { what, value: changed } of mutations(item, `${path}.${key}`)) {
        yield { what, value: Object.fromEntries(entries.with(index, [key, changed])) };
      }
    }
    for (const key of ['other', '__proto__']) {
      if (!Object.hasOwn(value, key)) {
        yield { what: `${path} with ${key}`, value: Object.fromEntries([...entries, [key, 7]]) };
      }
    }
  }
}

/** Some of the mutations, spread over all of them from a start that chance picks. */
export function someMutations(value: unknown, start: number, count: number): Mutation[] {
  const all = [...mutations(value)];
  const step = Math.max(1, Math.floor(all.length / count));
  return Array.from(
    { length: Math.min(count, all.length) },
    (_, index) => all[(start + index * step) % all.length],
  ).filter((mutation) => mutation !== undefined);
}
