/** What each entry pulls in, by its sources: neither side drags the other along, and only one of them needs Node. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const source = new URL('../src/', import.meta.url);

/** The files an entry is made of, and the packages they import for more than types. */
function graphOf(entry: string): { files: Set<string>; packages: Set<string> } {
  const files = new Set<string>();
  const packages = new Set<string>();
  const visit = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    const text = readFileSync(new URL(file, source), 'utf8');
    for (const [, typeOnly, specifier = ''] of text.matchAll(/^(?:import|export) (type )?[^;]*?from '([^']+)';/gms)) {
      if (typeOnly) continue;
      if (specifier.startsWith('./')) visit(specifier.slice(2).replace(/\.js$/, '.ts'));
      else packages.add(specifier);
    }
  };
  visit(entry);
  return { files, packages };
}

describe('the entries', () => {
  test('client and server share small files, and none that belongs to one side', () => {
    const client = graphOf('client.ts').files;
    const server = graphOf('server.ts').files;
    const node = graphOf('node.ts').files;
    expect([...client].filter((file) => server.has(file) || node.has(file)).toSorted()).toEqual([
      'limits.ts',
      'standard-headers.ts',
    ]);
  });

  test('client and server run without Node', () => {
    for (const entry of ['client.ts', 'server.ts']) {
      expect([...graphOf(entry).packages].filter((name) => name.startsWith('node:'))).toEqual([]);
    }
    expect([...graphOf('node.ts').packages]).toContain('node:http');
  });

  test('what knows Node says so in its name', () => {
    const withNode = [...graphOf('node.ts').files].filter((file) =>
      readFileSync(new URL(file, source), 'utf8').includes("from 'node:"),
    );
    expect(withNode.filter((file) => !file.startsWith('node'))).toEqual([]);
  });

  test('the event stream parser is for clients alone', () => {
    expect([...graphOf('client.ts').packages]).toContain('eventsource-parser');
    expect([...graphOf('node.ts').packages]).not.toContain('eventsource-parser');
  });
});
