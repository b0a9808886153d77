import { afterAll, beforeAll, describe, inject } from 'vitest';
import { installAll } from './support/all.js';
import { compilers } from './support/compilers.js';
import { compiles } from './support/compiles.js';
import type { Project } from './support/project.js';

const tarballs = inject('tarballs');

describe('all packages, where there are the types of Node and none of a browser', () => {
  let project: Project;

  beforeAll(async () => {
    project = await installAll(tarballs, { '@types/node': '20.19.43' });
    for (const program of ['together.ts', 'stdio.ts', 'testing.ts']) project.add(program);
  });
  afterAll(() => project.remove());

  const programs = { 'together.ts': 'together', 'stdio.ts': 'piped', 'testing.ts': 'tested' };
  compiles(() => project, programs, compilers, { lib: ['es2022'], types: ['node'] });
});
