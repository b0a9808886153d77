/** Subscriptions between the real client and the real server, in memory and over HTTP. */
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import {
  Client,
  type ClientOptions,
  type ListenOptions,
  type ReconnectEvent,
  type SubscriptionEvent,
} from '@mrtr/client';
import { type RunningServer, serve, type ServeOptions } from '@mrtr/http/node';
import { type ChangeEvent, McpServer, memoryBus, type SubscriptionBus, type SubscriptionOptions } from '@mrtr/server';
import { describe, expect, test, vi } from 'vitest';

const EVERYTHING = {
  toolsListChanged: true,
  promptsListChanged: true,
  resourcesListChanged: true,
  resourceSubscriptions: ['memo://1'],
};
const WITHIN = { timeout: 10_000 };

/** A bus that counts who listens to it. */
interface CountingBus extends SubscriptionBus {
  readonly listeners: number;
}

function countingBus(): CountingBus {
  const bus = memoryBus();
  let listeners = 0;
  return {
    get listeners() {
      return listeners;
    },
    publish: (event: ChangeEvent) => bus.publish(event),
    subscribe(listener) {
      const leave = bus.subscribe(listener);
      listeners++;
      return () => {
        listeners--;
        leave();
      };
    },
  };
}

function newsServer(subscriptions: SubscriptionOptions = {}): McpServer {
  const server = new McpServer(
    { name: 'news', version: '1.0.0' },
    { subscriptions, lists: ['tools', 'prompts'], logger: { warn: () => undefined, error: () => undefined } },
  );
  server.tool('grow', {}, () => {
    server.tool('grown', {}, () => 'grown');
    return 'done';
  });
  server.resource('memo://1', {}, () => 'text');
  return server;
}

/** How a client gets to a server. */
interface Channel extends AsyncDisposable {
  connect(options?: ClientOptions): Client;
}

const CHANNELS: [string, (server: McpServer) => Promise<Channel>][] = [
  [
    'in memory',
    async (server) => {
      const clients: Client[] = [];
      return {
        connect(options) {
          const client = new Client(server, options);
          clients.push(client);
          return client;
        },
        async [Symbol.asyncDispose]() {
          await Promise.all(clients.map((client) => client.close()));
        },
      };
    },
  ],
  [
    'over HTTP',
    async (server) => {
      const running = await serve(server, { graceMs: 0 });
      const clients: Client[] = [];
      return {
        connect(options) {
          const client = new Client(running.url, options);
          clients.push(client);
          return client;
        },
        async [Symbol.asyncDispose]() {
          await Promise.all(clients.map((client) => client.close()));
          await running.close();
        },
      };
    },
  ],
];

/** Reads in a loop, into a list. */
async function follow(client: Client, filter: typeof EVERYTHING | object = EVERYTHING, options: ListenOptions = {}) {
  const subscription = await client.listen(filter, options);
  const events: SubscriptionEvent[] = [];
  const loop = (async () => {
    for await (const event of subscription) events.push(event);
  })();
  loop.catch(() => undefined);
  return { subscription, events, loop };
}

function expectEvents(events: readonly SubscriptionEvent[], ...expected: SubscriptionEvent[]): Promise<void> {
  return vi.waitFor(() => expect(events).toEqual(expected), WITHIN);
}

const updated: SubscriptionEvent = { type: 'resource_updated', uri: 'memo://1' };

