/** Which zod goes with ours: a user's schemas must come from the zod that the server knows. */
import type { Tarball } from 'tools/pack';

/** The range that `@mrtr/server` declares, as it is written in what was packed. */
export function zodOf(tarballs: readonly Tarball[]): string {
  const server = tarballs.find(({ name }) => name === '@mrtr/server');
  const range = server?.manifest.dependencies?.['zod'];
  if (range === undefined) throw new Error('@mrtr/server no longer depends on zod.');
  return range;
}
