import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Project } from './support/project.js';
import { newest } from './support/compilers.js';
import { compiles } from './support/compiles.js';

const tarballs = inject('tarballs');

describe('@mrtr/seal alone', () => {
  let project: Project;

  beforeAll(async () => {
    project = await Project.install(tarballs, ['@mrtr/seal']);
    project.add('seal.ts');
  });
  afterAll(() => project.remove());

  it('brings two small packages, and nothing that knows of MCP', () => {
    expect(project.installed()).toEqual(['@mrtr/seal', '@noble/ciphers', '@noble/hashes']);
  });

  compiles(() => project, { 'seal.ts': 'sealed' }, newest);
});
