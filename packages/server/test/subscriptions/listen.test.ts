/** `subscriptions/listen`, as both tiers serve it. Specification 2026-07-28, basic/patterns/subscriptions. */
import { type ChangeNotifier, McpServer, Server, serveSubscriptions, type SubscriptionOptions } from '@mrtr/server';
import type { Exchanger } from '@mrtr/transport';
import { MetaKey, type SubscriptionFilter } from '@mrtr/types';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Listening, listening, type ListeningOptions, settle } from '../support/listening.js';
import { recordingLogger } from '../support/recording.js';
import { call, failure, request, result, textOf } from '../support/requests.js';

const INFO = { name: 'news', version: '1.0.0' };
const EVERYTHING: SubscriptionFilter = {
  toolsListChanged: true,
  promptsListChanged: true,
  resourcesListChanged: true,
  resourceSubscriptions: ['memo://1', 'memo://2'],
};

type Subject = { server: Exchanger & { close(): Promise<void> }; changes: ChangeNotifier };

const TIERS: [string, (options?: SubscriptionOptions) => Subject][] = [
  [
    'McpServer',
    (subscriptions) => {
      const server = new McpServer(INFO, { subscriptions, logger, lists: ['tools', 'prompts', 'resources'] });
      return { server, changes: server };
    },
  ],
  [
    'a low-level server',
    (options) => {
      const server = new Server(INFO, {
        logger,
        onListTools: () => ({ tools: [] }),
        onListPrompts: () => ({ prompts: [] }),
        onListResources: () => ({ resources: [] }),
      });
      return { server, changes: serveSubscriptions(server, { ...options, logger }) };
    },
  ],
];

let logger = recordingLogger();
const open: Listening[] = [];

afterEach(() => {
  for (const client of open.splice(0)) client.leave();
  logger = recordingLogger();
});

async function listen(server: Exchanger, filter = EVERYTHING, options?: ListeningOptions): Promise<Listening> {
  const client = listening(server, filter, options);
  open.push(client);
  await settle();
  return client;
}

function changeAll(changes: ChangeNotifier): void {
  changes.notifyToolsChanged();
  changes.notifyPromptsChanged();
  changes.notifyResourcesChanged();
  changes.notifyResourceUpdated('memo://1');
  changes.notifyResourceUpdated('memo://2');
  changes.notifyResourceUpdated('memo://3');
}

