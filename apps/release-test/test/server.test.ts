import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { newest } from './support/compilers.js';
import { compiles } from './support/compiles.js';
import { Project } from './support/project.js';
import { zodOf } from './support/zod.js';

const tarballs = inject('tarballs');

describe('@mrtr/server alone', () => {
  let project: Project;

  beforeAll(async () => {
    project = await Project.install(tarballs, ['@mrtr/server'], { zod: zodOf(tarballs) });
    project.add('server.ts');
  });
  afterAll(() => project.remove());

  it('brings no client, no channel of a network, and one zod', () => {
    const ours = project.installed().filter((name) => name.startsWith('@mrtr/'));
    expect(ours).toEqual(['@mrtr/seal', '@mrtr/server', '@mrtr/transport', '@mrtr/types']);
    expect(project.count('zod')).toBe(1);
  });

  compiles(() => project, { 'server.ts': 'served' }, newest);
});
