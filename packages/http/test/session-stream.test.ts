/**
 * The general stream, and streams that clients come back to, on both shells: SYSTEM N4. Specification 2025-11-25,
 * basic/transports "Listening for Messages from the Server" and "Resumability and Redelivery".
 */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type EventStore, httpHandler, memoryEventStore, type StreamEvent } from '../src/server.js';
import { deferred, progress, resultOf } from './support/exchanger.js';
import { rawClient } from './support/raw.js';
import { EventReader, SessionClient } from './support/session-client.js';
import { note, type ScriptedSession, sessionServerOf } from './support/sessions.js';
import { shells } from './support/shells.js';

const ANSWER = { jsonrpc: '2.0', id: 1, result: { done: true } };

/** A server whose calls say so many notes, and wait for `go` before the notes in `after`. */
function sayingServer(go: Promise<unknown> = Promise.resolve()) {
  return sessionServerOf({
    'tools/call': async (request, info) => {
      info.notify?.(progress(1));
      await go;
      for (const step of [2, 3]) info.notify?.(progress(step));
      return resultOf(request, { done: true });
    },
  });
}

describe.each(shells)('on $name', ({ listen }) => {
  describe('the general stream', () => {
    test('has what belongs to no request, as it comes', async () => {
      const server = sessionServerOf();
      await using http = await listen(server);
      const client = await SessionClient.connect(http.url);
      const response = await client.get();
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
      const events = new EventReader(response);
      expect(await events.next()).toEqual({ id: '0_0', retry: 1000, data: '' });
      server.sessions[0]?.peer.send(note('a'));
      expect(await events.next()).toEqual({ id: '0_1', retry: undefined, data: JSON.stringify(note('a')) });
      server.sessions[0]?.peer.send({ jsonrpc: '2.0', id: 1, method: 'roots/list' });
      expect(await events.message()).toEqual({ jsonrpc: '2.0', id: 1, method: 'roots/list' });
    });

    test('begins with what was sent before anybody listened', async () => {
      const server = sessionServerOf();
      await using http = await listen(server);
      const client = await SessionClient.connect(http.url);
      for (const text of ['a', 'b']) server.sessions[0]?.peer.send(note(text));
      const events = new EventReader(await client.get());
      expect([await events.message(), await events.message()]).toEqual([note('a'), note('b')]);
      server.sessions[0]?.peer.send(note('c'));
      expect(await events.message()).toEqual(note('c'));
    });

    test('has nothing of calls, and calls nothing of it', async () => {
      const server = sayingServer();
      await using http = await listen(server);
      const client = await SessionClient.connect(http.url);
      const events = new EventReader(await client.get());
      server.sessions[0]?.peer.send(note('a'));
      const call = new EventReader(await client.call('x'));
      server.sessions[0]?.peer.send(note('b'));
      expect(await call.messages()).toEqual([progress(1), progress(2), progress(3), ANSWER]);
      expect([await events.message(), await events.message()]).toEqual([note('a'), note('b')]);
    });

    test('of one session has nothing of another', async () => {
      const server = sessionServerOf();
      await using http = await listen(server);
      const [one, two] = [await SessionClient.connect(http.url), await SessionClient.connect(http.url)];
      const [first, second] = [new EventReader(await one.get()), new EventReader(await two.get())];
      server.sessions[0]?.peer.send(note('first'));
      server.sessions[1]?.peer.send(note('second'));
      expect([await first.message(), await second.message()]).toEqual([note('first'), note('second')]);
      expect((await two.get({ 'last-event-id': '0_2' })).status).toBe(400);
    });

    test('is taken over by a second GET: the first may be dead without a sign of it', async () => {
      const server = sessionServerOf();
      await using http = await listen(server);
      const client = await SessionClient.connect(http.url);
      const first = new EventReader(await client.get());
      server.sessions[0]?.peer.send(note('a'));
      expect(await first.message()).toEqual(note('a'));
      const second = new EventReader(await client.get());
      expect(await second.next()).toMatchObject({ id: '0_1', data: '' });
      server.sessions[0]?.peer.send(note('b'));
      expect(await second.message()).toEqual(note('b'));
      expect(await first.next()).toBeUndefined();
    });

    test('is kept open by comments', async () => {
      await using http = await listen(sessionServerOf(), { keepAliveMs: 5 });
      const { sessionId = '' } = await SessionClient.connect(http.url);
      using client = rawClient(http.port);
      client.write(
        `GET /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\nMcp-Session-Id: ${sessionId}\r\n\r\n`,
      );
      await client.until('data: \n\n');
      expect(await client.until(':\n\n')).not.toContain('data');
      expect(await client.until(':\n\n')).not.toContain('data');
    });
  });

  describe('Last-Event-ID', () => {
    test('brings what is missing of that stream, and goes on with it to its response', async () => {
      const go = deferred();
      await using http = await listen(sayingServer(go.promise));
      const client = await SessionClient.connect(http.url);
      const events = new EventReader(await client.call('x'));
      expect(await events.next()).toMatchObject({ id: '1_0' });
      await events.cancel();
      const again = new EventReader(await client.get({ 'last-event-id': '1_0' }));
      expect(await again.next()).toEqual({ id: '1_0', retry: 1000, data: '' });
      expect(await again.next()).toMatchObject({ id: '1_1', data: JSON.stringify(progress(1)) });
      go.resolve();
      expect((await again.rest()).map(({ id }) => id)).toEqual(['1_2', '1_3', '1_4']);
    });

    test('takes the stream over from a connection that is still there', async () => {
      const go = deferred();
      await using http = await listen(sayingServer(go.promise));
      const client = await SessionClient.connect(http.url);
      const first = new EventReader(await client.call('x'));
      expect(await first.message()).toEqual(progress(1));
      const second = new EventReader(await client.get({ 'last-event-id': '1_1' }));
      expect(await second.next()).toMatchObject({ id: '1_1', data: '' });
      expect(await first.next()).toBeUndefined();
      go.resolve();
      expect(await second.messages()).toEqual([progress(2), progress(3), ANSWER]);
    });

    test('brings the rest of a stream that has ended, as often as it is asked for', async () => {
      await using http = await listen(sayingServer());
      const client = await SessionClient.connect(http.url);
      await new EventReader(await client.call('x')).rest();
      for (let time = 0; time < 3; time++) {
        const again = new EventReader(await client.get({ 'last-event-id': '1_2' }));
        expect(await again.messages()).toEqual([progress(3), ANSWER]);
      }
    });

    test('after the end of a stream is a 204, which tells event sources not to come back', async () => {
      await using http = await listen(sayingServer());
      const client = await SessionClient.connect(http.url);
      await new EventReader(await client.call('x')).rest();
      const response = await client.get({ 'last-event-id': '1_4' });
      expect([response.status, await response.text()]).toEqual([204, '']);
    });

    test('works for the general stream', async () => {
      const server = sessionServerOf();
      await using http = await listen(server);
      const client = await SessionClient.connect(http.url);
      for (const text of ['a', 'b', 'c']) server.sessions[0]?.peer.send(note(text));
      await new EventReader(await client.get()).next();
      const again = new EventReader(await client.get({ 'last-event-id': '0_1' }));
      expect([await again.message(), await again.message()]).toEqual([note('b'), note('c')]);
      const fresh = new EventReader(await client.get());
      expect(await fresh.next()).toMatchObject({ id: '0_3', data: '' });
    });

    test.each([
      '',
      'x',
      '1',
      '1_',
      '_1',
      '-1_0',
      '1_-1',
      '1_1e3',
      '1_99',
      '7_0',
      '00_0',
      '1_0 ',
      '9'.repeat(8000),
      '1_1_1',
    ])('%.20j that was never sent is a 400', async (id) => {
      await using http = await listen(sayingServer());
      const client = await SessionClient.connect(http.url);
      await new EventReader(await client.call('x')).rest();
      // Spaces around a value are no part of it.
      expect((await client.get({ 'last-event-id': id })).status).toBe(id === '1_0 ' ? 200 : 400);
    });

    test('of streams that ended long ago is a 400', async () => {
      await using http = await listen(sayingServer());
      const client = await SessionClient.connect(http.url);
      for (let calls = 0; calls < 65; calls++) await (await client.call('x')).text();
      expect((await client.get({ 'last-event-id': '1_0' })).status).toBe(400);
      expect((await client.get({ 'last-event-id': '2_0' })).status).toBe(200);
    });
  });

  describe('a client that reads slowly', () => {
    const COUNT = 60;
    const big = (number: number) => note(`${number} ${'x'.repeat(100_000)}`);
    const server = () =>
      sessionServerOf({
        'tools/call': (request, info) => {
          for (let sent = 0; sent < COUNT; sent++) info.notify?.(big(sent));
          return resultOf(request, { done: true });
        },
      });

    test('gets everything, from what is kept, while little is waiting for it', async () => {
      const eventStore = memoryEventStore({ maxCharacters: 10_000_000 });
      await using http = await listen(server(), { maxBufferBytes: 200_000, sessions: { eventStore } });
      const client = await SessionClient.connect(http.url);
      const events = new EventReader(await client.call('x'));
      expect(await events.messages()).toEqual([...Array.from({ length: COUNT }, (_, sent) => big(sent)), ANSWER]);
    });

    test('misses what is no longer kept, and never the response', async () => {
      const eventStore = memoryEventStore({ maxCharacters: 1_000_000 });
      await using http = await listen(server(), { maxBufferBytes: 200_000, sessions: { eventStore } });
      const client = await SessionClient.connect(http.url);
      const messages = await new EventReader(await client.call('x')).messages();
      expect(messages.length).toBeLessThan(COUNT);
      expect(messages.slice(-3)).toEqual([big(COUNT - 2), big(COUNT - 1), ANSWER]);
    });

    test('or not at all costs what the limits say', async () => {
      const scripted = sessionServerOf();
      let kept = 0;
      const store = memoryEventStore({ maxEvents: 5 });
      const eventStore: EventStore = {
        ...store,
        append: (session, stream, event) => {
          kept++;
          return store.append(session, stream, event);
        },
      };
      await using http = await listen(scripted, { maxBufferBytes: 200_000, sessions: { eventStore } });
      const client = await SessionClient.connect(http.url);
      const response = await client.get();
      const session = scripted.sessions[0] as ScriptedSession;
      for (let sent = 0; sent < 1000; sent++) session.peer.send(big(sent));
      expect(kept).toBe(1000);
      expect((await client.post({ jsonrpc: '2.0', id: 1, method: 'ping' })).status).toBe(200);
      // Once it reads it gets what went out, and the last few.
      const events = new EventReader(response);
      const got: unknown[] = [];
      while (JSON.stringify(got.at(-1)) !== JSON.stringify(big(999))) got.push(await events.message());
      expect(got.length).toBeLessThan(300);
    });
  });
});

