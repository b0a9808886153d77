/** A link inside the repository leads to a file that is there, and to a heading that is on that page. */
import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Page } from '../src/page.js';
import { load, pages, root } from '../src/pages.js';

function problemOf(page: Page, target: string): string | undefined {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page.path : normalize(join(dirname(page.path), decodeURI(path)));
  if (file.startsWith('..')) return 'leads out of the repository';
  if (!existsSync(join(root, file))) return 'leads to a file that is not there';
  if (anchor === undefined || !file.endsWith('.md')) return undefined;
  return load(file).anchors.has(anchor) ? undefined : `leads to a heading that is not on ${file}`;
}

describe('a link of the documentation', () => {
  it.each(pages().map((page) => [page.path, page] as const))('of %s leads somewhere', (_path, page) => {
    const broken = page.links
      .filter(({ target }) => !/^[a-z]+:/u.test(target))
      .map(({ target, line }) => ({ target, line, problem: problemOf(page, target) }))
      .filter(({ problem }) => problem !== undefined);
    expect(broken).toEqual([]);
  });

  it('of a page under docs is reached from the README', () => {
    const linked = load('README.md').links.map(({ target }) => target.split('#')[0]);
    const written = pages()
      .map(({ path }) => path)
      .filter((path) => dirname(path) === 'docs');
    expect(written.length).toBeGreaterThan(0);
    expect(linked).toEqual(expect.arrayContaining(written));
  });
});
