/** The low-level server: SYSTEM L1, L3, L4 and L6. */
import { consoleLogger, Server } from '@mrtr/server';
import { InvalidRequestStateError } from '@mrtr/seal';
import { ProtocolError } from '@mrtr/types';
import { afterEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { recordingLogger } from './support/recording.js';
import { call, failure, result } from './support/requests.js';

const INFO = { name: 'low', version: '1.0.0' };

describe('handlers', () => {
  test('get the context first, then the parameters', async () => {
    const seen: unknown[] = [];
    const server = new Server(INFO, {
      onCallTool: (...args) => {
        seen.push(...args);
        return { content: [] };
      },
    });
    await call(server, 'greet', { name: 'you' });
    expect(seen).toMatchObject([
      { method: 'tools/call', requestId: 1 },
      { name: 'greet', arguments: { name: 'you' } },
    ]);
    expect(seen).toHaveLength(2);
  });

  test('get parameters that fit their method, or do not run', async () => {
    const handler = vi.fn(() => ({ content: [] }));
    const server = new Server(INFO, { onCallTool: handler });
    for (const params of [
      {},
      { name: 7 },
      { name: 'x', arguments: [] },
      { name: 'x', arguments: 'no' },
      { name: 'x', inputResponses: 3 },
      { name: 'x', requestState: 7 },
    ]) {
      const error = await failure(server, 'tools/call', params);
      expect(error.code).toBe(-32602);
      expect(error.message).toMatch(/name|arguments|inputResponses|requestState/);
    }
    expect(handler).not.toHaveBeenCalled();
  });

  test('give the server its capabilities', async () => {
    const capabilities = async (server: Server) => (await result(server, 'server/discover'))['capabilities'];
    expect(await capabilities(new Server(INFO))).toEqual({ logging: {} });
    expect(await capabilities(new Server(INFO, { onCallTool: () => ({ content: [] }) }))).toEqual({
      logging: {},
      tools: {},
    });
    expect(await capabilities(new Server(INFO, { onGetPrompt: () => ({ messages: [] }) }))).toEqual({
      logging: {},
      prompts: {},
    });
    expect(
      await capabilities(new Server(INFO, { onListResourceTemplates: () => ({ resourceTemplates: [] }) })),
    ).toEqual({
      logging: {},
      resources: {},
    });
    expect(await capabilities(new Server(INFO, { onComplete: () => ({ completion: { values: [] } }) }))).toEqual({
      logging: {},
      completions: {},
    });
  });

  test('for subscriptions promise change notifications of everything that is served', async () => {
    const server = new Server(INFO, {
      onListTools: () => ({ tools: [] }),
      onListResources: () => ({ resources: [] }),
      onSubscriptionsListen: () => new Promise(() => {}),
    });
    expect((await result(server, 'server/discover'))['capabilities']).toEqual({
      logging: {},
      tools: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
    });
  });

  test('may be joined by capabilities and instructions of the author', async () => {
    const server = new Server(INFO, {
      instructions: 'Be kind.',
      capabilities: { extensions: { 'example.org/maps': { zoom: 3 } }, experimental: { x: {} } },
    });
    expect(await result(server, 'server/discover')).toMatchObject({
      instructions: 'Be kind.',
      capabilities: { logging: {}, extensions: { 'example.org/maps': { zoom: 3 } }, experimental: { x: {} } },
    });
  });

  test.each([
    ['server/discover', undefined],
    ['tools/list', -32601],
    ['tools/call', -32601],
    ['prompts/list', -32601],
    ['prompts/get', -32601],
    ['resources/list', -32601],
    ['resources/templates/list', -32601],
    ['resources/read', -32601],
    ['completion/complete', -32601],
    ['subscriptions/listen', -32601],
    ['ping', -32601],
    ['logging/setLevel', -32601],
  ])('that are not given do not exist: %s', async (method, code) => {
    const server = new Server(INFO);
    if (code === undefined) expect(await result(server, method)).toMatchObject({ resultType: 'complete' });
    else expect(await failure(server, method, { name: 'x', uri: 'x:y' })).toMatchObject({ code });
  });

  test('cross requestState as it is written, both ways, as long as there is no boundary', async () => {
    const states: unknown[] = [];
    const server = new Server(INFO, {
      onCallTool: (_ctx, { requestState }) => {
        states.push(requestState);
        return { resultType: 'input_required', requestState: 'plain and "quoted"' };
      },
    });
    expect(await result(server, 'tools/call', { name: 'x', requestState: 'from the client' })).toMatchObject({
      requestState: 'plain and "quoted"',
    });
    expect(states).toEqual(['from the client']);
  });

  test('see no flow, as long as there is no boundary', async () => {
    const server = new Server(INFO, { onCallTool: (ctx) => ({ content: [{ type: 'text', text: typeof ctx.flow }] }) });
    expect((await call(server, 'x')).content[0]?.text).toBe('undefined');
  });
});

describe('what a handler throws', () => {
  test('is -32603 that says nothing of it, and is told to the operator', async () => {
    const logger = recordingLogger();
    const thrown = new Error('the password is hunter2', { cause: new Error('deeper') });
    const server = new Server(INFO, { logger, onCallTool: () => Promise.reject(thrown) });
    expect(await failure(server, 'tools/call', { name: 'x' })).toEqual({ code: -32603, message: 'Internal error' });
    expect(logger.entries).toEqual([
      expect.objectContaining({ severity: 'error', event: 'handler_failed', method: 'tools/call', error: thrown }),
    ]);
  });

  test.each([
    ['undefined', undefined],
    ['null', null],
    ['a string', 'secret'],
    ['an object', { code: -1, message: 'secret' }],
    ['a frozen array', Object.freeze([1])],
  ])('is -32603 whatever it is: %s', async (_, thrown) => {
    const server = new Server(INFO, {
      logger: recordingLogger(),
      onCallTool: () => {
        throw thrown;
      },
    });
    expect(await failure(server, 'tools/call', { name: 'x' })).toEqual({ code: -32603, message: 'Internal error' });
  });

  test('keeps code, message and data where it is a ProtocolError, and its cause stays here', async () => {
    const logger = recordingLogger();
    const server = new Server(INFO, {
      logger,
      onCallTool: () => {
        throw new ProtocolError(4711, 'Out of stock', { data: { sku: 'b1' }, cause: new Error('SELECT failed') });
      },
    });
    expect(await failure(server, 'tools/call', { name: 'x' })).toEqual({
      code: 4711,
      message: 'Out of stock',
      data: { sku: 'b1' },
    });
    expect(logger.entries).toEqual([]);
  });

  test('has no data on the wire where it has none', async () => {
    const server = new Server(INFO, { onCallTool: () => Promise.reject(new ProtocolError(1, 'No')) });
    expect(await failure(server, 'tools/call', { name: 'x' })).toEqual({ code: 1, message: 'No' });
  });

  test('is the frozen error where it is a refusal of state', async () => {
    const server = new Server(INFO, { onCallTool: () => Promise.reject(new InvalidRequestStateError('expired')) });
    expect(await failure(server, 'tools/call', { name: 'x' })).toEqual({
      code: -32602,
      message: 'Invalid or expired requestState',
    });
  });

  test.each([undefined, null, 'text', 3, [], true])(
    'and a return value that is no result is -32603 too: %j',
    async (returned) => {
      const logger = recordingLogger();
      const server = new Server(INFO, { logger, onCallTool: () => returned as never });
      expect(await failure(server, 'tools/call', { name: 'x' })).toMatchObject({ code: -32603 });
      expect(logger.entries).toEqual([expect.objectContaining({ event: 'invalid_result', method: 'tools/call' })]);
    },
  );

  test('is answered even where the logger throws as well', async () => {
    const broken = () => {
      throw new Error('disk full');
    };
    const server = new Server(INFO, {
      logger: { warn: broken, error: broken },
      onCallTool: () => Promise.reject(new Error('first')),
    });
    expect(await failure(server, 'tools/call', { name: 'x' })).toEqual({ code: -32603, message: 'Internal error' });
  });
});

describe('a method of your own', () => {
  const Params = z.object({ text: z.string().trim().min(1), times: z.int().default(2) });

  function echo(): Server {
    return new Server(INFO).handle('example.org/echo', Params, (_ctx, { text, times }) => ({
      said: text.repeat(times),
    }));
  }

  test('gets what its schema makes of the parameters', async () => {
    expect(await result(echo(), 'example.org/echo', { text: ' ha ' })).toMatchObject({
      resultType: 'complete',
      said: 'haha',
    });
  });

  test('does not run for parameters that do not fit: -32602 names the field', async () => {
    const error = await failure(echo(), 'example.org/echo', { text: 3 });
    expect(error.code).toBe(-32602);
    expect(error.message).toContain('example.org/echo');
    expect(error.message).toContain('text');
  });

  test('may have a schema that validates later', async () => {
    const Known = z.object({ id: z.string().refine((id) => Promise.resolve(id === 'a')) });
    const server = new Server(INFO).handle('example.org/get', Known, (_ctx, { id }) => ({ id }));
    expect(await result(server, 'example.org/get', { id: 'a' })).toMatchObject({ id: 'a' });
    expect(await failure(server, 'example.org/get', { id: 'b' })).toMatchObject({ code: -32602 });
  });

  test('fails like any handler', async () => {
    const server = new Server(INFO, { logger: recordingLogger() }).handle('example.org/x', z.object({}), () => {
      throw new Error('secret');
    });
    expect(await failure(server, 'example.org/x')).toEqual({ code: -32603, message: 'Internal error' });
  });

  test('can be taken once', () => {
    expect(() => echo().handle('example.org/echo', Params, () => ({}))).toThrow(
      expect.objectContaining({ code: 'invalid_configuration' }),
    );
  });

  test.each(['__proto__', 'constructor', ''])('may be called %j', async (method) => {
    const server = new Server(INFO).handle(method, z.looseObject({}), () => ({ ok: true }));
    expect(await result(server, method)).toMatchObject({ ok: true });
  });
});

describe('the console as the logger', () => {
  afterEach(() => vi.restoreAllMocks());

  test('gets one line that can be searched, and what was thrown beside it', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const thrown = new Error('no');
    await failure(new Server(INFO, { onCallTool: () => Promise.reject(thrown) }), 'tools/call', { name: 'x' });
    expect(error).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/^\[mrtr\] handler_failed \(tools\/call\): [^\n]+$/),
      thrown,
    );
  });

  test('can not be led into another line by a name from the client', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    consoleLogger.warn({
      event: 'request_state_rejected',
      message: 'No.',
      method: 'tools/call',
      target: 'a\n[mrtr] fake',
      reason: 'tag',
    });
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      '[mrtr] request_state_rejected (tools/call "a\\n[mrtr] fake") tag: No.',
    );
  });
});
