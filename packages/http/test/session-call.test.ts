/**
 * Calls in a session: what is answered how, what the server asks in the middle, and clients that leave, on both shells:
 * SYSTEM N4. Specification 2025-11-25, basic/transports "Sending Messages to the Server".
 */
import { describe, expect, test } from 'vitest';
import { deferred, errorOf, progress, resultOf } from './support/exchanger.js';
import { EventReader, handshake, SessionClient } from './support/session-client.js';
import { note, sessionServerOf } from './support/sessions.js';
import { shells } from './support/shells.js';

const ANSWER = { jsonrpc: '2.0', id: 1, result: { done: true } };

describe.each(shells)('on $name', ({ listen }) => {
  describe('a request', () => {
    test('is answered in JSON where nothing is sent before', async () => {
      await using http = await listen(sessionServerOf());
      const client = await SessionClient.connect(http.url);
      const response = await client.call('a');
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 1, result: { echo: { name: 'a' } } });
    });

    test('is answered in a stream that tells where to come back to, once the handler notifies', async () => {
      const server = sessionServerOf({
        'tools/call': (request, info) => {
          info.notify?.(progress(1));
          info.notify?.(progress(2));
          return resultOf(request, { done: true });
        },
      });
      await using http = await listen(server, { sessions: { retryMs: 250 } });
      const client = await SessionClient.connect(http.url);
      const response = await client.call('a');
      expect(response.headers.get('content-type')).toBe('text/event-stream');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(await new EventReader(response).rest()).toEqual([
        { id: '1_0', retry: 250, data: '' },
        { id: '1_1', retry: undefined, data: JSON.stringify(progress(1)) },
        { id: '1_2', retry: undefined, data: JSON.stringify(progress(2)) },
        { id: '1_3', retry: undefined, data: JSON.stringify(ANSWER) },
      ]);
    });

    test.each(['2025-06-18', '2025-03-26'])('in %s begins no stream with an event without data', async (version) => {
      const server = sessionServerOf({
        'tools/call': (request, info) => {
          info.notify?.(progress(1));
          return resultOf(request, { done: true });
        },
      });
      await using http = await listen(server);
      const client = await SessionClient.connect(http.url, { version });
      const events = await new EventReader(await client.call('a')).rest();
      expect(events.map(({ id }) => id)).toEqual(['1_1', '1_2']);
    });

    test('goes out event by event', async () => {
      const go = deferred();
      const server = sessionServerOf({
        'tools/call': async (request, info) => {
          info.notify?.(progress(1));
          await go.promise;
          return resultOf(request, { done: true });
        },
      });
      await using http = await listen(server);
      const client = await SessionClient.connect(http.url);
      const events = new EventReader(await client.call('a'));
      expect(await events.message()).toEqual(progress(1));
      go.resolve();
      expect(await events.message()).toEqual(ANSWER);
      expect(await events.next()).toBeUndefined();
    });

    test('is answered in JSON alone to a client that takes no stream, and in a stream to one that takes no JSON', async () => {
      const server = sessionServerOf({
        'tools/call': (request, info) => {
          if (request.params?.['name'] === 'told') info.notify?.(progress(1));
          return resultOf(request, { done: true });
        },
      });
      await using http = await listen(server);
      const client = await SessionClient.connect(http.url);
      expect(await (await client.call('told', 1, { accept: 'application/json' })).json()).toEqual(ANSWER);
      const response = await client.call('quiet', 1, { accept: 'text/event-stream' });
      expect(await new EventReader(response).messages()).toEqual([ANSWER]);
    });

    test('is answered in a stream from the start to a client that names that first', async () => {
      const go = deferred();
      const server = sessionServerOf({
        'tools/call': async (request) => {
          await go.promise;
          return resultOf(request, { done: true });
        },
      });
      await using http = await listen(server);
      const client = await SessionClient.connect(http.url);
      const events = new EventReader(await client.call('a', 1, { accept: 'text/event-stream, application/json' }));
      expect(await events.next()).toEqual({ id: '1_0', retry: 1000, data: '' });
      await events.cancel();
      const again = new EventReader(await client.get({ 'last-event-id': '1_0' }));
      go.resolve();
      expect(await again.messages()).toEqual([ANSWER]);
    });

    test.each([
      [-32601, 200],
      [-32602, 200],
      [-32603, 200],
      [-32002, 200],
      [-32600, 400],
    ])('that fails with %d is a %d: a 404 would end the session', async (code, status) => {
      await using http = await listen(sessionServerOf({ 'tools/call': (request) => errorOf(request, code) }));
      const client = await SessionClient.connect(http.url);
      const response = await client.call('a');
      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject({ id: 1, error: { code } });
    });

    test.each([false, true])('that is cancelled has no response, after an event or not: %j', async (tells) => {
      const cancelled = deferred();
      const server = sessionServerOf({
        'tools/call': async (_request, info) => {
          if (tells) info.notify?.(progress(1));
          await cancelled.promise;
          return undefined;
        },
      });
      await using http = await listen(server);
      const client = await SessionClient.connect(http.url);
      const call = client.call('a');
      const quiet = client.call('a', 2, { accept: 'application/json' });
      await expect.poll(() => server.sessions[0]?.received.length).toBe(3);
      cancelled.resolve();
      const response = await call;
      expect(response.status).toBe(200);
      const events = await new EventReader(response).rest();
      expect(events.map(({ id }) => id)).toEqual(tells ? ['1_0', '1_1'] : []);
      expect((await quiet).status).toBe(202);
      // A client that comes back all the same is told that there is nothing to come back for.
      if (tells) expect((await client.get({ 'last-event-id': '1_1' })).status).toBe(204);
    });

    test('sends nothing after its response', async () => {
      let late = (): void => undefined;
      const server = sessionServerOf({
        'tools/call': (request, info) => {
          if (request.params?.['name'] === 'told') info.notify?.(progress(1));
          late = () => {
            info.notify?.(progress(2));
            info.ask?.({ jsonrpc: '2.0', id: 9, method: 'roots/list' });
          };
          return resultOf(request, { done: true });
        },
      });
      await using http = await listen(server);
      const client = await SessionClient.connect(http.url);
      expect(await new EventReader(await client.call('told')).messages()).toEqual([progress(1), ANSWER]);
      late();
      expect((await client.get({ 'last-event-id': '1_2' })).status).toBe(204);
      expect(await (await client.call('quiet')).json()).toEqual(ANSWER);
      late();
    });
  });

  describe('a question of the server', () => {
    const asking = sessionServerOf({
      'tools/call': async (request, info, session) =>
        resultOf(request, { answer: await session.ask(info, 41, 'elicitation/create') }),
    });

    test('goes beside the call, and its answer comes by a POST of its own', async () => {
      await using http = await listen(asking);
      const client = await SessionClient.connect(http.url);
      const events = new EventReader(await client.call('a'));
      expect(await events.message()).toEqual({ jsonrpc: '2.0', id: 41, method: 'elicitation/create', params: {} });
      const answered = await client.post({ jsonrpc: '2.0', id: 41, result: { action: 'accept' } });
      expect([answered.status, await answered.text()]).toEqual([202, '']);
      expect(await events.messages()).toEqual([{ jsonrpc: '2.0', id: 1, result: { answer: { action: 'accept' } } }]);
    });

    test('goes to the general stream where the call can have none', async () => {
      await using http = await listen(asking);
      const client = await SessionClient.connect(http.url);
      const events = new EventReader(await client.get());
      const call = client.call('a', 1, { accept: 'application/json' });
      expect(await events.message()).toMatchObject({ id: 41, method: 'elicitation/create' });
      await client.post({ jsonrpc: '2.0', id: 41, result: { action: 'decline' } });
      expect(await (await call).json()).toMatchObject({ result: { answer: { action: 'decline' } } });
    });

    test('is taken back beside the call too', async () => {
      const go = deferred();
      const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 41 } } as const;
      const other = { ...cancel, params: { requestId: 42 } } as const;
      const server = sessionServerOf({
        'tools/call': async (request, info, session) => {
          void session.ask(info, 41);
          session.peer.send(cancel);
          session.peer.send(other);
          await go.promise;
          return resultOf(request, { done: true });
        },
      });
      await using http = await listen(server);
      const client = await SessionClient.connect(http.url);
      const events = new EventReader(await client.call('a'));
      expect(await events.message()).toMatchObject({ id: 41 });
      expect(await events.message()).toEqual(cancel);
      go.resolve();
      expect(await events.messages()).toEqual([ANSWER]);
      // What belongs to no question of a call, or of none that is under way, goes where everything else goes.
      const general = new EventReader(await client.get());
      expect(await general.message()).toEqual(other);
      server.sessions[0]?.peer.send(cancel);
      expect(await general.message()).toEqual(cancel);
    });

    test.each<[string, object, unknown]>([
      ['neither result nor error', { jsonrpc: '2.0', id: 41 }, 41],
      ['both', { jsonrpc: '2.0', id: 41, result: {}, error: { code: 1, message: '' } }, undefined],
      ['a result that is no object', { jsonrpc: '2.0', id: 41, result: 7 }, undefined],
      ['no id', { jsonrpc: '2.0', result: {} }, undefined],
      ['an error without a code', { jsonrpc: '2.0', id: 41, error: {} }, undefined],
      ['another version', { jsonrpc: '1.0', id: 41, result: {} }, undefined],
    ])('is not answered by %s: 400', async (_name, body, id) => {
      const server = sessionServerOf();
      await using http = await listen(server);
      const client = await SessionClient.connect(http.url);
      const response = await client.post(body);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: { code: -32600 }, ...(id === undefined ? {} : { id }) });
      expect(server.sessions[0]?.received).toHaveLength(1);
    });

    test('that nobody asked may be answered: 202', async () => {
      await using http = await listen(asking);
      const client = await SessionClient.connect(http.url);
      expect((await client.post({ jsonrpc: '2.0', id: 'x', result: {} })).status).toBe(202);
      expect((await client.post({ jsonrpc: '2.0', id: 'x', error: { code: 1, message: 'no' } })).status).toBe(202);
    });
  });

  describe('a notification', () => {
    test('that is accepted is a 202, one that is not a 400 without an id', async () => {
      const server = sessionServerOf({
        'notifications/bad': () => ({ jsonrpc: '2.0', error: { code: -32602, message: 'no' } }),
      });
      await using http = await listen(server);
      const client = await SessionClient.connect(http.url);
      expect((await client.post(note('x'))).status).toBe(202);
      const response = await client.post({ jsonrpc: '2.0', method: 'notifications/bad' });
      expect([response.status, await response.json()]).toEqual([
        400,
        { jsonrpc: '2.0', error: { code: -32602, message: 'no' } },
      ]);
    });
  });

  describe('a client that goes away', () => {
    test('cancels nothing: its call goes on, and what it sent is there when the client comes back', async () => {
      const [go, ended] = [deferred(), deferred<boolean | undefined>()];
      const server = sessionServerOf({
        'tools/call': async (request, info) => {
          info.notify?.(progress(1));
          await go.promise;
          ended.resolve(info.signal?.aborted);
          info.notify?.(progress(2));
          return resultOf(request, { done: true });
        },
      });
      await using http = await listen(server);
      const client = await SessionClient.connect(http.url);
      const events = new EventReader(await client.call('a'));
      expect(await events.message()).toEqual(progress(1));
      await events.cancel();
      // The server answers others, so that it has the chance to notice.
      for (let turn = 0; turn < 5; turn++) await client.post({ jsonrpc: '2.0', id: 5, method: 'ping' });
      go.resolve();
      expect(await ended.promise).toBeFalsy();
      const rest = new EventReader(await client.get({ 'last-event-id': '1_1' }));
      expect(await rest.messages()).toEqual([progress(2), ANSWER]);
    });

    test('before it has had anything has nothing to come back to, and disturbs nobody', async () => {
      const go = deferred();
      const server = sessionServerOf({
        'tools/call': async (request, info) => {
          await go.promise;
          info.notify?.(progress(1));
          return resultOf(request, { done: true });
        },
      });
      await using http = await listen(server);
      const client = await SessionClient.connect(http.url);
      const gone = new AbortController();
      const call = client.call('a', 1, {}, gone.signal);
      await expect.poll(() => server.sessions[0]?.received.length).toBe(2);
      gone.abort();
      await expect(call).rejects.toThrow();
      go.resolve();
      expect((await client.post({ jsonrpc: '2.0', id: 5, method: 'ping' })).status).toBe(200);
    });

    test('may be asked on the general stream then', async () => {
      const go = deferred();
      const server = sessionServerOf({
        'tools/call': async (request, info, session) => {
          await go.promise;
          return resultOf(request, { answer: await session.ask(info, 41) });
        },
      });
      await using http = await listen(server);
      const client = await SessionClient.connect(http.url);
      const events = new EventReader(await client.get());
      const gone = new AbortController();
      const call = client.call('a', 1, {}, gone.signal);
      await expect.poll(() => server.sessions[0]?.received.length).toBe(2);
      gone.abort();
      await expect(call).rejects.toThrow();
      // The server may need a moment to see it.
      for (let turn = 0; turn < 10; turn++) await client.post({ jsonrpc: '2.0', id: 5, method: 'ping' });
      go.resolve();
      expect(await events.message()).toMatchObject({ id: 41 });
    });
  });

  describe('a batch', () => {
    const OLD = { version: '2025-03-26' };
    const batch = (...messages: unknown[]): unknown => messages;
    const callOf = (name: string, id: number): unknown => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name },
    });
    const server = () =>
      sessionServerOf({
        'tools/call': async (request, info, session) => {
          const name = request.params?.['name'];
          if (name === 'ask') return resultOf(request, { answer: await session.ask(info, 41) });
          if (name === 'cancelled') return undefined;
          return resultOf(request, { name });
        },
        'notifications/bad': () => ({ jsonrpc: '2.0', error: { code: -32602, message: 'no' } }),
      });

    test('in 2025-03-26 is answered by one', async () => {
      const scripted = server();
      await using http = await listen(scripted);
      const client = await SessionClient.connect(http.url, OLD);
      const response = await client.post(batch(callOf('a', 1), note('x'), callOf('b', 2), callOf('cancelled', 3)));
      expect(await response.json()).toEqual([
        { jsonrpc: '2.0', id: 1, result: { name: 'a' } },
        { jsonrpc: '2.0', id: 2, result: { name: 'b' } },
      ]);
      expect(scripted.sessions[0]?.received).toContainEqual(note('x'));
    });

    test('is answered in a stream when one of it asks', async () => {
      await using http = await listen(server());
      const client = await SessionClient.connect(http.url, OLD);
      const events = new EventReader(await client.post(batch(callOf('a', 1), callOf('ask', 2))));
      const early = [await events.message(), await events.message()];
      expect(early).toContainEqual({ jsonrpc: '2.0', id: 1, result: { name: 'a' } });
      expect(early).toContainEqual({ jsonrpc: '2.0', id: 41, method: 'elicitation/create', params: {} });
      const answered = await client.post(batch({ jsonrpc: '2.0', id: 41, result: { yes: true } }));
      expect(answered.status).toBe(202);
      expect(await events.messages()).toEqual([{ jsonrpc: '2.0', id: 2, result: { answer: { yes: true } } }]);
    });

    test('of what has no response is a 202, or a 400 where some of it was not accepted', async () => {
      await using http = await listen(server());
      const client = await SessionClient.connect(http.url, OLD);
      expect((await client.post(batch(note('x'), note('y')))).status).toBe(202);
      const bad = { jsonrpc: '2.0', method: 'notifications/bad' };
      expect((await client.post(batch(note('x'), bad))).status).toBe(400);
    });

    test.each<[string, unknown[]]>([
      ['empty', []],
      ['of another batch', [[callOf('a', 1)]]],
      ['of anything that is no message', [callOf('a', 1), null]],
      ['with a malformed response', [callOf('a', 1), { jsonrpc: '2.0', id: 2, result: 1 }]],
    ])('that is %s is a 400, and none of it is run', async (_name, messages) => {
      const scripted = server();
      await using http = await listen(scripted);
      const client = await SessionClient.connect(http.url, OLD);
      expect((await client.post(messages)).status).toBe(400);
      expect(scripted.sessions[0]?.received).toEqual([handshake('2025-03-26')]);
    });

    test.each(['2025-06-18', '2025-11-25'])('in %s is a 400', async (version) => {
      await using http = await listen(server());
      const client = await SessionClient.connect(http.url, { version });
      expect((await client.post(batch(callOf('a', 1)))).status).toBe(400);
    });
  });

  describe('a server that breaks its contract', () => {
    const secret = new Error('secret');

    test.each<[string, () => unknown]>([
      ['rejects', () => Promise.reject(secret)],
      ['answers what is not JSON', () => ({ jsonrpc: '2.0', id: 1, result: { secret: 1n } })],
    ])('and %s is an internal error that says no more', async (_name, answer) => {
      const errors: unknown[] = [];
      const server = sessionServerOf({
        'tools/call': answer,
        'tools/told': (_request, info) => {
          info.notify?.(progress(1));
          return answer();
        },
        'notifications/note': answer,
      });
      await using http = await listen(server, { onError: (error) => errors.push(error) });
      const client = await SessionClient.connect(http.url);
      const internal = { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Internal error' } };
      const response = await client.call('a');
      expect([response.status, await response.json()]).toEqual([200, internal]);
      const told = await client.post({ jsonrpc: '2.0', id: 1, method: 'tools/told' });
      expect(await new EventReader(told).messages()).toEqual([progress(1), internal]);
      expect((await client.post(note('x'))).status).toBe(500);
      expect(errors).toHaveLength(3);
    });

    test('by a notification that is not JSON hears of it where it made it', async () => {
      const server = sessionServerOf({
        'tools/call': (request, info) => {
          expect(() => info.notify?.({ jsonrpc: '2.0', method: 'x', params: { x: 1n } })).toThrow(TypeError);
          expect(() => info.ask?.({ jsonrpc: '2.0', id: 1, method: 'x', params: { x: 1n } })).toThrow(TypeError);
          return resultOf(request, { done: true });
        },
      });
      await using http = await listen(server);
      const client = await SessionClient.connect(http.url);
      expect(await (await client.call('a')).json()).toEqual(ANSWER);
    });
  });
});
