/** What sessions may cost, how they end, and clients that mean harm or simply vanish, on both shells: SYSTEM N4. */
import { describe, expect, test } from 'vitest';
import { serve } from '../src/node.js';
import { type EventStore, httpHandler, memoryEventStore, type SessionOptions } from '../src/server.js';
import { TestClock } from './support/clock.js';
import { deferred, progress, resultOf } from './support/exchanger.js';
import { callOf, headersOf } from './support/messages.js';
import { EventReader, handshake, SessionClient } from './support/session-client.js';
import { note, type ScriptedSession, sessionServerOf } from './support/sessions.js';
import { shells } from './support/shells.js';

const PING = { jsonrpc: '2.0', id: 7, method: 'ping' };

/** A server whose calls wait until they are let go, or for ever. */
function waitingServer(go: Promise<unknown> = new Promise(() => undefined)) {
  return sessionServerOf({
    'tools/call': async (request, info) => {
      if (request.params?.['name'] === 'told') info.notify?.(progress(1));
      await go;
      return resultOf(request);
    },
  });
}

describe.each(shells)('on $name', ({ listen }) => {
  describe('an idle session', () => {
    test('ends after half an hour, and not while its client shows up', async () => {
      const timers = new TestClock();
      const server = sessionServerOf();
      await using http = await listen(server, { timers });
      const client = await SessionClient.connect(http.url);
      for (let time = 0; time < 3; time++) {
        timers.advance(30 * 60_000 - 1);
        expect((await client.post(PING)).status).toBe(200);
      }
      timers.advance(30 * 60_000);
      expect(server.sessions[0]?.isClosed).toBe(true);
      expect((await client.post(PING)).status).toBe(404);
      expect(timers.waiting).toBe(0);
    });

    test('keeps no process alive', async () => {
      const timers = new TestClock();
      await using http = await listen(sessionServerOf(), { timers });
      await SessionClient.connect(http.url);
      expect([timers.waiting, timers.unreferenced]).toEqual([1, 1]);
    });

    test('is none that has a stream open, or a call', async () => {
      const timers = new TestClock();
      const go = deferred();
      const server = waitingServer(go.promise);
      await using http = await listen(server, { timers, keepAliveMs: 0, sessions: { idleMs: 1000 } });
      const listening = await SessionClient.connect(http.url);
      const calling = await SessionClient.connect(http.url);
      const events = new EventReader(await listening.get());
      await events.next();
      await listening.post(PING);
      const call = calling.call('x');
      await expect.poll(() => server.sessions[1]?.received.length).toBe(2);
      timers.advance(100_000);
      expect(server.sessions.map(({ isClosed }) => isClosed)).toEqual([false, false]);
      await events.cancel();
      go.resolve();
      await (await call).json();
      // When the stream was left is for the server to find out.
      await expect.poll(() => timers.waiting).toBe(2);
      timers.advance(1000);
      expect(server.sessions.map(({ isClosed }) => isClosed)).toEqual([true, true]);
    });

    test('is one whose client has left in the middle of a call', async () => {
      const timers = new TestClock();
      const server = waitingServer();
      await using http = await listen(server, { timers, keepAliveMs: 0, sessions: { idleMs: 1000 } });
      const client = await SessionClient.connect(http.url);
      const events = new EventReader(await client.call('told'));
      await events.message();
      expect(timers.waiting).toBe(0);
      await events.cancel();
      await expect.poll(() => timers.waiting).toBe(1);
      timers.advance(1000);
      expect(server.sessions[0]?.isClosed).toBe(true);
    });
  });

  describe('maxSessions', () => {
    test('ends the session that has been idle longest for a new one', async () => {
      const server = sessionServerOf();
      await using http = await listen(server, { sessions: { maxSessions: 3 } });
      const clients = [];
      for (let index = 0; index < 3; index++) clients.push(await SessionClient.connect(http.url));
      await clients[0]?.post(PING);
      await SessionClient.connect(http.url);
      await SessionClient.connect(http.url);
      expect(server.sessions.map(({ isClosed }) => isClosed)).toEqual([false, true, true, false, false]);
      expect((await clients[0]?.post(PING))?.status).toBe(200);
      expect((await clients[1]?.post(PING))?.status).toBe(404);
    });

    test('is a 503 where none is idle', async () => {
      const server = sessionServerOf();
      await using http = await listen(server, { sessions: { maxSessions: 1 } });
      const client = await SessionClient.connect(http.url);
      const events = new EventReader(await client.get());
      await events.next();
      const response = await new SessionClient(http.url).post(handshake());
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '10']);
      expect(await response.json()).toMatchObject({ id: 0, error: { code: -32600 } });
      expect(server.sessions.map(({ isClosed }) => isClosed)).toEqual([false]);
      await client.delete();
      await SessionClient.connect(http.url);
    });
  });

  describe('maxInFlight', () => {
    test('is a 429 for one more, in this session alone', async () => {
      const go = deferred();
      const server = waitingServer(go.promise);
      await using http = await listen(server, { sessions: { maxInFlight: 2 } });
      const [client, other] = [await SessionClient.connect(http.url), await SessionClient.connect(http.url)];
      const calls = [client.call('x', 1), client.call('x', 2)];
      await expect.poll(() => server.sessions[0]?.received.length).toBe(3);
      const response = await client.call('x', 3);
      expect([response.status, response.headers.get('retry-after')]).toEqual([429, '1']);
      expect(await response.json()).toMatchObject({ id: 3, error: { code: -32600 } });
      // What belongs to those that are under way still comes through.
      expect((await client.post({ jsonrpc: '2.0', id: 'q', result: {} })).status).toBe(202);
      expect((await client.post(note('x'))).status).toBe(202);
      expect((await other.post(PING)).status).toBe(200);
      go.resolve();
      for (const call of calls) expect((await call).status).toBe(200);
      expect((await client.call('x', 3)).status).toBe(200);
    });

    test('counts calls whose client has left', async () => {
      const server = waitingServer();
      await using http = await listen(server, { sessions: { maxInFlight: 1 } });
      const client = await SessionClient.connect(http.url);
      const events = new EventReader(await client.call('told'));
      await events.message();
      await events.cancel();
      expect((await client.call('x')).status).toBe(429);
    });

    test('counts each request of a batch', async () => {
      await using http = await listen(sessionServerOf(), { sessions: { maxInFlight: 2 } });
      const client = await SessionClient.connect(http.url, { version: '2025-03-26' });
      const batch = [1, 2, 3].map((id) => ({ ...PING, id }));
      expect((await client.post(batch)).status).toBe(429);
      expect((await client.post(batch.slice(1))).status).toBe(200);
    });
  });

  test('what nobody listens to is kept as far as the store goes', async () => {
    const server = sessionServerOf();
    await using http = await listen(server, { sessions: { eventStore: memoryEventStore({ maxEvents: 3 }) } });
    const client = await SessionClient.connect(http.url);
    for (let sent = 1; sent <= 1000; sent++) server.sessions[0]?.peer.send(note(sent));
    const events = new EventReader(await client.get());
    expect([await events.message(), await events.message(), await events.message()]).toEqual(
      [998, 999, 1000].map(note),
    );
  });

  describe('an event store that fails', () => {
    const failing: [string, () => never | Promise<never>][] = [
      [
        'throws',
        () => {
          throw new Error('down');
        },
      ],
      ['rejects', () => Promise.reject(new Error('down'))],
    ];

    test.each(failing)('and %s costs what it should have kept, and onError hears of it', async (_name, fail) => {
      const errors: unknown[] = [];
      const server = waitingServer(Promise.resolve());
      const eventStore: EventStore = { append: fail, replay: () => [], forget: fail };
      await using http = await listen(server, { onError: (error) => errors.push(error), sessions: { eventStore } });
      const client = await SessionClient.connect(http.url);
      expect(await new EventReader(await client.call('told')).messages()).toHaveLength(2);
      await expect.poll(() => errors.length).toBe(2);
      expect(await new EventReader(await client.get({ 'last-event-id': '1_0' })).messages()).toEqual([]);
      await client.delete();
      await expect.poll(() => errors.length).toBe(3);
    });

    test.each(failing)(
      'and %s when it is read ends the stream, to which the client can come back',
      async (_name, fail) => {
        let isDown = true;
        const errors: unknown[] = [];
        const store = memoryEventStore();
        const eventStore: EventStore = {
          ...store,
          async *replay(...args) {
            if (isDown) await fail();
            yield* store.replay(...args);
          },
        };
        await using http = await listen(waitingServer(Promise.resolve()), {
          onError: (error) => errors.push(error),
          sessions: { eventStore },
        });
        const client = await SessionClient.connect(http.url);
        await (await client.call('told')).text();
        expect(await new EventReader(await client.get({ 'last-event-id': '1_0' })).messages()).toEqual([]);
        expect(errors).toHaveLength(1);
        isDown = false;
        expect(await new EventReader(await client.get({ 'last-event-id': '1_0' })).messages()).toHaveLength(2);
      },
    );
  });

  test('an event store never learns the id of a session, and is told when to let go', async () => {
    const seen: unknown[][] = [];
    const kept = new Set<string>();
    // Each takes less time than the one before.
    let delay = 50;
    const later = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, (delay -= 10)));
    const eventStore: EventStore = {
      append: async (session, stream, { number }) => {
        await later();
        seen.push([session, stream, number]);
        kept.add(session);
      },
      replay: () => [],
      forget: (session, stream) => {
        seen.push([session, stream]);
        kept.delete(session);
      },
    };
    const server = waitingServer(Promise.resolve());
    await using http = await listen(server, { sessions: { eventStore } });
    const client = await SessionClient.connect(http.url);
    await (await client.call('told')).text();
    for (const text of ['a', 'b']) server.sessions[0]?.peer.send(note(text));
    await client.delete();
    server.sessions[0]?.peer.send(note('late'));
    await expect.poll(() => seen.length).toBe(5);
    const [name] = seen[0] as [string];
    expect(seen.slice(0, 4).filter(([, stream]) => stream === '1')).toEqual([
      [name, '1', 1],
      [name, '1', 2],
    ]);
    expect(seen.slice(0, 4).filter(([, stream]) => stream === '0')).toEqual([
      [name, '0', 1],
      [name, '0', 2],
    ]);
    expect(seen[4]).toEqual([name, undefined]);
    expect(kept.size).toBe(0);
    expect(JSON.stringify(seen)).not.toContain(client.sessionId);
  });
});

