/** The mounts that README.md shows work as they are printed; its other programs are run with the documentation. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { callOf, headersOf } from './support/messages.js';

const folder = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const mounts = Array.from(readme.matchAll(/^```js\n(.*?)^```$/gms), ([, code = '']) => code);

/** What the examples import as `./server.js`. */
const server = `export const server = {
  exchange: async ({ id }) => ({ jsonrpc: '2.0', id, result: { mounted: true } }),
};`;

/** One program with the packages' sources in it; the frameworks are Node's to find. */
async function bundle(code: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: folder },
    bundle: true,
    write: false,
    format: 'esm',
    // A program goes on the command line, which is not long.
    minify: true,
    platform: 'node',
    conditions: ['@mrtr/source'],
    external: ['express', 'fastify', 'hono'],
    plugins: [
      {
        name: 'server',
        setup(program) {
          // The package's own sources have a `./server.js` too.
          program.onResolve({ filter: /^\.\/server\.js$/ }, ({ importer }) =>
            importer.endsWith('<stdin>') ? { path: 'server', namespace: 'example' } : undefined,
          );
          program.onLoad({ filter: /.*/, namespace: 'example' }, () => ({ contents: server }));
        },
      },
    ],
  });
  return outputFiles[0]?.text ?? '';
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Asks until somebody listens. */
async function ask(port: number): Promise<unknown> {
  const request = callOf('a');
  for (let tries = 0; ; tries++) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
        method: 'POST',
        headers: headersOf(request),
        body: JSON.stringify(request),
      });
      return await response.json();
    } catch (error) {
      if (tries === 200) throw error;
      await new Promise((resolve) => void setTimeout(resolve, 50));
    }
  }
}

describe('README.md', () => {
  test.each(['express', 'fastify'])('mounts the listener in %s', async (framework) => {
    const code = mounts.find((mount) => mount.includes(`from '${framework}'`)) ?? '';
    const port = await freePort();
    const program = await bundle(code.replace('8000', String(port)));
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: folder,
      stdio: 'inherit',
    });
    try {
      expect(await ask(port)).toEqual({ jsonrpc: '2.0', id: 1, result: { mounted: true } });
    } finally {
      child.kill();
      await once(child, 'close');
    }
  });

  test('mounts the handler in Hono', async () => {
    const code = mounts.find((mount) => mount.includes("from 'hono'")) ?? '';
    const request = callOf('a');
    const program = `${code}
      const init = { method: 'POST', headers: ${JSON.stringify(headersOf(request))}, body: '${JSON.stringify(request)}' };
      console.log(await (await app.request('/mcp', init)).text());`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', await bundle(program)], { cwd: folder });
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
    await once(child, 'close');
    expect(JSON.parse(printed)).toEqual({ jsonrpc: '2.0', id: 1, result: { mounted: true } });
  });
});