describe.each(TIERS)('a subscription on %s', (_, make) => {
  test('is acknowledged first, then told of what has changed, every message tagged with its id', async () => {
    const { server, changes } = make();
    const client = await listen(server, EVERYTHING, { id: 'sub' });
    const params = { _meta: { [MetaKey.subscriptionId]: 'sub' } };
    expect(client.received).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/subscriptions/acknowledged',
        params: { ...params, notifications: EVERYTHING },
      },
    ]);
    changeAll(changes);
    await settle();
    expect(client.received.slice(1)).toEqual([
      { jsonrpc: '2.0', method: 'notifications/tools/list_changed', params },
      { jsonrpc: '2.0', method: 'notifications/prompts/list_changed', params },
      { jsonrpc: '2.0', method: 'notifications/resources/list_changed', params },
      { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { ...params, uri: 'memo://1' } },
      { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { ...params, uri: 'memo://2' } },
    ]);
  });

  test('is acknowledged before a change that is announced in the same moment', async () => {
    const { server, changes } = make();
    changes.notifyToolsChanged();
    const client = listening(server, EVERYTHING);
    changes.notifyPromptsChanged();
    await settle();
    client.leave();
    expect(client.received[0]).toMatchObject({ method: 'notifications/subscriptions/acknowledged' });
  });

  test.each<[SubscriptionFilter, SubscriptionFilter, string[]]>([
    [{ toolsListChanged: true }, { toolsListChanged: true }, ['tools/list_changed']],
    [{ promptsListChanged: true }, { promptsListChanged: true }, ['prompts/list_changed']],
    [{ resourcesListChanged: true }, { resourcesListChanged: true }, ['resources/list_changed']],
    [
      { resourceSubscriptions: ['memo://3', 'memo://9', 'memo://3'] },
      { resourceSubscriptions: ['memo://3', 'memo://9'] },
      ['resources/updated'],
    ],
    [{ toolsListChanged: false, resourceSubscriptions: [] }, {}, []],
    [{}, {}, []],
  ])('for %j is told of nothing else', async (asked, honoured, told) => {
    const { server, changes } = make();
    const client = await listen(server, asked);
    expect(client.honoured).toEqual(honoured);
    changeAll(changes);
    await settle();
    expect(client.changes).toEqual(told);
  });

  test('names resources by their exact URIs, whatever they are', async () => {
    const { server, changes } = make();
    const uris = ['__proto__', 'constructor', '', 'MEMO://1', 'memo://1/'];
    const client = await listen(server, { resourceSubscriptions: uris });
    for (const uri of ['memo://1', 'toString', 'memo://', ...uris]) changes.notifyResourceUpdated(uri);
    await settle();
    expect(client.received.slice(1).map(({ params }) => params?.['uri'])).toEqual(uris);
  });

  test('is one of several, each with its own filter and id, strings and numbers apart', async () => {
    const { server, changes } = make();
    const clients = [
      await listen(server, { toolsListChanged: true }, { id: 1 }),
      await listen(server, { promptsListChanged: true }, { id: '1' }),
      // Over HTTP nothing keeps two clients from the same id.
      await listen(server, { toolsListChanged: true, promptsListChanged: true }, { id: 1 }),
    ];
    changeAll(changes);
    await settle();
    expect(clients.map((client) => client.changes)).toEqual([
      ['tools/list_changed'],
      ['prompts/list_changed'],
      ['tools/list_changed', 'prompts/list_changed'],
    ]);
    expect(clients.map(({ received }) => received.map(({ params }) => params?.['_meta']))).toEqual(
      [
        [1, 1],
        ['1', '1'],
        [1, 1, 1],
      ].map((ids) => ids.map((id) => ({ [MetaKey.subscriptionId]: id }))),
    );
  });

  test('ends with its result when the server closes, after what was still to be told', async () => {
    const { server, changes } = make();
    const client = await listen(server, EVERYTHING, { id: 7 });
    changes.notifyToolsChanged();
    await server.close();
    expect(client.changes).toEqual(['tools/list_changed']);
    expect(await client.response).toEqual({
      jsonrpc: '2.0',
      id: 7,
      result: { resultType: 'complete', _meta: { [MetaKey.subscriptionId]: 7, [MetaKey.serverInfo]: INFO } },
    });
    changeAll(changes);
    await settle();
    expect(client.received).toHaveLength(2);
    expect(await failure(server, 'subscriptions/listen', { notifications: {} })).toMatchObject({ code: -32603 });
  });

  test('ends when the client goes away, and leaves nothing behind', async () => {
    const { server, changes } = make({ maxSubscriptions: 1 });
    const controller = new AbortController();
    const added = vi.spyOn(controller.signal, 'addEventListener');
    const removed = vi.spyOn(controller.signal, 'removeEventListener');
    const client = await listen(server, EVERYTHING, { signal: controller.signal });
    controller.abort();
    await client.response;
    changeAll(changes);
    await settle();
    expect(client.changes).toEqual([]);
    expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(
      added.mock.calls.map(([, listener]) => listener),
    );
    expect(added).toHaveBeenCalled();
    // Its place is free.
    expect((await listen(server)).honoured).toEqual(EVERYTHING);
  });

  test('lets go of its signal when the server ends it', async () => {
    const { server } = make();
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    const client = await listen(server, EVERYTHING, { signal });
    await server.close();
    await client.response;
    expect(added).toHaveBeenCalled();
    expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(
      added.mock.calls.map(([, listener]) => listener),
    );
  });

  test('is not opened for a client that has gone already, or goes while it is acknowledged', async () => {
    const { server, changes } = make({ maxSubscriptions: 1 });
    const gone = await listen(server, EVERYTHING, { signal: AbortSignal.abort() });
    expect(gone.received).toEqual([]);
    const going = await listen(server, EVERYTHING, { onNotify: (_notification, leave) => leave() });
    changeAll(changes);
    await settle();
    expect(going.received).toHaveLength(1);
    expect((await listen(server)).honoured).toEqual(EVERYTHING);
  });

  test('is dropped when its channel throws, with a word to the log, and the others go on', async () => {
    const { server, changes } = make();
    const error = new Error('EPIPE');
    const broken = await listen(server, EVERYTHING, {
      onNotify: ({ method }) => {
        if (!method.endsWith('acknowledged')) throw error;
      },
    });
    const whole = await listen(server);
    changes.notifyToolsChanged();
    changes.notifyPromptsChanged();
    await settle();
    expect(whole.changes).toEqual(['tools/list_changed', 'prompts/list_changed']);
    expect(await broken.response).toHaveProperty('result');
    expect(logger.entries).toMatchObject([{ severity: 'error', event: 'subscription_dropped', error }]);
  });

  test('that can not be acknowledged is none', async () => {
    const { server } = make({ maxSubscriptions: 1 });
    const broken = await listen(server, EVERYTHING, {
      onNotify: () => {
        throw new Error('EPIPE');
      },
    });
    expect(await broken.response).toMatchObject({ error: { code: -32603 } });
    expect((await listen(server)).honoured).toEqual(EVERYTHING);
  });

  test('is refused where there are too many, and the log says so once until there is room', async () => {
    const { server } = make({ maxSubscriptions: 2 });
    const refuse = () => failure(server, 'subscriptions/listen', { notifications: {} });
    const [first] = [await listen(server), await listen(server)];
    expect(await refuse()).toEqual({ code: -32603, message: 'Too many subscriptions; try again later' });
    await refuse();
    expect(logger.entries).toMatchObject([{ severity: 'warn', event: 'subscription_refused' }]);
    first.leave();
    await first.response;
    await listen(server);
    await refuse();
    expect(logger.entries).toHaveLength(2);
  });

  test('may not name more URIs than it may, nor longer ones than would fit', async () => {
    const { server } = make({ maxUris: 3 });
    const naming = (...uris: string[]) => ({ notifications: { resourceSubscriptions: uris } });
    expect((await listen(server, naming('a', 'b', 'c').notifications)).honoured).toEqual({
      resourceSubscriptions: ['a', 'b', 'c'],
    });
    expect(await failure(server, 'subscriptions/listen', naming('a', 'a', 'a', 'a'))).toEqual({
      code: -32602,
      message:
        'Invalid params for subscriptions/listen: notifications.resourceSubscriptions names 4 URIs, and at most 3 are taken',
    });
    const half = 'x'.repeat(131_072);
    expect((await listen(server, naming(half, half).notifications)).honoured).toBeDefined();
    expect(await failure(server, 'subscriptions/listen', naming(half, half, 'y'))).toMatchObject({ code: -32602 });
  });

  test.each([
    [{}],
    [{ notifications: null }],
    [{ notifications: [] }],
    [{ notifications: { toolsListChanged: 'yes' } }],
    [{ notifications: { resourceSubscriptions: 'memo://1' } }],
    [{ notifications: { resourceSubscriptions: [1] } }],
  ])('has a filter that fits, so not %j', async (params) => {
    expect(await failure(make().server, 'subscriptions/listen', params)).toMatchObject({ code: -32602 });
  });

  test.each([0, -1, 1.5, Number.NaN, Infinity])('has bounds, and %d is none', (bound) => {
    expect(() => make({ maxSubscriptions: bound })).toThrow('maxSubscriptions must be a positive integer');
    expect(() => make({ maxUris: bound })).toThrow('maxUris must be a positive integer');
  });
});

