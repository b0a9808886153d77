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
    project.add('together.ts');
  });
  afterAll(() => project.remove());

  compiles(() => project, { 'together.ts': 'together' }, compilers, { lib: ['es2022'], types: ['node'] });
});