describe('close', () => {
  const url = 'http://127.0.0.1/mcp';

  test('ends every session and its streams, opens no more, and leaves later revisions alone', async () => {
    const timers = new TestClock();
    const server = waitingServer();
    const handle = httpHandler(server, { timers });
    const send = (to: string, init: RequestInit): Promise<Response> => handle(new Request(to, init));
    const clients = [];
    for (let index = 0; index < 3; index++) clients.push(await SessionClient.connect(url, { fetch: send }));
    const [first, second] = clients as [SessionClient, SessionClient];
    const stream = await first.get();
    const waiting = second.call('x');
    await new Promise(setImmediate);
    handle.close();
    handle.close();
    expect(server.sessions.map(({ isClosed }) => isClosed)).toEqual([true, true, true]);
    expect(await stream.text()).toBe('id: 0_0\nretry: 1000\ndata: \n\n');
    expect((await waiting).status).toBe(404);
    expect((await first.post(PING)).status).toBe(404);
    expect((await new SessionClient(url, { fetch: send }).post(handshake())).status).toBe(503);
    const request = callOf('a');
    const later = { method: 'POST', headers: headersOf(request), body: JSON.stringify(request) };
    expect((await send(url, later)).status).toBe(200);
    expect(timers.waiting).toBe(0);
  });

  test('of a server that listens lets calls finish, and ends streams on which clients only listen at once', async () => {
    const go = deferred();
    const server = waitingServer(go.promise);
    const running = await serve(server, { graceMs: 1_000_000 });
    const client = await SessionClient.connect(running.url);
    const events = new EventReader(await client.get());
    await events.next();
    const call = new EventReader(await client.call('told'));
    expect(await call.message()).toEqual(progress(1));
    const closed = running.close();
    expect(await events.next()).toBeUndefined();
    expect(server.sessions[0]?.isClosed).toBe(false);
    go.resolve();
    expect(await call.messages()).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
    await closed;
    expect(server.sessions[0]?.isClosed).toBe(true);
  });

  test('of a server that listens ends calls whose clients have left', async () => {
    const server = waitingServer();
    const running = await serve(server, { graceMs: 1_000_000 });
    const client = await SessionClient.connect(running.url);
    const call = new EventReader(await client.call('told'));
    await call.message();
    await call.cancel();
    await running.close();
    expect(server.sessions[0]?.isClosed).toBe(true);
  });
});

