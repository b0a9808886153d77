import { describe, expect, it } from 'vitest';
import { contentProblems } from '../lib/contents.js';

const manifest = {
  name: '@mrtr/some',
  version: '0.1.0',
  description: 'Something.',
  license: 'MIT',
  type: 'module',
  sideEffects: false,
  keywords: ['mcp'],
  engines: { node: '>=20.19' },
  publishConfig: { access: 'public' },
  dependencies: { zod: '4.6.7', '@mrtr/types': '^0.1.0' },
};
const files = ['LICENSE', 'README.md', 'dist/index.d.ts', 'dist/index.js', 'package.json', 'src/index.ts'];

describe('what a published package holds', () => {
  it('is in order when it says what it is and holds its build, its sources, its licence and its readme', () => {
    expect(contentProblems(manifest, files)).toEqual([]);
  });

  it.each(Object.keys(manifest).filter((key) => !['name', 'version', 'dependencies'].includes(key)))(
    'is not in order without `%s`',
    (key) => {
      expect(contentProblems({ ...manifest, [key]: undefined }, files)).toHaveLength(1);
    },
  );

  it.each(['LICENSE', 'README.md'])('is not in order without %s', (name) => {
    expect(
      contentProblems(
        manifest,
        files.filter((file) => file !== name),
      ),
    ).toHaveLength(1);
  });

  it.each(['test/a.test.ts', 'src/a.test.ts', 'node_modules/a/index.js'])('is not in order with %s', (name) => {
    expect(contentProblems(manifest, [...files, name])).toHaveLength(1);
  });

  it.each(['workspace:^', 'catalog:', 'file:../types'])('has no range such as %s', (range) => {
    expect(contentProblems({ ...manifest, dependencies: { '@mrtr/types': range } }, files)).toHaveLength(1);
    expect(contentProblems({ ...manifest, peerDependencies: { '@mrtr/types': range } }, files)).toHaveLength(1);
  });
});
