import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Project } from './support/project.js';

const tarballs = inject('tarballs');

describe('@mrtr/testing alone', () => {
  let project: Project;

  beforeAll(async () => {
    project = await Project.install(tarballs, ['@mrtr/testing']);
  });
  afterAll(() => project.remove());

  it('brings the types of the protocol, and no client, server or test framework', () => {
    expect(project.installed()).toEqual(['@mrtr/testing', '@mrtr/types', 'zod']);
  });
});
