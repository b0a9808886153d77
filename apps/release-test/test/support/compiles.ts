/**
 * The tests that every consumer's program goes through: compiled by each compiler, in each way of finding modules, with
 * the declarations of all packages checked as well, and what comes out of it run.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compilers, resolutions } from './compilers.js';
import type { Project } from './project.js';

/** The strictest that a user may be. Declarations are checked, and only the platform's own types are there. */
const strict = {
  target: 'es2022',
  lib: ['es2022', 'dom'],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  skipLibCheck: false,
};

/**
 * Adds the tests of one program.
 * @param project gives the project, once it is installed.
 * @param program one of `consumers/`, which the project holds.
 * @param says the one line that it prints when all is well.
 * @param more options of the compiler.
 */
export function compilesEverywhere(
  project: () => Project,
  program: string,
  says: string,
  more: Readonly<Record<string, unknown>> = {},
): void {
  describe.each(compilers)('under TypeScript $version', ({ version, tsc }) => {
    it.each(resolutions)('compiles with modules found as by $name, and runs', async ({ name, options }) => {
      const outDir = `out-${version}-${name}`;
      const compilerOptions = { ...strict, ...options, outDir, ...more };
      project().write('tsconfig.json', JSON.stringify({ compilerOptions, files: [program] }));
      expect(await project().compile(tsc)).toBe('');
      expect(await project().run(join(outDir, program.replace(/ts$/u, 'js')))).toBe(`${says}\n`);
    });
  });
}
