/**
 * The compilers that our users have: the last release of each line that is still in use.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** A TypeScript release, with the path of its `tsc`. */
export interface Compiler {
  readonly version: string;
  readonly tsc: string;
}

function compiler(version: string): Compiler {
  return { version, tsc: join(dirname(require.resolve(`typescript-${version}/package.json`)), 'bin/tsc') };
}

/** The newest, and by far the fastest. */
export const newest: readonly Compiler[] = [compiler('7.0')];

export const compilers: readonly Compiler[] = [compiler('5.9'), compiler('6.0'), ...newest];

/** How a user's compiler finds modules: as a bundler does, or as Node does. */
export const resolutions = [
  { name: 'bundler', options: { module: 'esnext', moduleResolution: 'bundler' } },
  { name: 'nodenext', options: { module: 'nodenext', moduleResolution: 'nodenext' } },
] as const;
