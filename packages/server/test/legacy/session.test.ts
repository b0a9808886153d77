/** What a session of the handshake era is: SYSTEM N4, C11. Specification 2025-11-25, basic/lifecycle and utilities. */
import { McpServer, Server } from '@mrtr/server';
import { LEGACY_PROTOCOL_VERSIONS } from '@mrtr/types';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { LegacyClient } from '../support/legacy-client.js';
import { recordingLogger } from '../support/recording.js';
import { result } from '../support/requests.js';

const INFO = { name: 'both-eras', version: '2.0.0' };

function shop(): McpServer {
  const server = new McpServer(INFO, { instructions: 'Ask nicely.', logger: recordingLogger() });
  server.tool('greet', { input: z.object({ name: z.string() }) }, ({ name }, ctx) => {
    ctx.log('debug', 'greeting');
    ctx.log('warning', { about: name });
    ctx.progress(1, 2, 'half');
    return `Hello, ${name}, ${ctx.protocolVersion}, ${ctx.clientInfo?.name}`;
  });
  server.tool(
    'wait',
    {},
    (_input, { signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve('aborted'))),
  );
  server.prompt('p', {}, () => 'text');
  server.resource('memo://{id}', { cache: { ttlMs: 9, cacheScope: 'public' } }, ({ id }) =>
    id === '1' ? 'one' : undefined,
  );
  server.completion({ prompt: 'p' }, 'a', () => ['x']);
  return server;
}

describe('initialize', () => {
  test.each(LEGACY_PROTOCOL_VERSIONS)('agrees on %s where the client asks for it', async (version) => {
    const client = new LegacyClient(shop(), { version });
    expect(await client.initialize()).toMatchObject({ protocolVersion: version });
    expect(client.session.protocolVersion).toBe(version);
  });

  test.each(['2026-07-28', '1.0.0', ''])(
    'offers the newest with a handshake to a client that asks for %j',
    async (version) => {
      expect(await new LegacyClient(shop(), { version }).initialize()).toMatchObject({ protocolVersion: '2025-11-25' });
    },
  );

  test('offers the newest that this server serves', async () => {
    const server = new McpServer(INFO, { versions: ['2025-03-26', '2026-07-28', '2025-06-18'] });
    expect(await new LegacyClient(server).initialize()).toMatchObject({ protocolVersion: '2025-06-18' });
  });

  test('tells who the server is, what it can do, and how to use it', async () => {
    expect(await new LegacyClient(shop()).initialize()).toMatchObject({
      serverInfo: INFO,
      instructions: 'Ask nicely.',
      capabilities: { logging: {}, tools: {}, prompts: {}, resources: {}, completions: {} },
    });
  });

  test('declares no completions to a revision that knows none', async () => {
    const { capabilities } = await new LegacyClient(shop(), { version: '2024-11-05' }).initialize();
    expect(capabilities).not.toHaveProperty('completions');
  });

  test('comes once', async () => {
    const client = new LegacyClient(shop());
    await client.initialize();
    expect(await client.failure('initialize', { protocolVersion: '2025-11-25' })).toMatchObject({ code: -32600 });
  });

  test('comes before everything but ping', async () => {
    const client = new LegacyClient(shop());
    expect(await client.result('ping')).toEqual({});
    expect(await client.failure('tools/list')).toMatchObject({
      code: -32600,
      message: expect.stringContaining('initialize') as string,
    });
  });

  test('needs a version', async () => {
    expect(await new LegacyClient(shop()).failure('initialize', { capabilities: {} })).toMatchObject({ code: -32602 });
  });

  test('is not served where the versions say so', () => {
    expect(new McpServer(INFO, { versions: ['2026-07-28'] }).openSession).toBeUndefined();
    expect(new Server(INFO, { versions: ['2026-07-28'] }).openSession).toBeUndefined();
    expect(new Server(INFO).openSession).toBeDefined();
  });
});

