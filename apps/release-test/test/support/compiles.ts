/**
 * The tests that every consumer's program goes through: compiled in each way of finding modules, with the declarations of
 * all packages checked as well, and what comes out of it run.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Compiler, resolutions } from './compilers.js';
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
 * Adds the tests of some programs.
 * @param project gives the project, once it is installed.
 * @param programs those of `consumers/` that the project holds, each with the one line that it prints when all is well.
 * @param more options of the compiler.
 */
export function compiles(
  project: () => Project,
  programs: Readonly<Record<string, string>>,
  compilers: readonly Compiler[],
  more: Readonly<Record<string, unknown>> = {},
): void {
  const files = Object.keys(programs);
  describe.each(compilers)('under TypeScript $version', ({ version, tsc }) => {
    it.each(resolutions)(`compiles ${files.join(', ')} with modules found as by $name`, async ({ name, options }) => {
      const outDir = `out-${version}-${name}`;
      project().write(
        'tsconfig.json',
        JSON.stringify({ compilerOptions: { ...strict, ...options, outDir, ...more }, files }),
      );
      expect(await project().compile(tsc)).toBe('');
      for (const [file, says] of Object.entries(programs)) {
        expect(await project().run(join(outDir, file.replace(/ts$/u, 'js')))).toBe(`${says}\n`);
      }
    });
  });
}
