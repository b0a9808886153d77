/** What a newcomer reads when a declaration of resolvers is wrong, and what the declarations cost a compiler. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { compilers } from './support/compilers.js';
import { Project } from './support/project.js';
import { zodOf } from './support/zod.js';

const tarballs = inject('tarballs');
const mistakes = expected();

describe('a server with resolvers', () => {
  let project: Project;

  beforeAll(async () => {
    project = await Project.install(tarballs, ['@mrtr/server'], { zod: zodOf(tarballs) });
    project.add('mistakes.ts');
    project.write('two-hundred.ts', twoHundredTools());
  });
  afterAll(() => project.remove());

  function configure(file: string, more: Readonly<Record<string, unknown>> = {}): void {
    const compilerOptions = {
      target: 'es2022',
      lib: ['es2022', 'dom'],
      module: 'esnext',
      moduleResolution: 'bundler',
      types: [],
      strict: true,
      skipLibCheck: true,
      noEmit: true,
      ...more,
    };
    project.write('tsconfig.json', JSON.stringify({ compilerOptions, files: [file] }));
  }

  it('has mistakes that are told in words', () => {
    expect(mistakes.length).toBeGreaterThan(5);
  });

  it.each(compilers)('is refused in these words by TypeScript $version, and for nothing else', async ({ tsc }) => {
    configure('mistakes.ts');
    const complaints = await project.compile(tsc);
    const lines = complaints.split('\n').filter((line) => line.startsWith('mistakes.ts('));
    expect(lines.map((line) => Number(/[(](\d+),/u.exec(line)?.[1]))).toEqual(mistakes.map(({ line }) => line));
    const byMistake = complaints.split(/^(?=mistakes[.]ts[(])/mu).filter((part) => part.startsWith('mistakes.ts('));
    for (const [index, { says }] of mistakes.entries()) expect(byMistake[index]).toContain(says);
  });

  it.each(compilers)('of 200 tools is no burden for TypeScript $version', async ({ tsc }) => {
    configure('two-hundred.ts', { extendedDiagnostics: true });
    const diagnostics = await project.compile(tsc);
    expect(diagnostics).not.toContain('error TS');
    // Counted and not timed, so that it says the same everywhere.
    expect(figure(diagnostics, 'Instantiations')).toBeLessThan(INSTANTIATIONS);
  });
});

/** A tenth above what it takes, of which zod's objects alone take 70,000. */
const INSTANTIATIONS = 500_000;

function figure(diagnostics: string, name: string): number {
  const found = new RegExp(`^${name}:\\s+(\\d+)`, 'mu').exec(diagnostics)?.[1];
  if (found === undefined) throw new Error(`The compiler says nothing of ${name}:\n${diagnostics}`);
  return Number(found);
}

/** The comments of the program with the mistakes, and the line that each is about. */
function expected(): { readonly line: number; readonly says: string }[] {
  const text = readFileSync(join(import.meta.dirname, '../consumers/mistakes.ts'), 'utf8');
  return text.split('\n').flatMap((comment, index) => {
    const says = /^[/][/] says: (.+)$/u.exec(comment)?.[1];
    return says === undefined ? [] : [{ line: index + 2, says }];
  });
}

/** Each tool with an input of ten fields, two resolvers of its own, an outcome, and a question by itself. */
function twoHundredTools(): string {
  const tools = Array.from({ length: 200 }, (_, n) => {
    const resolvers = `
      const stock${n} = resolver({ args: { title: z.string() } }, ({ title }) => ({ copies: title.length, shelf: ${n} }));
      const backorder${n} = resolver({ args: { title: z.string() }, needs: { stock: stock${n} } }, ({ title, stock }) =>
        stock.copies > ${n} ? { confirm: true } : elicit(\`\${title}?\`, z.object({ confirm: z.boolean(), note${n}: z.string().optional() })));`;
    const fields = Array.from({ length: 8 }, (__, field) => `field${field}: z.number().optional()`).join(', ');
    return `${resolvers}
      server.tool('order-${n}', {
        input: z.object({ title: z.string(), copies: z.number().default(${n}), ${fields} }),
        resolve: { stock: stock${n}, backorder: outcome(backorder${n}), roots: listRoots() },
      }, ({ title, copies, stock, backorder, roots }) =>
        \`\${title} \${copies + stock.copies} \${backorder.action} \${roots.roots.length}\`);`;
  });
  return `
    import { elicit, listRoots, McpServer, outcome, resolver } from '@mrtr/server';
    import { z } from 'zod';
    const server = new McpServer({ name: 'large', version: '1.0.0' });
    ${tools.join('\n')}
  `;
}
