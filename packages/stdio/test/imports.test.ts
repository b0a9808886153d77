/** What each entry pulls in, by its sources: neither side drags the other along. */
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
  test('share what lines and limits are, and nothing that belongs to one side', () => {
    const server = graphOf('node-server.ts').files;
    expect([...graphOf('node-client.ts').files].filter((file) => server.has(file)).toSorted()).toEqual([
      'encode.ts',
      'id-finder.ts',
      'limits.ts',
      'line-splitter.ts',
      'message-reader.ts',
      'timers.ts',
      'unfailing.ts',
    ]);
  });

  test('start processes on the client alone', () => {
    const starts = ['node:child_process', 'tinyexec'];
    expect([...graphOf('node-client.ts').packages]).toEqual(expect.arrayContaining(starts));
    expect([...graphOf('node-server.ts').packages].filter((name) => starts.includes(name))).toEqual([]);
  });
});
