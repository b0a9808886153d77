import { describe, expect, it } from 'vitest';
import { arrows } from '../lib/arrows.js';
import { dependencyProblems, importProblems, importsOf } from '../lib/imports.js';

const problemsOf = (name: string, text: string, path = 'src/index.ts'): string[] =>
  importProblems({ package: name, path, text });

describe('reading imports', () => {
  it('finds every form of import, with its line', () => {
    const text = [
      "import { a } from './a.js';",
      "import type { B } from './b.js';",
      "export { c } from './c.js';",
      "const d = await import('./d.js');",
      "type E = import('./e.js').E;",
      "// import './not.js'",
    ].join('\n');
    expect(importsOf(text)).toEqual([
      { specifier: './a.js', line: 1 },
      { specifier: './b.js', line: 2 },
      { specifier: './c.js', line: 3 },
      { specifier: './d.js', line: 4 },
      { specifier: './e.js', line: 5 },
    ]);
  });
});

describe('the arrows', () => {
  it('lead to packages that exist among them, and never back', () => {
    const above = (name: string, seen: readonly string[]): void => {
      expect(seen).not.toContain(name);
      for (const next of arrows.get(name) ?? expect.fail(`${name} has no arrows`)) above(next, [...seen, name]);
    };
    for (const name of arrows.keys()) above(name, []);
  });

  it('let a package import what it stands on, and what is not ours', () => {
    expect(problemsOf('@mrtr/server', "import { seal } from '@mrtr/seal';\nimport * as z from 'zod/mini';")).toEqual(
      [],
    );
  });

  it.each([
    ['@mrtr/client', '@mrtr/server'],
    ['@mrtr/server', '@mrtr/client'],
    ['@mrtr/server', '@mrtr/http/server'],
    ['@mrtr/http', '@mrtr/client'],
    ['@mrtr/types', '@mrtr/transport'],
    ['@mrtr/seal', '@mrtr/types'],
  ])('keep %s from importing %s, by value or by type', (name, specifier) => {
    expect(problemsOf(name, `import { x } from '${specifier}';`)).toHaveLength(1);
    expect(problemsOf(name, `import type { X } from '${specifier}';`)).toHaveLength(1);
    expect(problemsOf(name, `await import('${specifier}');`)).toHaveLength(1);
  });

  it('hold for what a manifest declares', () => {
    expect(dependencyProblems('@mrtr/client', ['@mrtr/http', 'zod'])).toEqual([]);
    expect(dependencyProblems('@mrtr/client', ['@mrtr/server'])).toHaveLength(1);
  });

  it('are demanded of a new package', () => {
    expect(problemsOf('@mrtr/new', '')).toHaveLength(1);
  });
});

describe("Node's own modules", () => {
  it.each(["import 'node:http';", "import http from 'http';", "import { readFile } from 'fs/promises';"])(
    'are refused outside `src/node*.ts`: %s',
    (text) => {
      expect(problemsOf('@mrtr/http', text, 'src/server.ts')).toHaveLength(1);
      expect(problemsOf('@mrtr/http', text, 'src/nodes.ts')).toHaveLength(1);
      expect(problemsOf('@mrtr/http', text, 'src/node.ts')).toEqual([]);
      expect(problemsOf('@mrtr/http', text, 'src/node-listener.ts')).toEqual([]);
      expect(problemsOf('@mrtr/http', text, 'src/node/listener.ts')).toEqual([]);
    },
  );

  it('do not come in through a file or an entry that is for Node', () => {
    expect(problemsOf('@mrtr/http', "import { listen } from './node-listener.js';", 'src/server.ts')).toHaveLength(1);
    expect(problemsOf('@mrtr/http', "import { listen } from './node-listener.js';", 'src/node.ts')).toEqual([]);
    expect(problemsOf('@mrtr/server', "import { fast } from '@mrtr/seal/node';")).toHaveLength(1);
  });
});

describe('the form of an import', () => {
  it.each([
    ["import './a';", 'an ending'],
    ["import './a.ts';", 'the ending that Node resolves'],
    ["import '../test/a.js';", 'a file among the sources'],
    ["import '@mrtr/http/server';", 'the file rather than the package itself'],
    ["export * from './a.js';", 'the names of what is exported'],
    ["export * as a from './a.js';", 'the names of what is exported'],
  ])('%s lacks %s', (text) => {
    expect(problemsOf('@mrtr/http', text)).toHaveLength(1);
  });

  it('may be the manifest of the package itself', () => {
    expect(problemsOf('@mrtr/http', "import { version } from '../package.json';")).toEqual([]);
    expect(problemsOf('@mrtr/http', "import { version } from '../../types/package.json';")).toHaveLength(1);
  });

  it('says where it stands', () => {
    expect(problemsOf('@mrtr/types', "\nimport '@mrtr/seal';")[0]).toMatch(/^2: '@mrtr\/seal'/u);
  });
});
