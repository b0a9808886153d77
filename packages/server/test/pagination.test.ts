/** Lists in pages. Specification 2026-07-28, server/utilities/pagination. */
import { McpServer, type Registration } from '@mrtr/server';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { failure, result } from './support/requests.js';

const INFO = { name: 'pages', version: '1.0.0' };

/** How to register one item of each list. */
const LISTS = [
  ['tools/list', 'tools', (server: McpServer, name: string) => server.tool(name, {}, () => '')],
  ['prompts/list', 'prompts', (server: McpServer, name: string) => server.prompt(name, {}, () => '')],
  [
    'resources/list',
    'resources',
    (server: McpServer, name: string) => server.resource(`memo://${name}`, { name }, () => ''),
  ],
  [
    'resources/templates/list',
    'resourceTemplates',
    (server: McpServer, name: string) => server.resource(`memo://${name}/{id}`, { name }, () => ''),
  ],
] as const;

type Register = (server: McpServer, name: string) => Registration;

async function page(server: McpServer, method: string, member: string, cursor?: string) {
  const listed = await result(server, method, cursor === undefined ? {} : { cursor });
  const names = (listed[member] as { name: string }[]).map(({ name }) => name);
  return { names, nextCursor: listed['nextCursor'] as string | undefined };
}

async function allPages(server: McpServer, method: string, member: string): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const { names, nextCursor } = await page(server, method, member, cursor);
    pages.push(names);
    cursor = nextCursor;
  } while (cursor !== undefined);
  return pages;
}

function filled(register: Register, names: readonly string[], pageSize?: number) {
  const server = new McpServer(INFO, { pageSize });
  return { server, registrations: new Map(names.map((name) => [name, register(server, name)])) };
}

describe.each(LISTS)('%s', (method, member, register: Register) => {
  test('is one page in the order of registration, where it is short', async () => {
    const { server } = filled(register, ['c', 'a', 'b']);
    expect(await page(server, method, member)).toEqual({ names: ['c', 'a', 'b'], nextCursor: undefined });
  });

  test('is cut into pages', async () => {
    const { server } = filled(register, ['a', 'b', 'c', 'd', 'e'], 2);
    expect(await allPages(server, method, member)).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  });

  test('has no empty page at its end', async () => {
    const { server } = filled(register, ['a', 'b', 'c', 'd'], 2);
    expect(await allPages(server, method, member)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  test('is an empty page once everything is removed', async () => {
    const { server, registrations } = filled(register, ['a']);
    registrations.get('a')?.remove();
    expect(await page(server, method, member)).toEqual({ names: [], nextCursor: undefined });
  });

  test.each(['', '3', 'nonsense', '-1', '1.5', '1e3', ' 1', '99999', '__proto__', 'after:a', '9'.repeat(400)])(
    'refuses a cursor that it did not give: %j',
    async (cursor) => {
      const { server } = filled(register, ['a', 'b', 'c'], 2);
      const { nextCursor } = await page(server, method, member);
      expect(cursor).not.toBe(nextCursor);
      expect(await failure(server, method, { cursor })).toMatchObject({ code: -32602 });
    },
  );

  test('refuses a cursor that is no string', async () => {
    const { server } = filled(register, ['a']);
    expect(await failure(server, method, { cursor: 1 })).toMatchObject({ code: -32602 });
  });

  test.each([
    ['before it', 'a'],
    ['that it names', 'b'],
    ['after it', 'c'],
  ])('keeps a cursor right when the item %s is removed', async (_, removed) => {
    const { server, registrations } = filled(register, ['a', 'b', 'c', 'd', 'e'], 2);
    const { nextCursor } = await page(server, method, member);
    registrations.get(removed)?.remove();
    const { names } = await page(server, method, member, nextCursor);
    expect(names).toEqual(['c', 'd', 'e'].filter((name) => name !== removed).slice(0, 2));
  });

  test('keeps a cursor right when items are added', async () => {
    const { server } = filled(register, ['a', 'b', 'c'], 2);
    const { nextCursor } = await page(server, method, member);
    register(server, 'd');
    expect(await page(server, method, member, nextCursor)).toEqual({ names: ['c', 'd'], nextCursor: undefined });
  });

  test('keeps a cursor right when everything after it is removed', async () => {
    const { server, registrations } = filled(register, ['a', 'b', 'c'], 2);
    const { nextCursor } = await page(server, method, member);
    registrations.get('c')?.remove();
    expect(await page(server, method, member, nextCursor)).toEqual({ names: [], nextCursor: undefined });
  });
});

test('a client that lists while items come and go sees each one that stays exactly once', async () => {
  const [method, member, register] = LISTS[0];
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 12 }),
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.record({ remove: fc.boolean(), which: fc.nat() }), { maxLength: 12 }),
      async (size, pageSize, changes) => {
        const { server, registrations } = filled(
          register,
          ['first', ...Array.from({ length: size }, (_, index) => `n${index}`)],
          pageSize,
        );
        const staying = new Set(registrations.keys());
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const { names, nextCursor } = await page(server, method, member, cursor);
          seen.push(...names);
          cursor = nextCursor;
          const change = changes.pop();
          if (change?.remove) {
            const name = [...registrations.keys()][change.which % registrations.size];
            if (name === undefined) continue;
            registrations.get(name)?.remove();
            staying.delete(name);
          } else if (change) {
            register(server, `late${change.which}-${changes.length}`);
          }
        } while (cursor !== undefined);
        expect(new Set(seen).size).toBe(seen.length);
        for (const name of staying) expect(seen).toContain(name);
      },
    ),
    { numRuns: 150 },
  );
});

describe('a registration', () => {
  test.each(LISTS)('under a name that is taken throws: %s', (_method, _member, register: Register) => {
    const { server } = filled(register, ['a']);
    expect(() => register(server, 'a')).toThrow(
      expect.objectContaining({ name: 'ServerError', code: 'duplicate_name' }),
    );
  });

  test.each(LISTS)(
    'makes room when it is removed, and can not remove what came after: %s',
    async (method, member, register: Register) => {
      const { server, registrations } = filled(register, ['a']);
      const first = registrations.get('a')!;
      first.remove();
      register(server, 'a');
      first.remove();
      expect((await page(server, method, member)).names).toEqual(['a']);
    },
  );

  test('that is removed ends no call that is under way', async () => {
    const server = new McpServer(INFO);
    const registration = server.tool('t', {}, () => {
      registration.remove();
      return 'finished';
    });
    expect(await result(server, 'tools/call', { name: 't' })).toMatchObject({ content: [{ text: 'finished' }] });
    expect(await failure(server, 'tools/call', { name: 't' })).toMatchObject({
      code: -32602,
      message: 'Unknown tool: t',
    });
  });

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '10'])('needs pages of a size, not %j', (pageSize) => {
    expect(() => new McpServer(INFO, { pageSize: pageSize as number })).toThrow(
      expect.objectContaining({ code: 'invalid_configuration' }),
    );
  });
});