describe('a request in a session', () => {
  test('gets the same from the same handlers, without what later revisions add', async () => {
    const server = shop();
    const client = new LegacyClient(server);
    await client.initialize();
    const { resultType, ttlMs, cacheScope, _meta, ...list } = await result(server, 'tools/list');
    expect(await client.result('tools/list')).toEqual(list);
    const read = await client.result('resources/read', { uri: 'memo://1' });
    expect(read).toEqual({ contents: [{ uri: 'memo://1', text: 'one' }] });
    expect([resultType, ttlMs, cacheScope, _meta]).not.toContain(undefined);
  });

  test('is told to the handler with what the handshake said', async () => {
    const client = new LegacyClient(shop(), { version: '2025-06-18' });
    await client.initialize();
    expect(await client.result('tools/call', { name: 'greet', arguments: { name: 'Ada' } })).toEqual({
      content: [{ type: 'text', text: 'Hello, Ada, 2025-06-18, legacy-client' }],
    });
  });

  test('of a resource that does not exist is -32002', async () => {
    const client = new LegacyClient(shop());
    await client.initialize();
    expect(await client.failure('resources/read', { uri: 'memo://2' })).toMatchObject({
      code: -32002,
      data: { uri: 'memo://2' },
    });
    expect(await client.failure('tools/call', { name: 'nothing' })).toMatchObject({ code: -32602 });
  });

  test.each(['server/discover', 'subscriptions/listen', 'nothing/known'])(
    'of the method %s is -32601',
    async (method) => {
      const client = new LegacyClient(shop());
      await client.initialize();
      expect(await client.failure(method)).toMatchObject({ code: -32601 });
    },
  );

  test('of malformed parameters is -32602', async () => {
    const client = new LegacyClient(shop());
    await client.initialize();
    expect(await client.failure('tools/call', { name: 7 })).toMatchObject({ code: -32602 });
  });

  test('reports progress under the token of the client', async () => {
    const client = new LegacyClient(shop());
    await client.initialize();
    await client.result('tools/call', { name: 'greet', arguments: { name: 'Ada' }, _meta: { progressToken: 't' } });
    expect(client.notifications).toContainEqual({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: 't', progress: 1, total: 2, message: 'half' },
    });
  });

  test('logs from info on, until the client sets another level', async () => {
    const client = new LegacyClient(shop());
    await client.initialize();
    const levels = async () => {
      client.notifications.length = 0;
      await client.result('tools/call', { name: 'greet', arguments: { name: 'Ada' } });
      return client.notifications.map(({ params }) => params?.['level']);
    };
    expect(await levels()).toEqual(['warning']);
    expect(await client.result('logging/setLevel', { level: 'debug' })).toEqual({});
    expect(await levels()).toEqual(['debug', 'warning']);
    await client.result('logging/setLevel', { level: 'error' });
    expect(await levels()).toEqual([]);
    expect(await client.failure('logging/setLevel', { level: 'loud' })).toMatchObject({ code: -32602 });
  });

  test('that is cancelled has no response, and its handler is told', async () => {
    const client = new LegacyClient(shop());
    await client.initialize();
    const response = client.send('tools/call', { name: 'wait' }, {}, 7);
    await client.notify('notifications/cancelled', { requestId: 8 });
    await client.notify('notifications/cancelled', { requestId: 7 });
    expect(await response).toBeUndefined();
  });

  test('under the id of another one is refused', async () => {
    const client = new LegacyClient(shop());
    await client.initialize();
    const response = client.send('tools/call', { name: 'wait' }, {}, 7);
    expect(await client.send('tools/call', { name: 'wait' }, {}, 7)).toMatchObject({ error: { code: -32600 } });
    client.session.close();
    expect(await response).toBeUndefined();
  });

  test('does not see what another session agreed on', async () => {
    const server = shop();
    const [older, newer] = [new LegacyClient(server, { version: '2024-11-05' }), new LegacyClient(server)];
    await older.initialize();
    await newer.initialize();
    await older.result('logging/setLevel', { level: 'error' });
    const { content } = await newer.result('tools/call', { name: 'greet', arguments: { name: 'Ada' } });
    expect(content).toMatchObject([{ text: 'Hello, Ada, 2025-11-25, legacy-client' }]);
    expect(newer.notifications).toHaveLength(1);
  });
});

