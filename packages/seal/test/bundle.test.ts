import { createContext, runInContext } from 'node:vm';
import { fileURLToPath } from 'node:url';
import { build, type BuildOptions } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { RequestStateSecurity } from '@mrtr/seal';
import { call, masterKey, sealedState } from './support/policy.js';

const entry = fileURLToPath(new URL('../src/index.ts', import.meta.url));

async function bundle(options: BuildOptions): Promise<string> {
  const { outputFiles, metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'browser',
    target: 'es2022',
    ...options,
  });
  for (const output of Object.values(metafile?.outputs ?? {})) expect(output.imports).toEqual([]);
  return outputFiles?.[0]?.text ?? '';
}

describe('the main entry in a browser', () => {
  it('bundles without a Node built-in', async () => {
    // Minified, so that comments don't count.
    const text = await bundle({ format: 'esm', minify: true });
    expect(text).toContain('expand 32-byte k');
    expect(text.match(/node:|\brequire\(|\bprocess\.|from ?['"]crypto['"]/g)).toBeNull();
  });

  it('seals and opens where there is no Buffer, and the same tokens as on Node', async () => {
    const text = await bundle({ format: 'iife', globalName: 'seal' });
    // A realm of its own, with what a browser gives and nothing of Node.
    const sandbox = createContext({ TextEncoder, TextDecoder, crypto, call, sealedState, masterKey });
    expect(runInContext('typeof Buffer + typeof process + typeof require', sandbox)).toBe('undefined'.repeat(3));
    const token = runInContext(
      `${text}
      const security = new seal.RequestStateSecurity({ keys: [Uint8Array.from(masterKey)] });
      const token = security.seal(call, sealedState);
      const opened = security.open(token, call);
      if (JSON.stringify(opened) !== JSON.stringify(sealedState)) throw new Error('opened something else');
      token;`,
      sandbox,
    ) as string;
    expect(new RequestStateSecurity({ keys: [masterKey] }).open(token, call)).toEqual(sealedState);
  });

  it('leaves out what is not used', async () => {
    const text = await bundle({
      stdin: { contents: `export { canonicalJson } from ${JSON.stringify(entry)};`, resolveDir: '/' },
      entryPoints: [],
      format: 'esm',
      minify: true,
    });
    expect(text).toContain('not_canonical');
    expect(text).not.toContain('mrtr seal');
  });
});
