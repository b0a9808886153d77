/** The low-level server: SYSTEM L1, L3, L4 and L6. */
import { Server } from '@mrtr/server';
import { InvalidRequestStateError } from '@mrtr/seal';
import { MetaKey, ProtocolError } from '@mrtr/types';
import { describe, expect, test, vi } from 'vitest';
import { recordingLogger } from './support/recording.js';
import { call, failure, request, result } from './support/requests.js';

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
    const reader = new Server(INFO, { onReadResource: handler as never });
    for (const params of [{}, { uri: 7 }, { uri: 'a:b', requestState: 7 }]) {
      expect(await failure(reader, 'resources/read', params)).toMatchObject({ code: -32602 });
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

test('a subscription is a call that goes on: what it notifies comes before its result', async () => {
  const server = new Server(INFO, {
    onSubscriptionsListen: async (ctx, { notifications }) => {
      const _meta = { [MetaKey.subscriptionId]: ctx.requestId };
      ctx.notify('notifications/subscriptions/acknowledged', { _meta, notifications });
      await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve));
      ctx.notify('notifications/tools/list_changed', { _meta });
      return { _meta };
    },
  });
  const controller = new AbortController();
  const sent: string[] = [];
  const notify = ({ method }: { method: string }) => {
    sent.push(method);
    if (method.endsWith('acknowledged')) queueMicrotask(() => controller.abort());
  };
  const message = request('subscriptions/listen', { notifications: { toolsListChanged: true } }, { id: 'sub' });
  const response = await server.exchange(message, { signal: controller.signal, notify });
  expect(sent).toEqual(['notifications/subscriptions/acknowledged', 'notifications/tools/list_changed']);
  expect(response).toMatchObject({
    id: 'sub',
    result: { resultType: 'complete', _meta: { [MetaKey.subscriptionId]: 'sub' } },
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