describe('changes', () => {
  const told = ({ notifications }: LegacyClient) =>
    notifications.map(({ method, params }) => [method, params?.['uri']]);

  test('of lists are told to every session that is ready, as the revisions of then say them', async () => {
    const server = shop();
    const [ready, early] = [new LegacyClient(server), new LegacyClient(server)];
    expect(await ready.initialize()).toMatchObject({
      capabilities: { tools: { listChanged: true }, resources: { listChanged: true, subscribe: true } },
    });
    await early.result('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'e', version: '1' },
    });
    server.tool('another', {}, () => '');
    server.notifyPromptsChanged();
    await vi.waitFor(() => expect(ready.notifications).toHaveLength(2));
    expect(ready.notifications).toEqual([
      { jsonrpc: '2.0', method: 'notifications/tools/list_changed' },
      { jsonrpc: '2.0', method: 'notifications/prompts/list_changed' },
    ]);
    expect(early.notifications).toEqual([]);
  });

  test('of a resource are told to those who subscribed to it, until they unsubscribe', async () => {
    const server = shop();
    const client = new LegacyClient(server);
    await client.initialize();
    expect(await client.result('resources/subscribe', { uri: 'memo://1' })).toEqual({});
    expect(await client.result('resources/subscribe', { uri: 'memo://1' })).toEqual({});
    server.notifyResourceUpdated('memo://1');
    server.notifyResourceUpdated('memo://2');
    await vi.waitFor(() => expect(told(client)).toEqual([['notifications/resources/updated', 'memo://1']]));
    expect(await client.result('resources/unsubscribe', { uri: 'memo://1' })).toEqual({});
    expect(await client.result('resources/unsubscribe', { uri: 'memo://1' })).toEqual({});
    server.notifyResourceUpdated('memo://1');
    server.notifyToolsChanged();
    await vi.waitFor(() => expect(told(client)).toHaveLength(2));
    expect(told(client)[1]).toEqual(['notifications/tools/list_changed', undefined]);
  });

  test('are told no more to a session that has ended', async () => {
    const server = shop();
    const client = new LegacyClient(server);
    await client.initialize();
    await client.result('resources/subscribe', { uri: 'memo://1' });
    client.session.close();
    server.notifyToolsChanged();
    server.notifyResourceUpdated('memo://1');
    await new Promise((resolve) => setImmediate(resolve));
    expect(client.notifications).toEqual([]);
  });

  test('are promised and told by no server that has no subscriptions', async () => {
    const server = new McpServer(INFO, { subscriptions: false, logger: recordingLogger() });
    server.resource('memo://{id}', {}, () => '');
    const client = new LegacyClient(server);
    expect(JSON.stringify(await client.initialize())).not.toMatch(/listChanged|subscribe/u);
    expect(await client.failure('resources/subscribe', { uri: 'memo://1' })).toMatchObject({ code: -32601 });
    expect(await client.failure('resources/subscribe', {})).toMatchObject({ code: -32602 });
  });
});

describe('what is no message', () => {
  test.each([
    null,
    7,
    'text',
    [],
    [{ jsonrpc: '2.0', id: 1, method: 'ping' }],
    { jsonrpc: '1.0', id: 1, method: 'ping' },
    {},
  ])('is answered with -32600, and the session goes on: %j', async (message) => {
    const client = new LegacyClient(shop());
    await client.initialize();
    expect(await client.session.exchange(message)).toMatchObject({ error: { code: -32600 } });
    expect(await client.result('ping')).toEqual({});
  });

  test('or an answer to nothing is dropped', async () => {
    const client = new LegacyClient(shop());
    await client.initialize();
    expect(await client.session.exchange({ jsonrpc: '2.0', id: 99, result: {} })).toBeUndefined();
    expect(
      await client.session.exchange({ jsonrpc: '2.0', id: '__proto__', error: { code: 1, message: '' } }),
    ).toBeUndefined();
    expect(await client.result('ping')).toEqual({});
  });
});
