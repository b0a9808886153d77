import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Project } from './support/project.js';

const tarballs = inject('tarballs');
const entries = tarballs.flatMap(({ name, manifest }) =>
  Object.keys(manifest.exports ?? {})
    .filter((entry) => entry !== './package.json')
    .map((entry) => name + entry.slice(1)),
);

describe('every entry of every package', () => {
  let project: Project;

  beforeAll(async () => {
    project = await Project.install(
      tarballs,
      tarballs.map(({ name }) => name),
    );
  });
  afterAll(() => project.remove());

  it.each(entries)('%s can be imported and required, and is the same both ways', async (entry) => {
    project.write(
      'entry.cjs',
      `
        const required = require('${entry}');
        import('${entry}').then((imported) => {
          const same = Object.keys(imported).every((name) => imported[name] === required[name]);
          console.log(JSON.stringify({ names: Object.keys(imported).length, same }));
        });
      `,
    );
    const { names, same } = JSON.parse(await project.run('entry.cjs')) as { names: number; same: boolean };
    expect(names).toBeGreaterThan(0);
    expect(same).toBe(true);
  });

  it.each(tarballs.map(({ name, manifest }) => [name, manifest.version] as const))(
    '%s shows its manifest, and keeps the rest of its files to itself',
    async (name, version) => {
      project.write(
        'manifest.cjs',
        `
          console.log(require('${name}/package.json').version);
          try { require('${name}/dist/index.js'); } catch (error) { console.log(error.code); }
        `,
      );
      expect(await project.run('manifest.cjs')).toBe(`${version}\nERR_PACKAGE_PATH_NOT_EXPORTED\n`);
    },
  );
});