/** A store that answers when it likes. */
function slowStore(): EventStore {
  const store = memoryEventStore();
  const later = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
  return {
    append: async (...args) => {
      await later();
      await store.append(...args);
    },
    async *replay(...args): AsyncGenerator<StreamEvent> {
      await later();
      for await (const event of store.replay(...args)) {
        yield event;
        await later();
      }
    },
    forget: async (...args) => {
      await later();
      await store.forget(...args);
    },
  };
}

describe('whatever a client does', () => {
  type Step = 'send' | 'read' | 'leave' | 'return' | 'turn';
  const steps = fc.array(fc.constantFrom<Step>('send', 'send', 'read', 'read', 'leave', 'return', 'turn'), {
    maxLength: 40,
  });

  /** Takes a stream through the steps, and then to its end. */
  async function take(
    script: readonly Step[],
    open: () => Promise<Response>,
    resume: (id: string) => Promise<Response>,
    say: (number: number) => void,
    finish: () => void,
    total: () => number,
  ): Promise<unknown[]> {
    const got: unknown[] = [];
    let lastEventId = '';
    let said = 0;
    let events: EventReader | undefined = new EventReader(await open());
    const read = async (): Promise<boolean> => {
      const event = await events?.next();
      if (event?.id !== undefined) lastEventId = event.id;
      if (event?.data) got.push((JSON.parse(event.data) as { params?: unknown }).params ?? 'end');
      return event !== undefined;
    };
    await read();
    for (const step of script) {
      if (step === 'send') say(++said);
      else if (step === 'turn') await new Promise(setImmediate);
      else if (step === 'leave') {
        await events?.cancel();
        events = undefined;
      } else if (step === 'return') events = new EventReader(await resume(lastEventId));
      // Only where something must come: a stream that is open and quiet never ends a read.
      else if (events !== undefined && got.length < said) await read();
    }
    finish();
    events ??= new EventReader(await resume(lastEventId));
    while (got.length < total() && (await read()));
    return got;
  }

  test.each([
    ['a store in memory', memoryEventStore],
    ['a store that takes its time', slowStore],
  ])('each message of a call arrives once and in order, from %s', async (_name, store) => {
    await fc.assert(
      fc.asyncProperty(steps, async (script) => {
        const end = deferred();
        let notify = (_text: number): void => undefined;
        const server = sessionServerOf({
          'tools/call': async (request, info) => {
            notify = (text) => info.notify?.(note(text));
            notify(0);
            await end.promise;
            return resultOf(request);
          },
        });
        await using client = await inProcess(server, store());
        const said = script.filter((step) => step === 'send').length;
        const got = await take(
          script,
          () => client.call('x'),
          (id) => client.get({ 'last-event-id': id }),
          (text) => notify(text),
          () => end.resolve(),
          () => said + 2,
        );
        const texts = Array.from({ length: said + 1 }, (_, text) => ({ text }));
        expect(got).toEqual([...texts, 'end']);
      }),
      { numRuns: 150 },
    );
  });

  test.each([
    ['a store in memory', memoryEventStore],
    ['a store that takes its time', slowStore],
  ])('each message of the general stream arrives once and in order, from %s', async (_name, store) => {
    await fc.assert(
      fc.asyncProperty(steps, async (script) => {
        const server = sessionServerOf();
        await using client = await inProcess(server, store());
        const session = server.sessions[0] as ScriptedSession;
        const said = script.filter((step) => step === 'send').length;
        const got = await take(
          script,
          () => client.get(),
          (id) => client.get({ 'last-event-id': id }),
          (text) => session.peer.send(note(text)),
          () => undefined,
          () => said,
        );
        expect(got).toEqual(Array.from({ length: said }, (_, index) => ({ text: index + 1 })));
      }),
      { numRuns: 150 },
    );
  });

  /** A client of a handler in the same process. */
  async function inProcess(
    server: ReturnType<typeof sessionServerOf>,
    eventStore: EventStore,
  ): Promise<SessionClient & AsyncDisposable> {
    const handle = httpHandler(server, { sessions: { eventStore } });
    const client = await SessionClient.connect('http://127.0.0.1/mcp', {
      fetch: (url, init) => handle(new Request(url, init)),
    });
    return Object.assign(client, {
      [Symbol.asyncDispose]: () => {
        handle.close();
        return Promise.resolve();
      },
    });
  }
});
