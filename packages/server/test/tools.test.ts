/** Tools: SYSTEM H1 and H5. Specification 2026-07-28, server/tools. */
import { McpServer } from '@mrtr/server';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import * as zm from 'zod/mini';
import { recordingLogger } from './support/recording.js';
import { call, failure, result, textOf } from './support/requests.js';

const INFO = { name: 'tools', version: '1.0.0' };

function serverWith(): { server: McpServer; logger: ReturnType<typeof recordingLogger> } {
  const logger = recordingLogger();
  return { server: new McpServer(INFO, { logger }), logger };
}

describe('a tool', () => {
  test('is listed with all that is said of it', async () => {
    const { server } = serverWith();
    const icons = [{ src: 'https://example.org/i.png', sizes: ['48x48'] }];
    server.tool(
      'search',
      {
        title: 'Search',
        description: 'Finds things',
        icons,
        meta: { 'example.org/tier': 1 },
        annotations: { readOnlyHint: true },
        input: z.object({ query: z.string().min(1).describe('What to find'), limit: z.int().optional() }),
        output: z.array(z.string()),
      },
      () => [],
    );
    expect((await result(server, 'tools/list'))['tools']).toEqual([
      {
        name: 'search',
        title: 'Search',
        description: 'Finds things',
        icons,
        _meta: { 'example.org/tier': 1 },
        annotations: { readOnlyHint: true },
        inputSchema: {
          type: 'object',
          properties: {
            query: { type: 'string', minLength: 1, description: 'What to find' },
            limit: expect.objectContaining({ type: 'integer' }),
          },
          required: ['query'],
        },
        outputSchema: { type: 'array', items: { type: 'string' } },
      },
    ]);
  });

  test('is listed with an object also where its schema has an id, and is recursive', async () => {
    const { server } = serverWith();
    const Tree = z.object({
      name: z.string(),
      get kids() {
        return z.array(Tree);
      },
    });
    server.tool('plant', { input: Tree.meta({ id: 'TreeOfATest' }) }, () => '');
    server.tool('fell', { input: Tree }, () => '');
    for (const tool of (await result(server, 'tools/list'))['tools'] as object[]) {
      expect(tool).toMatchObject({ inputSchema: { type: 'object', required: ['name', 'kids'] } });
    }
  });

  test('that says nothing of itself is listed with its name and the schema of no arguments', async () => {
    const { server } = serverWith();
    server.tool('bare', {}, () => '');
    expect((await result(server, 'tools/list'))['tools']).toEqual([{ name: 'bare', inputSchema: { type: 'object' } }]);
  });

  test('shows of its input what the client has to send, and of its output what comes of it', async () => {
    const { server } = serverWith();
    const Shape = z.object({ at: z.string().transform(Number).pipe(z.number()), size: z.number().default(3) });
    server.tool('t', { input: Shape, output: z.object({ size: z.number().default(3) }) }, () => ({}));
    const [tool] = (await result(server, 'tools/list'))['tools'] as [Record<string, Record<string, unknown>>];
    expect(tool['inputSchema']).toMatchObject({ properties: { at: { type: 'string' } }, required: ['at'] });
    expect(tool['outputSchema']).toMatchObject({ required: ['size'] });
  });

  test('can be called by the name alone that it has', async () => {
    const { server } = serverWith();
    server.tool('t', {}, () => '');
    for (const name of ['T', 't ', '__proto__', 'constructor', '']) {
      expect(await failure(server, 'tools/call', { name })).toEqual({ code: -32602, message: `Unknown tool: ${name}` });
    }
  });

  test.each(['__proto__', 'constructor', '', 'tool\u0000name', '\u{1f680}'])('may be called %j', async (name) => {
    const { server } = serverWith();
    server.tool(name, {}, () => 'yes');
    expect(textOf(await call(server, name))).toBe('yes');
    expect((await result(server, 'tools/list'))['tools']).toMatchObject([{ name }]);
  });
});

