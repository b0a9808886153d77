/** Arguments that travel in headers too. Specification 2026-07-28, server/tools "x-mcp-header". */
import { McpServer } from '@mrtr/server';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { call, failure, result } from './support/requests.js';

const Input = z.object({
  region: z.string().meta({ 'x-mcp-header': 'Region' }),
  count: z.int().optional().meta({ 'x-mcp-header': 'Count' }),
  free: z.string().optional(),
});

function serverWith() {
  const run = vi.fn(() => 'done');
  const server = new McpServer({ name: 'headers', version: '1.0.0' });
  server.tool('t', { input: Input }, run);
  return { server, run };
}

const info = (headers: Record<string, string>) => ({ info: { headers: new Headers(headers) } });

describe('a tool with x-mcp-header', () => {
  test('is listed with it, so that clients can send the headers', async () => {
    expect((await result(serverWith().server, 'tools/list'))['tools']).toMatchObject([
      { inputSchema: { properties: { region: { 'x-mcp-header': 'Region' }, count: { 'x-mcp-header': 'Count' } } } },
    ]);
  });

  test('runs where headers and arguments agree', async () => {
    const { server, run } = serverWith();
    await call(server, 't', { region: 'eu', free: 'x' }, info({ 'mcp-param-region': 'eu' }));
    await call(
      server,
      't',
      { region: 'Zürich', count: 2 },
      info({ 'Mcp-Param-Region': '=?base64?WsO8cmljaA==?=', 'Mcp-Param-Count': '2' }),
    );
    expect(run).toHaveBeenCalledTimes(2);
  });

  test('runs on a channel without headers', async () => {
    const { server, run } = serverWith();
    await call(server, 't', { region: 'eu', count: 2 });
    expect(run).toHaveBeenCalledOnce();
  });

  test.each([
    ['another value', { 'Mcp-Param-Region': 'us' }],
    ['no header', {}],
    ['a malformed one', { 'Mcp-Param-Region': '=?base64?%?=' }],
    ['one too many', { 'Mcp-Param-Region': 'eu', 'Mcp-Param-Count': '1' }],
  ])('does not run where they do not: %s is -32020, which quotes no value', async (_, headers) => {
    const { server, run } = serverWith();
    const error = await failure(server, 'tools/call', { name: 't', arguments: { region: 'eu' } }, info(headers));
    expect(error.code).toBe(-32020);
    expect(error.message).toMatch(/Mcp-Param-(Region|Count)/);
    expect(error.message).not.toMatch(/\b(us|eu)\b/);
    expect(run).not.toHaveBeenCalled();
  });

  test.each([
    ['of a type that no header carries', z.object({ a: z.number().meta({ 'x-mcp-header': 'A' }) })],
    ['with a name that is no token', z.object({ a: z.string().meta({ 'x-mcp-header': 'A b' }) })],
    [
      'of a name that is there twice',
      z.object({ a: z.string().meta({ 'x-mcp-header': 'A' }), b: z.string().meta({ 'x-mcp-header': 'a' }) }),
    ],
    ['in a list', z.object({ a: z.array(z.string().meta({ 'x-mcp-header': 'A' })) })],
  ])('is refused at registration, since clients would leave it out: %s', (_, input) => {
    const server = new McpServer({ name: 'headers', version: '1.0.0' });
    expect(() => server.tool('t', { input }, () => '')).toThrow(
      expect.objectContaining({
        name: 'ServerError',
        code: 'invalid_schema',
        message: expect.stringMatching(/"t".*properties/),
      }),
    );
  });
});