describe('what is honoured', () => {
  test('is what the server has, and follows what it declares', async () => {
    const server = new McpServer(INFO, { logger });
    server.tool('t', {}, () => 'x');
    expect((await listen(server)).honoured).toEqual({ toolsListChanged: true });
    server.resource('memo://1', {}, () => 'x');
    expect((await listen(server)).honoured).toEqual({
      toolsListChanged: true,
      resourcesListChanged: true,
      resourceSubscriptions: EVERYTHING.resourceSubscriptions,
    });
  });

  test('is not what the author took out of the capabilities', async () => {
    const capabilities = { resources: { subscribe: true }, tools: {} };
    const server = new McpServer(INFO, { logger, capabilities, lists: ['tools', 'resources'] });
    const client = await listen(server);
    expect(client.honoured).toEqual({ resourceSubscriptions: EVERYTHING.resourceSubscriptions });
    changeAll(server);
    await settle();
    expect(client.changes).toEqual(['resources/updated', 'resources/updated']);
  });

  test('can be narrowed by middleware, for one caller', async () => {
    const server = new McpServer(INFO, { logger, lists: ['tools', 'resources'] });
    server.use((received, next) =>
      next(
        received.method === 'subscriptions/listen'
          ? { ...received, params: { ...received.params, notifications: { toolsListChanged: true } } }
          : received,
      ),
    );
    expect((await listen(server)).honoured).toEqual({ toolsListChanged: true });
  });
});

