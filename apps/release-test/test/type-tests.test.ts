/** What the packages' own type tests promise holds for their users' compilers too, from the declarations that we publish. */
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { packages } from 'tools/workspace';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { installAll } from './support/all.js';
import { compilers } from './support/compilers.js';
import type { Project } from './support/project.js';

const tarballs = inject('tarballs');

/** Each package's type tests, and the folder with what they import beside them. */
const suites = packages().flatMap(({ folder, manifest }) => {
  const test = join(folder, 'test');
  const files = readdirSync(test).filter((name) => /^types[.]test[.]ts$|[.]test-d[.]ts$/u.test(name));
  return files.length === 0 ? [] : [{ test, files, name: manifest.name.replace('@mrtr/', ''), manifest }];
});

/** Schema libraries that the tests use; the versions are those that the packages are tested with. */
const libraries = Object.fromEntries(
  suites
    .flatMap(({ manifest }) => Object.entries(manifest.devDependencies ?? {}))
    .filter(([name]) => ['arktype', 'valibot'].includes(name)),
);

describe('the type tests of the packages', () => {
  let project: Project;

  beforeAll(async () => {
    project = await installAll(tarballs, { '@types/node': '20.19.43', 'expect-type': '1.4.0', ...libraries });
    for (const { test, files, name } of suites) {
      mkdirSync(join(project.folder, name));
      for (const file of files) cpSync(join(test, file), join(project.folder, name, file));
      const support = join(test, 'support');
      if (existsSync(support)) cpSync(support, join(project.folder, name, 'support'), { recursive: true });
    }
    // All that they need of vitest, which itself is no part of what is compiled here.
    project.write(
      'vitest.d.ts',
      `
        export { expectTypeOf } from 'expect-type';
        type Body = () => unknown;
        export declare const describe: (name: string, body: Body) => void;
        export declare const it: (name: string, body: Body) => void;
        export declare const test: (name: string, body: Body) => void;
      `,
    );
  });
  afterAll(() => project.remove());

  it('are found where they stand', () => {
    expect(suites.map(({ name }) => name)).toEqual(expect.arrayContaining(['client', 'server', 'types']));
  });

  it.each(compilers)('hold under TypeScript $version', async ({ tsc }) => {
    const compilerOptions = {
      target: 'es2023',
      lib: ['es2023', 'esnext.disposable', 'dom', 'dom.asynciterable'],
      module: 'esnext',
      moduleResolution: 'bundler',
      types: ['node'],
      paths: { vitest: ['./vitest.d.ts'] },
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      // Whether declarations are sound is what the other tests are about.
      skipLibCheck: true,
      noEmit: true,
    };
    const files = suites.flatMap(({ name, files: ours }) => ours.map((file) => join(name, file)));
    project.write('tsconfig.json', JSON.stringify({ compilerOptions, files }));
    expect(await project.compile(tsc)).toBe('');
  });
});
