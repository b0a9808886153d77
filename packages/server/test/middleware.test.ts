/** Middleware: SYSTEM L5. */
import { RequestStateSecurity } from '@mrtr/seal';
import { McpServer, type Middleware, requestStateBoundary, Server } from '@mrtr/server';
import { ProtocolError } from '@mrtr/types';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { recordingLogger } from './support/recording.js';
import { call, failure, result, send, textOf } from './support/requests.js';

const INFO = { name: 'middle', version: '1.0.0' };

function trace(name: string, seen: string[]): Middleware {
  return async (incoming, next) => {
    seen.push(`${name} in`);
    const outgoing = await next(incoming);
    seen.push(`${name} out`);
    return outgoing;
  };
}

function boundary() {
  return requestStateBoundary(RequestStateSecurity.ephemeral(), { audience: 'test', logger: recordingLogger() });
}

describe('middleware', () => {
  test('wraps in the order in which it was added', async () => {
    const seen: string[] = [];
    const server = new Server(INFO, {
      onCallTool: () => {
        seen.push('handler');
        return { content: [] };
      },
    });
    server.use(trace('first', seen)).use(trace('second', seen));
    await call(server, 'x');
    expect(seen).toEqual(['first in', 'second in', 'handler', 'second out', 'first out']);
  });

  test('wraps every method: lists, discovery and methods of your own', async () => {
    const seen: string[] = [];
    const server = new McpServer(INFO);
    server.tool('x', {}, () => 'x');
    server.handle('example.org/own', z.object({}), () => ({}));
    server.use((incoming, next) => {
      seen.push(incoming.method);
      return next(incoming);
    });
    for (const method of ['tools/list', 'server/discover', 'example.org/own']) await result(server, method);
    expect(seen).toEqual(['tools/list', 'server/discover', 'example.org/own']);
  });

  test('sees parameters that nobody has validated yet', async () => {
    const seen: unknown[] = [];
    const server = new Server(INFO, { onCallTool: () => ({ content: [] }) });
    server.use((incoming, next) => {
      seen.push(incoming.params['name']);
      return next(incoming);
    });
    expect(await send(server, 'tools/call', { name: 7 })).toMatchObject({ error: { code: -32602 } });
    expect(seen).toEqual([7]);
  });

  test('may change what goes in and what comes out', async () => {
    const server = new Server(INFO, {
      onCallTool: (_ctx, params) => ({ content: [{ type: 'text', text: params.name }] }),
    });
    server.use(async (incoming, next) => {
      const outgoing = await next({ ...incoming, params: { ...incoming.params, name: 'changed' } });
      return { ...outgoing, _meta: { seen: true } };
    });
    const changed = await call(server, 'original');
    expect(textOf(changed)).toBe('changed');
    expect(changed._meta).toMatchObject({ seen: true });
  });

  test('may send a call to another method, which has to be there', async () => {
    const server = new Server(INFO, { onListTools: () => ({ tools: [] }) });
    server.use((incoming, next) =>
      next({ ...incoming, method: (incoming.params['to'] as string | undefined) ?? incoming.method }),
    );
    server.handle('example.org/detour', z.looseObject({}), () => ({}));
    expect(await result(server, 'example.org/detour', { to: 'tools/list' })).toMatchObject({ tools: [] });
    expect(await failure(server, 'example.org/detour', { to: 'prompts/list' })).toMatchObject({ code: -32601 });
  });

  test('may answer by itself', async () => {
    const server = new Server(INFO, { onCallTool: () => ({ content: [] }) });
    server.use(() => Promise.resolve({ content: [{ type: 'text', text: 'cached' }] }));
    expect(textOf(await call(server, 'x'))).toBe('cached');
  });

  test('may refuse, and is answered like a handler that throws', async () => {
    const server = new Server(INFO, { onCallTool: () => ({ content: [] }), logger: recordingLogger() });
    server.use((incoming, next) => {
      if (incoming.params['name'] === 'forbidden') throw new ProtocolError(-32000, 'Forbidden');
      if (incoming.params['name'] === 'broken') throw new Error('secret');
      return next(incoming);
    });
    expect(await failure(server, 'tools/call', { name: 'forbidden' })).toEqual({ code: -32000, message: 'Forbidden' });
    expect(await failure(server, 'tools/call', { name: 'broken' })).toEqual({
      code: -32603,
      message: 'Internal error',
    });
    expect(await call(server, 'fine')).toMatchObject({ resultType: 'complete' });
  });

  test('that returns an interim result is held to the same rules as a handler', async () => {
    const server = new Server(INFO, { onListTools: () => ({ tools: [] }), logger: recordingLogger() });
    server.use(() => Promise.resolve({ resultType: 'input_required', requestState: 'x' }));
    expect(await failure(server, 'tools/list')).toMatchObject({ code: -32603 });
  });
});

describe('the boundary', () => {
  test.each(['first', 'last'] as const)(
    'is outermost also where it is added %s: others see plain state',
    async (when) => {
      const seen: unknown[] = [];
      const server = new Server(INFO, { onCallTool: () => ({ resultType: 'input_required', requestState: 'plain' }) });
      const watch: Middleware = async (incoming, next) => {
        const outgoing = await next(incoming);
        seen.push(incoming.params['requestState'], outgoing['requestState']);
        return outgoing;
      };
      if (when === 'first') server.use(boundary()).use(watch);
      else server.use(watch).use(boundary());
      const { requestState } = await call(server, 'x');
      expect(requestState).not.toContain('plain');
      await result(server, 'tools/call', { name: 'x', requestState });
      expect(seen).toEqual([undefined, 'plain', 'plain', 'plain']);
    },
  );

  test('refuses a state before any other middleware runs, and before the parameters are validated', async () => {
    const seen: string[] = [];
    const server = new Server(INFO, { onCallTool: () => ({ content: [] }) });
    server.use(trace('other', seen)).use(boundary());
    expect(await failure(server, 'tools/call', { name: 'x', arguments: 'malformed', requestState: 'forged' })).toEqual({
      code: -32602,
      message: 'Invalid or expired requestState',
    });
    expect(seen).toEqual([]);
  });

  test('can be added once to a Server, and an McpServer has one', () => {
    const refused = expect.objectContaining({ name: 'ServerError', code: 'invalid_configuration' });
    expect(() => new Server(INFO).use(boundary()).use(boundary())).toThrow(refused);
    expect(() => new McpServer(INFO).use(boundary())).toThrow(refused);
  });

  test('gives a low-level server its flow', async () => {
    const server = new Server(INFO, {
      onCallTool: (ctx) => ({ content: [{ type: 'text', text: `${ctx.flow?.round} ${typeof ctx.flow?.id}` }] }),
    });
    server.use(boundary());
    expect(textOf(await call(server, 'x'))).toBe('1 string');
  });
});
