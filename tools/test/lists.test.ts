import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { arrows } from '../lib/arrows.js';
import { packages, root } from '../lib/workspace.js';

const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));
const names = packages().map(({ name }) => name);

describe('the lists of packages that are kept by hand', () => {
  it('have the arrows of each', () => {
    expect([...arrows.keys()].toSorted()).toEqual(names);
  });

  it('version them all together', () => {
    const { fixed } = read('.changeset/config.json') as { fixed: [string[]] };
    expect(fixed.map((group) => group.toSorted())).toEqual([names]);
  });

  it('have a size budget for each entry', () => {
    const entries = packages().flatMap(({ name, manifest }) =>
      Object.keys(manifest.exports ?? {})
        .filter((entry) => entry !== './package.json')
        .map((entry) => name + entry.slice(1)),
    );
    const budgets = read('.size-limit.json') as { name: string }[];
    expect(budgets.map(({ name }) => name)).toEqual(expect.arrayContaining(entries));
  });
});
