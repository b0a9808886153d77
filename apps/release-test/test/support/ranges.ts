/**
 * Which version of a package from the registry ours ask for, as it is written in what was packed.
 */
import type { Tarball } from 'tools/pack';

/** The range that our package `name` declares for `dependency`. Throws if it declares none. */
export function rangeOf(tarballs: readonly Tarball[], name: string, dependency: string): string {
  const range = tarballs.find((tarball) => tarball.name === name)?.manifest.dependencies?.[dependency];
  if (range === undefined) throw new Error(`${name} doesn't depend on ${dependency}.`);
  return range;
}