describe.each(CHANNELS)('%s', (_, open) => {
  test('a client lists anew when a tool registers another', async () => {
    const server = newsServer();
    await using channel = await open(server);
    const client = channel.connect();
    const { subscription, events } = await follow(client);
    expect(subscription.granted).toEqual(EVERYTHING);
    await client.callTool('grow');
    await expectEvents(events, { type: 'tools_changed' });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['grow', 'grown']);
  });

  test('each subscriber is told of what it asked for, once for all changes of a turn', async () => {
    const server = newsServer();
    await using channel = await open(server);
    const client = channel.connect();
    const all = await follow(client);
    const tools = await follow(client, { toolsListChanged: true });
    const memo = await follow(channel.connect(), { resourceSubscriptions: ['memo://1'] });
    for (let n = 0; n < 10; n++) {
      server.tool(`tool-${n}`, {}, () => 'x');
      server.prompt(`prompt-${n}`, {}, () => 'x');
      server.notifyResourceUpdated('memo://1');
      server.notifyResourceUpdated('memo://2');
    }
    await expectEvents(all.events, { type: 'tools_changed' }, { type: 'prompts_changed' }, updated);
    await expectEvents(tools.events, { type: 'tools_changed' });
    await expectEvents(memo.events, updated);
    server.resource('memo://2', {}, () => 'x');
    await vi.waitFor(() => expect(all.events.at(-1)).toEqual({ type: 'resources_changed' }), WITHIN);
    expect([all.events, tools.events, memo.events].map(({ length }) => length)).toEqual([4, 1, 1]);
  });

  test('closing the server ends the loop in good order', async () => {
    const server = newsServer();
    await using channel = await open(server);
    const onReconnect = vi.fn();
    const { events, loop, subscription } = await follow(channel.connect(), EVERYTHING, { onReconnect });
    server.notifyToolsChanged();
    await server.close();
    await loop;
    await subscription.closed;
    expect(events).toEqual([{ type: 'tools_changed' }]);
    expect(onReconnect).not.toHaveBeenCalled();
  });

  test.each<[string, (client: Client, controller: AbortController) => Promise<void>]>([
    [
      'leaves its loop',
      async (client) => {
        for await (const _event of await client.listen(EVERYTHING)) break;
      },
    ],
    [
      'aborts its signal',
      async (client, controller) => {
        const { signal } = controller;
        const { events, loop } = await follow(client, EVERYTHING, { signal });
        await vi.waitFor(() => expect(events).not.toEqual([]), WITHIN);
        controller.abort(new Error('enough'));
        await expect(loop).rejects.toThrow('enough');
      },
    ],
    [
      'closes',
      async (client) => {
        const { events, loop } = await follow(client);
        await vi.waitFor(() => expect(events).not.toEqual([]), WITHIN);
        await client.close();
        await loop;
      },
    ],
  ])('a client that %s leaves nothing behind', async (__, leave) => {
    const bus = countingBus();
    const server = newsServer({ bus, maxSubscriptions: 1 });
    await using channel = await open(server);
    for (let n = 0; n < 3; n++) {
      const left = leave(channel.connect(), new AbortController());
      await vi.waitFor(() => expect(bus.listeners).toBe(1), WITHIN);
      server.notifyToolsChanged();
      await left;
      await vi.waitFor(() => expect(bus.listeners).toBe(0), WITHIN);
    }
  });

  test('200 subscribers are all told, and all leave', async () => {
    const bus = countingBus();
    const server = newsServer({ bus, maxSubscriptions: 200 });
    await using channel = await open(server);
    for (let round = 0; round < 2; round++) {
      const clients = Array.from({ length: 20 }, () => channel.connect());
      const followers = await Promise.all(
        Array.from({ length: 200 }, (___, n) => follow(clients[n % clients.length]!)),
      );
      expect(bus.listeners).toBe(1);
      await expect(channel.connect().listen(EVERYTHING)).rejects.toMatchObject({ code: -32603 });
      server.notifyToolsChanged();
      server.notifyResourceUpdated('memo://1');
      for (const { events } of followers) await expectEvents(events, { type: 'tools_changed' }, updated);
      await Promise.all(clients.map((client) => client.close()));
      await Promise.all(followers.map(({ loop }) => loop));
      await vi.waitFor(() => expect(bus.listeners).toBe(0), WITHIN);
    }
  });

  test('two instances on one bus are one to their subscribers', async () => {
    const bus = countingBus();
    const [a, b] = [newsServer({ bus }), newsServer({ bus })];
    await using atA = await open(a);
    await using atB = await open(b);
    const followers = [await follow(atA.connect()), await follow(atB.connect())];
    expect(bus.listeners).toBe(2);
    await atB.connect().callTool('grow');
    for (const { events } of followers) await expectEvents(events, { type: 'tools_changed' });
    a.notifyResourceUpdated('memo://1');
    for (const { events } of followers) await expectEvents(events, { type: 'tools_changed' }, updated);
    await a.close();
    await followers[0]?.loop;
    expect(bus.listeners).toBe(1);
  });
});

describe('over HTTP, where connections break', () => {
  const reconnect = { pauseMs: 10, maxPauseMs: 50, maxAttempts: 200 };

  test('a client opens its subscription again, and is told that it may have missed something', async () => {
    const attempts: ReconnectEvent[] = [];
    const first = await serve(newsServer(), { graceMs: 0 });
    await using client = new Client(first.url);
    const { subscription, events } = await follow(client, EVERYTHING, {
      reconnect,
      onReconnect: (event) => attempts.push(event),
    });
    // Without a word: the process is gone, and another one takes its place.
    await first.close();
    await vi.waitFor(() => expect(attempts.length).toBeGreaterThan(2), WITHIN);
    const server = new McpServer({ name: 'news', version: '2.0.0' }, { lists: ['tools'] });
    await using _second = await serve(server, { port: first.port, graceMs: 0 });
    await expectEvents(events, { type: 'resynced', reason: 'reconnected' });
    expect(subscription.granted).toEqual({ toolsListChanged: true });
    expect(attempts[0]).toMatchObject({ attempt: 1, error: { code: 'unreachable' } });
    server.notifyToolsChanged();
    await expectEvents(events, { type: 'resynced', reason: 'reconnected' }, { type: 'tools_changed' });
  });

  test('with `afterEnd` it follows a server that is replaced in good order', async () => {
    const old = newsServer();
    const first = await serve(old);
    await using client = new Client(first.url);
    const { events } = await follow(client, EVERYTHING, { reconnect: { ...reconnect, afterEnd: true } });
    await old.close();
    await first.close();
    const server = newsServer();
    await using _second = await serve(server, { port: first.port, graceMs: 0 });
    await expectEvents(events, { type: 'resynced', reason: 'reconnected' });
    server.notifyPromptsChanged();
    await expectEvents(events, { type: 'resynced', reason: 'reconnected' }, { type: 'prompts_changed' });
  });

  test('a client gives up after the attempts that it was given, with the last error', async () => {
    const running = await serve(newsServer(), { graceMs: 0 });
    await using client = new Client(running.url);
    const { loop } = await follow(client, EVERYTHING, { reconnect: { ...reconnect, maxAttempts: 3 } });
    await running.close();
    await expect(loop).rejects.toMatchObject({ code: 'unreachable' });
  });

  test('a server that closes first lets its channel close at once, with every stream at its end', async () => {
    const server = newsServer();
    // A grace period that this test would not outlast.
    const running = await serve(server, { graceMs: 600_000 });
    await using client = new Client(running.url);
    const followers = await Promise.all(Array.from({ length: 20 }, () => follow(client)));
    await server.close();
    await running.close();
    await expect(Promise.all(followers.map(({ loop }) => loop))).resolves.toHaveLength(20);
  });
});

