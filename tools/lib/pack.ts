/**
 * Packs the published packages as a release would, with pnpm, which resolves `workspace:`, `catalog:` and `publishConfig`.
 * The packages must have been built.
 */
import { execFileSync } from 'node:child_process';
import type { PublishedManifest } from './contents.js';
import { pnpm } from './run.js';

/** One packed package. */
export interface Tarball {
  readonly name: string;
  /** The `.tgz`, an absolute path. */
  readonly path: string;
  readonly manifest: PublishedManifest;
  /** What it holds, as paths inside the package, sorted. */
  readonly files: readonly string[];
}

/** Packs all packages of the repository at `root` into `destination`, an absolute path of a folder that exists. */
export async function packAll(destination: string, root?: string): Promise<Tarball[]> {
  const printed = await pnpm(
    ['--recursive', '--filter', './packages/*', 'pack', '--json', '--pack-destination', destination],
    { cwd: root },
  );
  const packed = JSON.parse(printed.slice(printed.indexOf('['))) as {
    readonly name: string;
    readonly filename: string;
  }[];
  return packed
    .map(({ name, filename: path }) => ({
      name,
      path,
      manifest: JSON.parse(tar('-xzOf', path, 'package/package.json')) as PublishedManifest,
      // From the tarball itself: pnpm's own list leaves out the licence that it takes from the root.
      files: tar('-tzf', path)
        .split('\n')
        .filter((file) => file !== '')
        .map((file) => file.replace(/^package\//u, ''))
        .toSorted(),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

function tar(...args: string[]): string {
  return execFileSync('tar', args, { encoding: 'utf8' });
}
