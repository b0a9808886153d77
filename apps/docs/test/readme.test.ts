/** The README keeps its word: programs that fit on a screen, and commands that exist. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { load, root } from '../src/pages.js';
import { programsOf } from '../src/programs.js';

const readme = load('README.md');

describe('the README', () => {
  it('shows a server and a client in under 20 lines each', () => {
    const sizes = programsOf(readme).map(({ file, source }) => [file, source.split('\n').length < 20]);
    expect(Object.fromEntries(sizes)).toMatchObject({ 'server.ts': true, 'client.ts': true });
  });

  it('names commands of the root, and packages that exist', () => {
    const text = readFileSync(join(root, 'README.md'), 'utf8');
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
    const commands = [...text.matchAll(/^npm (?:run )?(?<name>\w+) +#/gmu)].map(({ groups }) => groups?.['name'] ?? '');
    expect(commands).toEqual(['demo', 'test']);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(commands));

    const packages = [...new Set([...text.matchAll(/@mrtr\/[a-z]+/gu)].map(([name]) => name))];
    const manifests = packages.map((name) => join(root, 'packages', name.slice('@mrtr/'.length), 'package.json'));
    expect(manifests.map((path) => (JSON.parse(readFileSync(path, 'utf8')) as { name: string }).name)).toEqual(
      packages,
    );
  });

  it('says what each package brings along', () => {
    const text = readFileSync(join(root, 'README.md'), 'utf8');
    const printed = new Map<string | undefined, string[]>();
    for (const { groups } of text.matchAll(/^\| \[`@mrtr\/(?<name>\w+)`\].*\|(?<brings>[^|]+)\|$/gmu)) {
      printed.set(
        groups?.['name'],
        (groups?.['brings'] ?? '').split(',').map((one) => one.trim().replaceAll('`', '')),
      );
    }
    const actual = new Map<string, string[]>();
    for (const name of readdirSync(join(root, 'packages'))) {
      const manifest = readFileSync(join(root, 'packages', name, 'package.json'), 'utf8');
      const { dependencies = {} } = JSON.parse(manifest) as { dependencies?: object };
      actual.set(
        name,
        Object.keys(dependencies).map((dependency) => dependency.replace('@mrtr/', '')),
      );
    }
    expect(new Set(printed.keys())).toEqual(new Set(actual.keys()));
    for (const [name, brings] of actual) expect(new Set(printed.get(name))).toEqual(new Set(brings));
  });
});