describe('over HTTP, by hand', () => {
  /** Sends a subscription on a socket of its own. */
  async function subscribe({ port }: RunningServer, uris: readonly string[] = ['memo://1']): Promise<Socket> {
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 'sub',
      method: 'subscriptions/listen',
      params: {
        notifications: { toolsListChanged: true, resourceSubscriptions: uris },
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'by hand', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    });
    const socket = createConnection(port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(
      [
        'POST /mcp HTTP/1.1',
        `Host: 127.0.0.1:${port}`,
        'Content-Type: application/json',
        'Accept: application/json, text/event-stream',
        'MCP-Protocol-Version: 2026-07-28',
        'Mcp-Method: subscriptions/listen',
        `Content-Length: ${Buffer.byteLength(body)}`,
        '',
        body,
      ].join('\r\n'),
    );
    return socket;
  }

  async function served(options: ServeOptions = {}, subscriptions: SubscriptionOptions = {}) {
    const bus = countingBus();
    const server = newsServer({ bus, ...subscriptions });
    return { bus, server, running: await serve(server, { graceMs: 0, ...options }) };
  }

  test('a stream is its acknowledgment, then changes, then its result, all with the id of the request', async () => {
    const { bus, server, running } = await served();
    await using _closing = running;
    const socket = await subscribe(running);
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    await vi.waitFor(() => expect(bus.listeners).toBe(1), WITHIN);
    server.notifyToolsChanged();
    server.notifyResourceUpdated('memo://1');
    await server.close();
    await vi.waitFor(() => expect(text).toContain('"result"'), WITHIN);
    const messages = [...text.matchAll(/^data: (.*)$/gmu)].map(([, data]) => JSON.parse(data!) as unknown);
    const _meta = { 'io.modelcontextprotocol/subscriptionId': 'sub' };
    expect(messages).toMatchObject([
      {
        method: 'notifications/subscriptions/acknowledged',
        params: { _meta, notifications: { toolsListChanged: true, resourceSubscriptions: ['memo://1'] } },
      },
      { method: 'notifications/tools/list_changed', params: { _meta } },
      { method: 'notifications/resources/updated', params: { _meta, uri: 'memo://1' } },
      { id: 'sub', result: { resultType: 'complete', _meta } },
    ]);
    socket.destroy();
  });

  test('clients that vanish leave nothing behind', async () => {
    const { bus, running } = await served({}, { maxSubscriptions: 50 });
    await using _closing = running;
    for (let round = 0; round < 2; round++) {
      const sockets = await Promise.all(Array.from({ length: 50 }, () => subscribe(running)));
      await Promise.all(sockets.map((socket) => once(socket, 'data')));
      expect(bus.listeners).toBe(1);
      for (const socket of sockets) socket.resetAndDestroy();
      await vi.waitFor(() => expect(bus.listeners).toBe(0), WITHIN);
    }
  });

  test('a client that does not read is dropped, not buffered for ever; one that reads goes on', async () => {
    const uris = Array.from({ length: 100 }, (_, n) => `memo://${n}/${'x'.repeat(1_000)}`);
    const { server, running } = await served({}, { maxSubscriptions: 2 });
    await using _closing = running;
    await using client = new Client(running.url);
    const onReconnect = vi.fn();
    let told = 0;
    await client.listen({ resourceSubscriptions: uris }, () => void told++, { onReconnect });
    const idle = await subscribe(running, uris);
    await once(idle, 'data');
    idle.pause();
    const closed = once(idle, 'close');
    // The system buffers a few megabytes for a socket, and the server one more. Each turn writes a tenth of that.
    const turns = async (): Promise<void> => {
      for (let turn = 1; turn <= 1_000; turn++) {
        for (const uri of uris) server.notifyResourceUpdated(uri);
        await vi.waitFor(() => expect(told).toBe(turn * uris.length), { ...WITHIN, interval: 1 });
        // There is room for another once the place is free.
        const third = await client.listen({}, () => undefined).catch(() => undefined);
        if (third) return third.close();
      }
      throw new Error('The client that does not read was never dropped.');
    };
    await turns();
    idle.resume();
    await closed;
    expect(onReconnect).not.toHaveBeenCalled();
  });
});