describe('a hostile client', () => {
  const url = 'http://127.0.0.1/mcp';

  function inProcess(server: ReturnType<typeof sessionServerOf>, sessions?: SessionOptions) {
    const handle = httpHandler(server, { sessions });
    const options = { fetch: (to: string, init: RequestInit) => handle(new Request(to, init)) };
    return { handle, options };
  }

  test('that opens ten thousand sessions has a thousand, and takes none from whoever listens', async () => {
    const server = sessionServerOf();
    const { handle, options } = inProcess(server);
    const victim = await SessionClient.connect(url, options);
    const events = new EventReader(await victim.get());
    for (let count = 0; count < 10_000; count++) await SessionClient.connect(url, options);
    expect(server.sessions.filter(({ isClosed }) => !isClosed)).toHaveLength(1000);
    (server.sessions[0] as ScriptedSession).peer.send(note('still here'));
    expect(await events.message()).toEqual(note('still here'));
    handle.close();
    expect(server.sessions.filter(({ isClosed }) => !isClosed)).toEqual([]);
  });

  test('that guesses ids finds nothing', async () => {
    const server = sessionServerOf();
    const { handle, options } = inProcess(server);
    const { sessionId = '' } = await SessionClient.connect(url, options);
    const guesser = new SessionClient(url, options);
    for (let index = 0; index < sessionId.length; index++) {
      const other = sessionId[index] === '0' ? '1' : '0';
      for (const guess of [
        `${sessionId.slice(0, index)}${other}${sessionId.slice(index + 1)}`,
        sessionId.slice(0, index),
        sessionId.toUpperCase() + String(index),
      ]) {
        expect((await guesser.post(PING, { 'mcp-session-id': guess })).status).toBe(404);
      }
    }
    expect(server.sessions[0]?.received).toHaveLength(1);
    handle.close();
  });

  test('that leaves a thousand calls behind leaves nothing once its session ends', async () => {
    const timers = new TestClock();
    const kept = new Set<string>();
    const store = memoryEventStore();
    const eventStore: EventStore = {
      ...store,
      append: (session, stream, event) => {
        kept.add(`${session} ${stream}`);
        return store.append(session, stream, event);
      },
      forget: (session, stream) => {
        if (stream === undefined) kept.clear();
        return store.forget(session, stream);
      },
    };
    const signals: AbortSignal[] = [];
    const server = sessionServerOf({
      'tools/call': (request, info, session) => {
        info.notify?.(progress(1));
        const controller = new AbortController();
        signals.push(controller.signal);
        void session.closed.then(() => controller.abort());
        return new Promise((resolve) => controller.signal.addEventListener('abort', () => resolve(undefined)));
      },
    });
    const handle = httpHandler(server, { timers, sessions: { eventStore, maxInFlight: 1000, idleMs: 1000 } });
    const fetch = (to: string, init: RequestInit): Promise<Response> => handle(new Request(to, init));
    const client = await SessionClient.connect(url, { fetch });
    for (let id = 0; id < 1000; id++) await (await client.call('x', id)).body?.cancel();
    expect(kept.size).toBe(1000);
    expect(timers.waiting).toBe(1);
    timers.advance(1000);
    await new Promise(setImmediate);
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
    expect([kept.size, timers.waiting]).toEqual([0, 0]);
  });
});
