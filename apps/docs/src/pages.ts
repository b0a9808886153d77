/** The pages that a person reads: the root's README, the documentation, the README of every package and application. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Page, readPage } from './page.js';

/** The root of the repository, an absolute path. */
export const root: string = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

/** The pages that exist, in order. */
export function pages(): Page[] {
  return [
    'README.md',
    ...markdownIn('docs'),
    ...markdownIn('docs/decisions'),
    ...readmesIn('packages'),
    ...readmesIn('apps'),
  ].map(load);
}

/** Reads one page by its path from the root. */
export function load(path: string): Page {
  return readPage(path, readFileSync(join(root, path), 'utf8'));
}

function markdownIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map(({ name }) => `${folder}/${name}`)
    .toSorted();
}

function readmesIn(parent: string): string[] {
  return readdirSync(join(root, parent))
    .map((name) => `${parent}/${name}/README.md`)
    .filter((path) => existsSync(join(root, path)))
    .toSorted();
}
