/** How blocks become programs, and what is compared: the tests of the documentation have to be able to fail. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { typeErrors } from '../src/check-types.js';
import { matchesOutput } from '../src/expected-output.js';
import { layOut } from '../src/lay-out.js';
import { readPage } from '../src/page.js';
import { root } from '../src/pages.js';
import { programsOf } from '../src/programs.js';
import { runProgram, startServing } from '../src/run-program.js';

const fence = (info: string, text: string): string => `\`\`\`${info}\n${text}\n\`\`\`\n`;
const programsIn = (...blocks: string[]): ReturnType<typeof programsOf> =>
  programsOf(readPage('page.md', blocks.join('\nProse.\n\n')));

describe('a page', () => {
  it('gives one program for each block, with the output below it', () => {
    expect(
      programsIn(fence('ts', 'console.log(1)'), fence('text output', '1'), fence('sh', 'ls'), fence('ts', 'export {}')),
    ).toMatchObject([
      { source: 'console.log(1)', output: '1', line: 1 },
      { source: 'export {}', output: undefined },
    ]);
  });

  it('joins a block to the one that it continues', () => {
    expect(programsIn(fence('ts', 'const a = 1;'), fence('ts continue', 'console.log(a);'))).toMatchObject([
      { source: 'const a = 1;\n\nconsole.log(a);' },
    ]);
  });

  it('names the file that other blocks import', () => {
    expect(programsIn(fence('ts file=server.ts serves', ''))).toMatchObject([{ file: 'server.ts', serves: true }]);
  });

  it.each([
    ['a mark that is unknown', [fence('ts skip', '')]],
    ['a continuation of nothing', [fence('ts continue', '')]],
    ['an output of nothing', [fence('text output', '')]],
    ['a second output', [fence('ts', ''), fence('text output', ''), fence('text output', '')]],
  ])('is refused for %s', (_why, blocks) => {
    expect(() => programsIn(...blocks)).toThrow(/^page\.md:\d+: /u);
  });

  it('has the anchors and links that GitHub gives it', () => {
    const page = readPage('page.md', '# What `a` is\n\n## Twice\n\n## Twice\n\nSee [it](other.md#there).');
    expect([...page.anchors]).toEqual(['what-a-is', 'twice', 'twice-1']);
    expect(page.links).toEqual([{ target: 'other.md#there', line: 7 }]);
  });
});

describe('an output', () => {
  it('is compared to the letter, but for what differs in each run', () => {
    expect(matchesOutput('a (1)\nstate v1.…, sealed\n', 'a (1)\nstate v1.Zm9v, sealed\n\n')).toBe(true);
    expect(matchesOutput('a', 'a\nb')).toBe(false);
    expect(matchesOutput('a…', 'ab\nc')).toBe(false);
    expect(matchesOutput('a.c', 'abc')).toBe(false);
  });
});

describe('a program', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(root, 'apps/docs/.programs-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  async function write(name: string, source: string): Promise<string> {
    const [program] = await layOut(join(folder, name), programsIn(fence('ts', source)));
    return program?.built ?? '';
  }

  it('that breaks a strict rule of the compiler is found', async () => {
    await write('types', 'const list: string[] = [];\nconst first: string = list[0];\nconsole.log(first);');
    expect(await typeErrors(join(folder, 'types'))).toMatch(/program-1\.ts\(2,7\): error TS2322/u);
  });

  it('that fails is told by its exit code', async () => {
    expect(await runProgram(await write('fails', "console.log('on');\nthrow new Error('off');"))).toMatchObject({
      code: 1,
      stdout: 'on\n',
    });
  });

  it('that serves is waited for, and stopped', async () => {
    const serving = await startServing(await write('serves', "console.log('up');\nsetInterval(() => {}, 1000);"));
    expect(serving.printed()).toBe('up\n');
    await serving.stop();
  });

  it('that ends instead of serving is told', async () => {
    await expect(startServing(await write('ends', 'export {};'))).rejects.toThrow('It ended before it served.');
  });
});
