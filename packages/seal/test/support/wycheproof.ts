/**
 * Project Wycheproof's vectors, which live beside the repository and are not part of it.
 *
 * Under `CI=true` they must be there. Elsewhere a skipped test says that they did not run.
 */
import { existsSync, readFileSync } from 'node:fs';
import { it } from 'vitest';

export interface WycheproofSuite<Group> {
  readonly numberOfTests: number;
  readonly testGroups: readonly Group[];
}

/** Declares `test` over the vectors, or a skipped test where they are missing. */
export function itPassesWycheproof<Group>(
  file: string,
  name: string,
  test: (suite: WycheproofSuite<Group>) => void,
): void {
  const path = new URL(`../../../../../shared/vectors/${file}`, import.meta.url);
  if (existsSync(path)) {
    it(name, () => test(JSON.parse(readFileSync(path, 'utf8')) as WycheproofSuite<Group>));
  } else if (process.env['CI'] === 'true') {
    it(name, () => {
      throw new Error(`${file} is missing: Wycheproof's vectors must be beside the repository under CI`);
    });
  } else {
    it.skip(`${name} (did not run: ../shared/vectors/${file} is not there)`, () => {});
  }
}
