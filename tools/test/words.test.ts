import { describe, expect, it } from 'vitest';
import { wordProblems } from '../lib/words.js';

// Put together here, for this file is read by the gate too.
const machinePath = ['', 'work', 'main'].join('/');
const parent = '..';
const outside = `${parent}/shared/schema`;
const host = ['registry', 'example', 'org'].join('.');

describe('words that may not stand in the repository', () => {
  it.each([
    ['a registry', `registry=https://${host}/`],
    ['a path of one machine', `cd ${machinePath}`],
    ['a folder outside', `new URL('../../${outside}/a.json', import.meta.url)`],
    ['a folder outside, joined', ["join(here, '..'", "'shared')"].join(', ')],
  ])('%s is named with its line', (_, line) => {
    expect(wordProblems('docs/a.md', `fine\n${line}`)).toEqual([expect.stringMatching(/^2: /u)]);
  });

  it('the official schemas may be read by tests of the packages, and nowhere else', () => {
    expect(wordProblems('packages/types/test/schema.test.ts', outside)).toEqual([]);
    expect(wordProblems('packages/types/src/schema.ts', outside)).toHaveLength(1);
    expect(wordProblems('apps/bench/test/schema.test.ts', outside)).toHaveLength(1);
  });

  it('the lockfile holds no address', () => {
    expect(wordProblems('pnpm-lock.yaml', 'resolution: {tarball: https://example.org/a.tgz}')).toHaveLength(1);
    expect(wordProblems('README.md', 'https://example.org/')).toEqual([]);
  });

  it('ordinary words are left alone', () => {
    expect(
      wordProblems('README.md', 'homework/work, ./work/a, https://a.example/work, a shared key, ../share'),
    ).toEqual([]);
  });
});
