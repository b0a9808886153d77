import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { installAll } from './support/all.js';
import { compilers } from './support/compilers.js';
import { compiles } from './support/compiles.js';
import type { Project } from './support/project.js';

const tarballs = inject('tarballs');

describe('all packages, where there are the types of a browser', () => {
  let project: Project;

  beforeAll(async () => {
    project = await installAll(tarballs);
    for (const program of ['seal.ts', 'server.ts', 'client.ts', 'testing.ts']) project.add(program);
  });
  afterAll(() => project.remove());

  it('share one zod, and one copy of each of ours', () => {
    for (const name of ['zod', ...tarballs.map((tarball) => tarball.name)]) expect(project.count(name)).toBe(1);
  });

  const programs = { 'seal.ts': 'sealed', 'server.ts': 'served', 'client.ts': 'called', 'testing.ts': 'tested' };
  compiles(() => project, programs, compilers);
});