describe('what an McpServer declares', () => {
  const capabilitiesOf = async (server: McpServer) => (await result(server, 'server/discover'))['capabilities'];

  test('is that it tells of changes, from the start', async () => {
    const server = new McpServer(INFO);
    server.tool('t', {}, () => 'x');
    server.prompt('p', {}, () => 'x');
    expect(await capabilitiesOf(server)).toEqual({
      logging: {},
      tools: { listChanged: true },
      prompts: { listChanged: true },
    });
    server.resource('memo://{id}', {}, () => 'x');
    expect(await capabilitiesOf(server)).toMatchObject({ resources: { listChanged: true, subscribe: true } });
  });

  test('is lists that are still empty, where it was told to', async () => {
    const server = new McpServer(INFO, { lists: ['tools', 'prompts', 'resources'] });
    expect(await capabilitiesOf(server)).toEqual({
      logging: {},
      tools: { listChanged: true },
      prompts: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
    });
    expect(await result(server, 'tools/list')).toMatchObject({ tools: [] });
    expect(await result(server, 'prompts/list')).toMatchObject({ prompts: [] });
    expect(await result(server, 'resources/list')).toMatchObject({ resources: [] });
    expect(await result(server, 'resources/templates/list')).toMatchObject({ resourceTemplates: [] });
    const client = await listen(server);
    server.tool('first', {}, () => 'x');
    await settle();
    expect(client.changes).toEqual(['tools/list_changed']);
  });

  test('is nothing of the kind without subscriptions', async () => {
    const server = new McpServer(INFO, { subscriptions: false, lists: ['tools', 'resources'] });
    expect(await capabilitiesOf(server)).toEqual({ logging: {}, tools: {}, resources: {} });
    expect(await failure(server, 'subscriptions/listen', { notifications: {} })).toMatchObject({ code: -32601 });
    changeAll(server);
    server.tool('t', {}, () => 'served');
    expect(textOf(await call(server, 't'))).toBe('served');
  });
});

test('a subscription that opens while the lifespan value is being made still ends when the server closes', async () => {
  let ready!: (value: string) => void;
  const lifespan = () => new Promise<string>((resolve) => (ready = resolve));
  const server = new McpServer(INFO, { lifespan, lists: ['tools'] });
  const client = listening(server, EVERYTHING);
  const closed = server.close();
  ready('made');
  await closed;
  expect(await client.response).toMatchObject({ error: { code: -32603, message: 'The server is closed' } });
  expect(client.received).toEqual([]);
});

test('callbacks for the end of a server run once, in their order, before the lifespan value is disposed', async () => {
  const ends: string[] = [];
  const server = new Server(INFO, {
    lifespan: () => ({ [Symbol.dispose]: () => void ends.push('lifespan') }),
    onListTools: () => ({ tools: [] }),
  });
  server.onClose(() => ends.push('first')).onClose(() => ends.push('second'));
  await server.exchange(request('tools/list'));
  await Promise.all([server.close(), server.close()]);
  expect(ends).toEqual(['first', 'second', 'lifespan']);
});
