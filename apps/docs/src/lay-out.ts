/**
 * Writes the programs to a folder inside the workspace, where they find the packages, with the compiler's settings
 * beside them. Each page has a folder of its own, so its programs can import each other.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './pages.js';
import type { Program } from './programs.js';

/** A program and the file it was written to. */
export interface LaidOut extends Program {
  /** An absolute path. */
  readonly path: string;
}

/**
 * Empties `folder` and fills it.
 * @throws {Error} for two programs of one name on one page.
 */
export function layOut(folder: string, programs: readonly Program[]): LaidOut[] {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings, undefined, 2));
  const taken = new Set<string>();
  return programs.map((program) => {
    const path = join(folder, program.page.replaceAll(/[^\w]+/gu, '-').toLowerCase(), program.file);
    if (taken.has(path)) throw new Error(`${program.page}:${program.line}: there is a ${program.file} already`);
    taken.add(path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${program.source}\n`);
    return { ...program, path };
  });
}

/** As strict as the packages themselves; a program is a module even where it imports nothing. */
const settings = {
  extends: join(root, 'tsconfig.base.json'),
  compilerOptions: { moduleDetection: 'force' },
  include: ['**/*.ts'],
};
