import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const examples = Array.from(readme.matchAll(/^```ts\n(.*?)^```$/gms), ([, code]) => code ?? '');

/** Runs an example as a program of its own, and gives what it printed. */
async function run(code: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code, loader: 'ts', resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    conditions: ['@mrtr/source'],
  });
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    outputFiles[0]?.text ?? '',
  ]);
  return stdout;
}

describe('README.md', () => {
  it('has examples', () => {
    expect(examples.length).toBeGreaterThanOrEqual(5);
  });

  it.each(examples.map((code, index) => ({ number: index + 1, code })))(
    'prints what example $number says',
    async ({ code }) => {
      const promised = Array.from(code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm), ([, text]) => text);
      expect(promised.length).toBeGreaterThan(0);
      expect((await run(code)).trim().split('\n')).toEqual(promised);
    },
  );
});
