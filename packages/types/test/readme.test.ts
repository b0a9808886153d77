import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const examples = Array.from(readme.matchAll(/^```ts\n(.*?)^```$/gms), ([, code]) => code ?? '');

describe('README.md', () => {
  it('has an example', () => {
    expect(examples).toHaveLength(1);
  });

  it.each(examples)('prints what it says', async (code) => {
    const { outputFiles } = await build({
      stdin: { contents: code, loader: 'ts', resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'node',
      conditions: ['@mrtr/source'],
    });
    const program = outputFiles[0]?.text ?? '';
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
    const promised = Array.from(code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm), ([, text]) => text);
    expect(promised.length).toBeGreaterThan(0);
    expect(stdout.trim().split('\n')).toEqual(promised);
  });
});
