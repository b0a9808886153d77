/** What a bundler makes of the package: no Node built-ins, and no schemas for whoever uses none. */
import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import tsup from '../tsup.config.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The package as it is published: one file, zod outside. */
let published = '';

beforeAll(async () => {
  if (typeof tsup === 'function' || Array.isArray(tsup)) throw new Error('The tests read a plain configuration');
  const { outputFiles } = await build({
    entryPoints: [`${root}src/index.ts`],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    packages: 'external',
    plugins: (tsup.esbuildPlugins ?? []) as never,
  });
  published = outputFiles[0]?.text ?? '';
});

/** What a consumer's bundle holds. */
async function bundled(code: string) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir: root, loader: 'ts' },
    bundle: true,
    write: false,
    minify: true,
    metafile: true,
    format: 'esm',
    // Neutral: a built-in of Node would not resolve.
    platform: 'neutral',
    mainFields: ['module', 'main'],
    plugins: [
      {
        name: 'published',
        setup(bundle) {
          bundle.onResolve({ filter: /^@mrtr\/types$/ }, () => ({ path: 'types', namespace: 'published' }));
          bundle.onLoad({ filter: /^types$/, namespace: 'published' }, () => ({
            contents: published,
            resolveDir: root,
          }));
        },
      },
    ],
  });
  return { bytes: outputFiles[0]?.contents.length ?? 0, code: outputFiles[0]?.text ?? '', metafile };
}

describe('the published package', () => {
  it('needs nothing of Node, nor anything but zod', async () => {
    const { metafile } = await bundled(`export * from '@mrtr/types'`);
    const [output] = Object.values(metafile.outputs);
    expect(output?.imports).toEqual([]);
    const packages = Object.keys(metafile.inputs).filter((path) => !/^(<stdin>|published:)|\/zod\//.test(path));
    expect(packages).toEqual([]);
  });

  it.each([
    ['the error class', `import { ProtocolError } from '@mrtr/types'; console.log(ProtocolError.methodNotFound('a'));`],
    [
      'guards and tables',
      `import { isJsonRpcRequest, ErrorCode, eraOf, MetaKey, missingCapabilities } from '@mrtr/types';
       console.log(isJsonRpcRequest({}), ErrorCode, eraOf('2026-07-28'), MetaKey, missingCapabilities([], {}));`,
    ],
    ['types', `import type { CallToolResult } from '@mrtr/types'; console.log(1);`],
  ])('brings no zod with %s', async (_, code) => {
    const { bytes, code: result } = await bundled(code);
    expect(result).not.toMatch(/_zod|safeParse/);
    expect(bytes).toBeLessThan(2500);
  });

  it('brings the schemas that are used, and no others', async () => {
    const { code } = await bundled(`import { ToolSchema } from '@mrtr/types'; console.log(ToolSchema);`);
    expect(code).toContain('inputSchema');
    expect(code).not.toContain('completion/complete');
    expect(code).not.toContain('requestedSchema');
  });
});