describe('the input of a tool', () => {
  const Input = z.object({ name: z.string().trim(), count: z.coerce.number().int().max(9).default(1) });

  test('is what the schema makes of the arguments', async () => {
    const { server } = serverWith();
    server.tool('t', { input: Input }, (input) => JSON.stringify(input));
    expect(textOf(await call(server, 't', { name: ' a ', count: '2', more: true }))).toBe('{"name":"a","count":2}');
  });

  test('is validated once', async () => {
    const { server } = serverWith();
    const check = vi.fn(() => true);
    server.tool('t', { input: z.object({ name: z.string().refine(check) }) }, () => '');
    await call(server, 't', { name: 'a' });
    expect(check).toHaveBeenCalledOnce();
  });

  test('may be validated later', async () => {
    const { server } = serverWith();
    server.tool(
      't',
      { input: z.object({ id: z.string().refine((id) => Promise.resolve(id === 'a'), 'unknown') }) },
      ({ id }) => id,
    );
    expect(textOf(await call(server, 't', { id: 'a' }))).toBe('a');
    expect(await call(server, 't', { id: 'b' })).toMatchObject({ isError: true });
  });

  test.each([
    [{}, 'name'],
    [{ name: 7 }, 'name'],
    [{ name: 'a', count: 'many' }, 'count'],
    [{ name: 'a', count: 10 }, 'count'],
  ])('that does not fit is an error that the model can read and that names the field: %j', async (args, field) => {
    const { server, logger } = serverWith();
    const run = vi.fn(() => '');
    server.tool('t', { input: Input }, run);
    const refused = await call(server, 't', args);
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toMatch(new RegExp(`^Invalid arguments for tool "t": ${field}: `));
    expect(textOf(refused)).not.toMatch(/\bat \S+\.(js|ts)|"code"|invalid_type/);
    expect(run).not.toHaveBeenCalled();
    expect(logger.entries).toEqual([]);
  });

  test('names the path of a nested field', async () => {
    const { server } = serverWith();
    server.tool('t', { input: z.object({ list: z.array(z.object({ id: z.string() })) }) }, () => '');
    expect(textOf(await call(server, 't', { list: [{ id: 'a' }, { id: 3 }] }))).toContain('list.1.id: ');
  });

  test.each([
    ['absent', undefined],
    ['null', null],
    ['empty', {}],
  ])('is the same for arguments that are %s', async (_, args) => {
    const { server } = serverWith();
    server.tool('without', {}, (input) => JSON.stringify(input));
    server.tool('with', { input: z.object({ size: z.number().default(3) }) }, (input) => JSON.stringify(input));
    expect(textOf(await call(server, 'without', args))).toBe('{}');
    expect(textOf(await call(server, 'with', args))).toBe('{"size":3}');
  });

  test('of a tool without a schema is empty, whatever is sent, and belongs to one call', async () => {
    const { server } = serverWith();
    const seen: unknown[] = [];
    server.tool('t', {}, (input) => {
      seen.push({ ...input });
      Object.assign(input, { left: 'behind' });
      return '';
    });
    await call(server, 't', { sent: 1 });
    await call(server, 't', { sent: 2 });
    expect(seen).toEqual([{}, {}]);
  });

  test('may come from zod/mini, which renders its JSON Schema elsewhere', async () => {
    const { server } = serverWith();
    server.tool('t', { input: zm.object({ name: zm.string() }) }, ({ name }) => name);
    expect((await result(server, 'tools/list'))['tools']).toMatchObject([{ inputSchema: { required: ['name'] } }]);
    expect(textOf(await call(server, 't', { name: 'a' }))).toBe('a');
    expect(textOf(await call(server, 't', {}))).toContain('name: ');
  });

  test.each([
    ['no object', z.string()],
    ['a list', z.array(z.string())],
    ['what JSON can not describe', z.object({ at: z.date() })],
    [
      'a library that renders no JSON Schema',
      { '~standard': { version: 1, vendor: 'other', validate: (value: unknown) => ({ value }) } },
    ],
  ])('is refused at registration where it is %s, with the name of the tool', (_, input) => {
    const { server } = serverWith();
    expect(() => server.tool('broken', { input: input as never }, () => '')).toThrow(
      expect.objectContaining({
        name: 'ServerError',
        code: 'invalid_schema',
        message: expect.stringContaining('"broken"'),
      }),
    );
  });

  test('that its library can not render is refused with what that library says as the cause', () => {
    const { server } = serverWith();
    const register = (input: z.ZodObject) => {
      try {
        server.tool('t', { input }, () => '');
      } catch (error) {
        return error as Error;
      }
      return undefined;
    };
    expect(register(z.object({ at: z.date() }))?.cause).toBeInstanceOf(Error);
    expect(register(z.string() as never)).not.toHaveProperty('cause');
  });

  test('that was refused leaves nothing behind', async () => {
    const { server } = serverWith();
    expect(() => server.tool('t', { input: z.string() as never }, () => '')).toThrow();
    server.tool('t', {}, () => 'second');
    expect(textOf(await call(server, 't'))).toBe('second');
  });
});
