import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { newest } from './support/compilers.js';
import { compiles } from './support/compiles.js';
import { Project } from './support/project.js';

const tarballs = inject('tarballs');

describe('@mrtr/client alone', () => {
  let project: Project;

  beforeAll(async () => {
    project = await Project.install(tarballs, ['@mrtr/client', '@mrtr/transport']);
    project.add('client.ts');
  });
  afterAll(() => project.remove());

  it('brings no server, and no cryptography', () => {
    const installed = project.installed();
    const ours = installed.filter((name) => name.startsWith('@mrtr/'));
    expect(ours).toEqual(['@mrtr/client', '@mrtr/http', '@mrtr/transport', '@mrtr/types']);
    expect(installed.filter((name) => name.startsWith('@noble/'))).toEqual([]);
  });

  compiles(() => project, { 'client.ts': 'called' }, newest);
});
