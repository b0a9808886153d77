/** Several instances on one bus, and a bus that fails. */
import { type ChangeEvent, McpServer, memoryBus, type SubscriptionBus } from '@mrtr/server';
import type { SubscriptionFilter } from '@mrtr/types';
import { describe, expect, test, vi } from 'vitest';
import { type Listening, listening, settle } from '../support/listening.js';
import { recordingLogger } from '../support/recording.js';
import { call, textOf } from '../support/requests.js';

const FILTER: SubscriptionFilter = { toolsListChanged: true, resourceSubscriptions: ['memo://1'] };

function serverOn(bus: SubscriptionBus, logger = recordingLogger()): McpServer {
  const server = new McpServer(
    { name: 'fleet', version: '1.0.0' },
    { subscriptions: { bus }, lists: ['tools', 'resources'], logger },
  );
  server.tool('touch', {}, () => {
    server.notifyResourceUpdated('memo://1');
    return 'touched';
  });
  return server;
}

async function listen(server: McpServer): Promise<Listening> {
  const client = listening(server, FILTER);
  await settle();
  return client;
}

/** A memory bus that counts who listens. */
function countingBus(): SubscriptionBus & { listeners: number } {
  const bus = memoryBus();
  const counting = {
    listeners: 0,
    publish: (event: ChangeEvent) => bus.publish(event),
    subscribe(listener: (event: ChangeEvent) => void) {
      counting.listeners++;
      const leave = bus.subscribe(listener);
      return () => {
        counting.listeners--;
        leave();
      };
    },
  };
  return counting;
}

describe('instances on one bus', () => {
  test('hear of each other, and tell their own subscribers once', async () => {
    const bus = memoryBus();
    const [a, b] = [serverOn(bus), serverOn(bus)];
    const clients = [await listen(a), await listen(b)];
    a.tool('new', {}, () => 'x');
    await settle();
    for (const client of clients) expect(client.changes).toEqual(['tools/list_changed']);
    await call(b, 'touch');
    await settle();
    for (const client of clients) expect(client.changes).toEqual(['tools/list_changed', 'resources/updated']);
  });

  test('go on without one that has closed', async () => {
    const bus = memoryBus();
    const [a, b] = [serverOn(bus), serverOn(bus)];
    const [first, second] = [await listen(a), await listen(b)];
    await a.close();
    await first.response;
    b.notifyToolsChanged();
    await settle();
    expect([first.changes, second.changes]).toEqual([[], ['tools/list_changed']]);
  });

  test('without a bus of their own hear nothing of each other', async () => {
    const [a, b] = [serverOn(memoryBus()), serverOn(memoryBus())];
    const client = await listen(a);
    b.notifyToolsChanged();
    await settle();
    expect(client.changes).toEqual([]);
  });
});

describe('the listeners of a server on its bus', () => {
  test('are one while it has subscribers, however many, and none otherwise', async () => {
    const bus = countingBus();
    const server = serverOn(bus);
    expect(bus.listeners).toBe(0);
    const clients = await Promise.all(Array.from({ length: 200 }, () => listen(server)));
    expect(bus.listeners).toBe(1);
    for (const client of clients.slice(1)) client.leave();
    await settle();
    expect(bus.listeners).toBe(1);
    server.notifyToolsChanged();
    await settle();
    expect(clients.map(({ changes }) => changes.length)).toEqual([1, ...Array<number>(199).fill(0)]);
    clients[0]?.leave();
    await settle();
    expect(bus.listeners).toBe(0);
    await listen(server);
    expect(bus.listeners).toBe(1);
    await server.close();
    await settle();
    expect(bus.listeners).toBe(0);
  });
});

test('a server that has closed puts nothing on its bus', async () => {
  const publish = vi.fn<SubscriptionBus['publish']>();
  const server = serverOn({ publish, subscribe: () => () => undefined });
  await settle();
  publish.mockClear();
  server.notifyToolsChanged();
  await server.close();
  server.notifyResourceUpdated('memo://1');
  server.tool('late', {}, () => 'x');
  await settle();
  expect(publish.mock.calls).toEqual([[{ type: 'tools_changed' }]]);
});

describe('a bus that fails', () => {
  const error = new Error('the bus is down');
  const fail = (): never => {
    throw error;
  };
  const entry = { severity: 'error', event: 'bus_failed', error };

  test.each<[string, () => void | Promise<void>]>([
    ['throws', fail],
    ['rejects', () => Promise.reject(error)],
  ])('when something is published, and %s, breaks nothing; own subscribers are told', async (_, publish) => {
    const logger = recordingLogger();
    const server = serverOn({ ...memoryBus(), publish }, logger);
    const client = await listen(server);
    expect(textOf(await call(server, 'touch'))).toBe('touched');
    server.tool('new', {}, () => 'x').remove();
    await settle();
    expect(client.changes).toEqual(['resources/updated', 'tools/list_changed']);
    expect(logger.entries).toHaveLength(3);
    for (const logged of logger.entries) expect(logged).toMatchObject(entry);
  });

  test('when it should take a listener breaks no subscription; the next one tries again', async () => {
    const logger = recordingLogger();
    const bus = memoryBus();
    const subscribe = vi.fn<SubscriptionBus['subscribe']>((listener) => bus.subscribe(listener));
    subscribe.mockImplementationOnce(fail);
    const server = serverOn({ ...bus, subscribe }, logger);
    const elsewhere = serverOn(bus);
    await settle();
    const first = await listen(server);
    expect(first.honoured).toEqual(FILTER);
    expect(logger.entries).toMatchObject([entry]);
    server.notifyToolsChanged();
    await settle();
    elsewhere.notifyToolsChanged();
    await settle();
    expect(first.changes).toEqual(['tools/list_changed']);
    await listen(server);
    elsewhere.notifyToolsChanged();
    await settle();
    expect(first.changes).toHaveLength(2);
    expect(logger.entries).toHaveLength(1);
  });

  test('when it should let go of one breaks nothing', async () => {
    const logger = recordingLogger();
    const server = serverOn({ publish: () => undefined, subscribe: () => fail }, logger);
    const client = await listen(server);
    client.leave();
    expect(await client.response).toHaveProperty('result');
    expect(logger.entries).toMatchObject([entry]);
  });

  test.each([null, 'tools_changed', {}, { type: 'toString' }, { type: 'resource_updated' }, { type: 'tasks_changed' }])(
    'by bringing %j tells nobody but the log',
    async (nonsense) => {
      const logger = recordingLogger();
      let bring!: (event: never) => void;
      const subscribe = (listener: (event: ChangeEvent) => void) => {
        bring = listener;
        return () => undefined;
      };
      const client = await listen(serverOn({ publish: () => undefined, subscribe }, logger));
      bring(nonsense as never);
      expect(client.changes).toEqual([]);
      expect(logger.entries).toMatchObject([{ severity: 'error', event: 'bus_failed' }]);
    },
  );

  test('by calling back after it was left tells nobody', async () => {
    const logger = recordingLogger();
    const listeners: ((event: ChangeEvent) => void)[] = [];
    const subscribe = (listener: (event: ChangeEvent) => void) => {
      listeners.push(listener);
      return () => undefined;
    };
    const server = serverOn({ publish: () => undefined, subscribe }, logger);
    const client = await listen(server);
    client.leave();
    await client.response;
    for (const listener of listeners) listener({ type: 'tools_changed' });
    expect(client.changes).toEqual([]);
    expect(logger.entries).toEqual([]);
  });
});
