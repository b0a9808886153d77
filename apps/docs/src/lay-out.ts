/**
 * Writes the programs to a folder inside the workspace, where they find the packages, with the compiler's settings
 * beside them, and builds them from the packages' sources. Each page has a folder of its own, so its programs can import
 * each other.
 */
import { build } from 'esbuild';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './pages.js';
import type { Program } from './programs.js';

/** A program and the files it was written to, as absolute paths. */
export interface LaidOut extends Program {
  /** As it is printed. */
  readonly path: string;
  /** As Node runs it. */
  readonly built: string;
}

/**
 * Empties `folder` and fills it.
 * @throws {Error} for two programs of one name on one page, and for one that can't be built.
 */
export async function layOut(folder: string, programs: readonly Program[]): Promise<LaidOut[]> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings, undefined, 2));
  const taken = new Set<string>();
  const laidOut = programs.map((program) => {
    const name = join(program.page.replaceAll(/[^\w]+/gu, '-').toLowerCase(), program.file);
    if (taken.has(name)) throw new Error(`${program.page}:${program.line}: there is a ${program.file} already`);
    taken.add(name);
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${program.source}\n`);
    return Object.assign({ path, built: join(folder, 'built', name.replace(/ts$/u, 'js')) }, program);
  });
  // Built at once and not by a loader in each process: what the programs share is then read once.
  await build({
    entryPoints: laidOut.map(({ path }) => path),
    outbase: folder,
    outdir: join(folder, 'built'),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    conditions: ['@mrtr/source'],
    sourcemap: 'linked',
    logLevel: 'silent',
  });
  return laidOut;
}

/** As strict as the packages themselves; a program is a module even where it imports nothing. */
const settings = {
  extends: join(root, 'tsconfig.base.json'),
  compilerOptions: { moduleDetection: 'force' },
  include: ['**/*.ts'],
};
