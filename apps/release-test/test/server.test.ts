import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { compilesEverywhere } from './support/compiles.js';
import { Project } from './support/project.js';
import { rangeOf } from './support/ranges.js';

const tarballs = inject('tarballs');

describe('@mrtr/server alone', () => {
  let project: Project;

  beforeAll(async () => {
    project = await Project.install(tarballs, ['@mrtr/server'], { zod: rangeOf(tarballs, '@mrtr/server', 'zod') });
    project.add('server.ts');
  });
  afterAll(() => project.remove());

  it('brings no client, no channel of a network, and one zod', () => {
    const ours = project.installed().filter((name) => name.startsWith('@mrtr/'));
    expect(ours).toEqual(['@mrtr/seal', '@mrtr/server', '@mrtr/transport', '@mrtr/types']);
    expect(project.count('zod')).toBe(1);
  });

  compilesEverywhere(() => project, 'server.ts', 'served');
});
