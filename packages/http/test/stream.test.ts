/** Streams of events, clients that go away or read too slowly, and many requests at once, on both shells. */
import type { JsonRpcRequest } from '@mrtr/types';
import { describe, expect, test } from 'vitest';
import { aborted, deferred, exchangerOf, progress, resultOf } from './support/exchanger.js';
import { callOf, headersOf, requestOf } from './support/messages.js';
import { rawClient, rawPost } from './support/raw.js';
import { shells } from './support/shells.js';

const listenRequest = requestOf('subscriptions/listen', { notifications: { toolsListChanged: true } }, 'sub');

/** The messages in the text of a stream. */
function messagesOf(stream: string): unknown[] {
  return stream
    .split('\n\n')
    .flatMap((event) => (event.startsWith('data: ') ? [JSON.parse(event.slice(6)) as unknown] : []));
}

describe.each(shells)('on $name', ({ listen }) => {
  test('a handler that notifies first gets a stream, which ends with the response', async () => {
    const server = exchangerOf({
      'tools/call': async (request, info) => {
        for (const step of [1, 2]) info.notify?.(progress(step));
        await Promise.resolve();
        info.notify?.(progress(3));
        return resultOf(request, { text: 'line\nbreak\u2028é' });
      },
    });
    await using http = await listen(server);
    using client = rawClient(http.port);
    client.write(rawPost(callOf('a')));
    const { status, headers, body } = await client.response();
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
    });
    expect(messagesOf(body)).toEqual([
      progress(1),
      progress(2),
      progress(3),
      { jsonrpc: '2.0', id: 1, result: { text: 'line\nbreak\u2028é' } },
    ]);
  });

  test('each event is on its way before the next is made', async () => {
    const go = deferred();
    const server = exchangerOf({
      'tools/call': async (request, info) => {
        info.notify?.(progress(1));
        await go.promise;
        return resultOf(request);
      },
    });
    await using http = await listen(server);
    using client = rawClient(http.port);
    client.write(rawPost(callOf('a')));
    expect(await client.until('"progress":1}}')).toContain('200 OK');
    go.resolve();
    await client.until('"result":{}');
  });

  test('a client that takes no stream gets the response alone, as JSON', async () => {
    const server = exchangerOf({
      'tools/call': (request, info) => {
        info.notify?.(progress(1));
        return resultOf(request, { done: true });
      },
    });
    await using http = await listen(server);
    using client = rawClient(http.port);
    client.write(rawPost(callOf('a'), { accept: 'application/json' }));
    const { headers, body } = await client.response();
    expect(headers['content-type']).toBe('application/json');
    expect(JSON.parse(body)).toEqual({ jsonrpc: '2.0', id: 1, result: { done: true } });
  });

  test('an error after a notification is an event, since the status is gone', async () => {
    const server = exchangerOf({
      'tools/call': (request, info) => {
        info.notify?.(progress(1));
        return { jsonrpc: '2.0', id: request.id, error: { code: -32021, message: 'missing' } };
      },
    });
    await using http = await listen(server);
    using client = rawClient(http.port);
    client.write(rawPost(callOf('a')));
    const { status, body } = await client.response();
    expect(status).toBe(200);
    expect(messagesOf(body)[1]).toMatchObject({ error: { code: -32021 } });
  });

  test('what a handler sends after its response is dropped', async () => {
    let late: (() => void) | undefined;
    const server = exchangerOf({
      'tools/call': (request, info) => {
        info.notify?.(progress(1));
        late = () => info.notify?.(progress(2));
        return resultOf(request);
      },
    });
    await using http = await listen(server);
    using client = rawClient(http.port);
    client.write(rawPost(callOf('a')));
    expect(messagesOf((await client.response()).body)).toHaveLength(2);
    late?.();
    client.write(rawPost(callOf('a')));
    expect((await client.response()).status).toBe(200);
  });

  test('what a handler sends in the very moment of its response is dropped too', async () => {
    await using http = await listen({
      exchange: (message, info) => {
        const answered = Promise.resolve(resultOf(message as JsonRpcRequest));
        void answered
          .then(() => undefined)
          .then(() => undefined)
          .then(() => info?.notify?.(progress(1)));
        return answered;
      },
    });
    using client = rawClient(http.port);
    for (const id of [1, 2]) {
      client.write(rawPost(callOf('a', {}, id)));
      expect(JSON.parse((await client.response()).body)).toEqual({ jsonrpc: '2.0', id, result: {} });
    }
  });

  test('a notification that is not JSON is an error of its maker, and the call goes on', async () => {
    const server = exchangerOf({
      'tools/call': (request, info) => {
        expect(() => info.notify?.({ jsonrpc: '2.0', method: 'x', params: { big: 1n } })).toThrow(TypeError);
        return resultOf(request);
      },
    });
    await using http = await listen(server);
    using client = rawClient(http.port);
    client.write(rawPost(callOf('a')));
    expect((await client.response()).headers['content-type']).toBe('application/json');
  });

  test('a notification is not answered with notifications', async () => {
    const server = exchangerOf({
      'notifications/x': (_request, info) => {
        info.notify?.(progress(1));
        return {};
      },
    });
    await using http = await listen(server);
    using client = rawClient(http.port);
    client.write(rawPost({ jsonrpc: '2.0', method: 'notifications/x' } as never));
    expect(await client.response()).toMatchObject({ status: 202, body: '' });
  });

  describe('subscriptions/listen', () => {
    test('streams until the server ends it', async () => {
      const end = deferred();
      const server = exchangerOf({
        'subscriptions/listen': async (request, info) => {
          info.notify?.({ jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged' });
          await end.promise;
          info.notify?.({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
          return resultOf(request);
        },
      });
      await using http = await listen(server);
      using client = rawClient(http.port);
      client.write(rawPost(listenRequest));
      await client.until('acknowledged"}\n\n');
      end.resolve();
      await client.until('list_changed"}\n\n');
      expect(await client.until('\n\n')).toContain('{"jsonrpc":"2.0","id":"sub","result":{}}');
    });

    test('has nothing for a client that takes no stream', async () => {
      const server = exchangerOf();
      await using http = await listen(server);
      using client = rawClient(http.port);
      client.write(rawPost(listenRequest, { accept: 'application/json' }));
      const { status, body } = await client.response();
      expect(status).toBe(406);
      expect(JSON.parse(body)).toMatchObject({ id: 'sub', error: { code: -32600 } });
      expect(server.seen).toEqual([]);
    });

    test('a comment keeps a quiet stream open', async () => {
      const server = exchangerOf({
        'subscriptions/listen': (_request, info) => {
          info.notify?.({ jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged' });
          return new Promise(() => {});
        },
      });
      await using http = await listen(server, { keepAliveMs: 5 });
      using client = rawClient(http.port);
      client.write(rawPost(listenRequest));
      await client.until('acknowledged"}\n\n');
      for (let comments = 0; comments < 2; comments++) expect(await client.until(':\n\n')).not.toContain('data');
    });
  });

  describe('a client that goes away', () => {
    test('aborts the signal of a call that was to be answered with JSON', async () => {
      const started = deferred();
      const ended = deferred();
      const server = exchangerOf({
        'tools/call': async (request, { signal }) => {
          started.resolve();
          await aborted(signal);
          ended.resolve();
          return resultOf(request);
        },
      });
      await using http = await listen(server);
      using client = rawClient(http.port);
      client.write(rawPost(callOf('a')));
      await started.promise;
      client.socket.destroy();
      await expect(ended.promise).resolves.toBeUndefined();
    });

    test('aborts the signal in the middle of a stream, and nothing is written after', async () => {
      const ended = deferred();
      const server = exchangerOf({
        'tools/call': async (request, info) => {
          info.notify?.(progress(1));
          await aborted(info.signal);
          info.notify?.(progress(2));
          ended.resolve();
          return resultOf(request);
        },
      });
      const errors: unknown[] = [];
      await using http = await listen(server, { onError: (error) => errors.push(error) });
      using client = rawClient(http.port);
      client.write(rawPost(callOf('a')));
      await client.until('"progress":1}}');
      client.socket.destroy();
      await ended.promise;
      expect(errors).toEqual([]);
    });

    test('aborts a signal that is read only afterwards', async () => {
      const ended = deferred();
      let seen: AbortSignal | undefined;
      const server = exchangerOf({
        'tools/call': async (request, info) => {
          info.notify?.(progress(1));
          await ended.promise;
          seen = info.signal;
          return resultOf(request);
        },
      });
      await using http = await listen(server, { keepAliveMs: 5 });
      using client = rawClient(http.port);
      client.write(rawPost(callOf('a')));
      await client.until('"progress":1}}');
      using other = rawClient(http.port);
      client.socket.destroy();
      // Served after the close was seen, since both come to the same loop in their order.
      other.write(rawPost(requestOf('tools/list')));
      await other.response();
      ended.resolve();
      await expect.poll(() => seen?.aborted).toBe(true);
    });

    test('aborts a signal that is read only afterwards, though nothing was sent before', async () => {
      const started = deferred();
      const go = deferred();
      let seen: AbortSignal | undefined;
      const server = exchangerOf({
        'tools/call': async (request, info) => {
          started.resolve();
          await go.promise;
          seen = info.signal;
          return resultOf(request);
        },
      });
      await using http = await listen(server);
      using client = rawClient(http.port);
      client.write(rawPost(callOf('a')));
      await started.promise;
      using other = rawClient(http.port);
      other.write(rawPost(requestOf('tools/list')));
      await other.response();
      client.socket.resetAndDestroy();
      await client.closed();
      other.write(rawPost(requestOf('tools/list')));
      await other.response();
      go.resolve();
      await expect.poll(() => seen?.aborted).toBe(true);
    });

    test('half-closing is going away too', async () => {
      const ended = deferred();
      const server = exchangerOf({
        'tools/call': async (request, info) => {
          info.notify?.(progress(1));
          await aborted(info.signal);
          ended.resolve();
          return resultOf(request);
        },
      });
      await using http = await listen(server);
      using client = rawClient(http.port);
      client.write(rawPost(callOf('a')));
      await client.until('"progress":1}}');
      client.socket.end();
      await expect(ended.promise).resolves.toBeUndefined();
    });

    test('leaves the signals of the others alone', async () => {
      const started = [deferred(), deferred()] as const;
      const signals: (AbortSignal | undefined)[] = [];
      const go = deferred();
      const server = exchangerOf({
        'tools/call': async (request, { signal }) => {
          signals.push(signal);
          started[signals.length - 1]?.resolve();
          await (signals.length === 1 ? aborted(signal) : go.promise);
          return resultOf(request);
        },
      });
      await using http = await listen(server);
      using first = rawClient(http.port);
      first.write(rawPost(callOf('a')));
      await started[0].promise;
      using second = rawClient(http.port);
      second.write(rawPost(callOf('b')));
      await started[1].promise;
      first.socket.destroy();
      await aborted(signals[0]);
      go.resolve();
      expect((await second.response()).status).toBe(200);
      expect(signals[1]?.aborted).toBe(false);
    });
  });

  test('a finished request is not aborted by the end of its connection', async () => {
    let signal: AbortSignal | undefined;
    const server = exchangerOf({
      'tools/call': (request, info) => {
        signal = info.signal;
        return resultOf(request);
      },
    });
    await using http = await listen(server);
    using client = rawClient(http.port);
    client.write(rawPost(callOf('a'), { connection: 'close' }));
    await client.response();
    await client.closed();
    expect(signal?.aborted).toBe(false);
  });

  describe('a client that reads too slowly', () => {
    const event = { jsonrpc: '2.0', method: 'notifications/message', params: { data: 'x'.repeat(100_000) } } as const;
    const FLOOD = 150;

    test('misses notifications of a call, and never its response', async () => {
      const server = exchangerOf({
        'tools/call': (request, info) => {
          for (let sent = 0; sent < FLOOD; sent++) info.notify?.(event);
          return resultOf(request, { done: true });
        },
      });
      await using http = await listen(server, { maxBufferBytes: 200_000 });
      using client = rawClient(http.port);
      client.write(rawPost(callOf('a')));
      const messages = messagesOf((await client.response()).body);
      expect(messages.at(-1)).toEqual({ jsonrpc: '2.0', id: 1, result: { done: true } });
      expect(messages.length).toBeGreaterThan(1);
      expect(messages.length).toBeLessThan(FLOOD);
    });

    test('loses its subscription instead of a change, and the signal says so', async () => {
      let signal: AbortSignal | undefined;
      const server = exchangerOf({
        'subscriptions/listen': async (request, info) => {
          signal = info.signal;
          for (let sent = 0; sent < FLOOD; sent++) info.notify?.(event);
          await aborted(signal);
          return resultOf(request);
        },
      });
      await using http = await listen(server, { maxBufferBytes: 200_000 });
      using client = rawClient(http.port);
      client.write(rawPost(listenRequest));
      await client.closed();
      expect(signal?.aborted).toBe(true);
    });
  });

  describe('many at once', () => {
    test('pipelined requests are answered in their order', async () => {
      const gates = [deferred(), deferred(), deferred()];
      const server = exchangerOf({
        'tools/call': async (request, info) => {
          const index = Number(request.params?.['name']);
          // Reading it makes the channel watch the connection, for a response that is not its turn yet.
          expect(info.signal?.aborted).toBe(false);
          await gates[index]?.promise;
          gates[index - 1]?.resolve();
          return resultOf(request, { index });
        },
      });
      await using http = await listen(server);
      using client = rawClient(http.port);
      client.write([0, 1, 2].map((index) => rawPost(callOf(String(index)))).join(''));
      gates[2]?.resolve();
      for (const index of [0, 1, 2]) {
        expect(JSON.parse((await client.response()).body)).toMatchObject({ result: { index } });
      }
    });

    test('two hundred clients that all use the id 1 each get their own answer', async () => {
      const server = exchangerOf({
        'tools/call': async (request) => {
          const turns = Number(request.params?.['name']) % 7;
          for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
          return resultOf(request, { name: request.params?.['name'] });
        },
      });
      await using http = await listen(server);
      const names = Array.from({ length: 200 }, (_, index) => String(index));
      const answers = await Promise.all(
        names.map(async (own) => {
          const request = callOf(own);
          const response = await fetch(http.url, {
            method: 'POST',
            headers: headersOf(request),
            body: JSON.stringify(request),
          });
          return ((await response.json()) as { result: { name: string } }).result.name;
        }),
      );
      expect(answers).toEqual(names);
    });

    test('one connection serves many requests, one after another', async () => {
      await using http = await listen(exchangerOf());
      using client = rawClient(http.port);
      for (let index = 0; index < 50; index++) {
        client.write(rawPost(callOf('a', { index }, index)));
        expect(JSON.parse((await client.response()).body)).toMatchObject({ id: index, result: { echo: { index } } });
      }
    });
  });

  describe('a server that breaks its contract', () => {
    const secret = new Error('secret');
    test.each<[string, () => Promise<never>]>([
      ['rejects', () => Promise.reject(secret)],
      [
        'throws',
        () => {
          throw secret;
        },
      ],
      ['answers nothing', () => Promise.resolve(undefined) as Promise<never>],
      [
        'answers what is not JSON',
        () => Promise.resolve({ jsonrpc: '2.0', id: 1, result: { secret: 1n } }) as Promise<never>,
      ],
    ])('and %s is an internal error that says no more, and onError hears of it', async (_name, exchange) => {
      const errors: unknown[] = [];
      await using http = await listen({ exchange }, { onError: (error) => errors.push(error) });
      using client = rawClient(http.port);
      client.write(rawPost(callOf('a', {}, 'x')));
      const { status, body } = await client.response();
      expect(status).toBe(200);
      expect(JSON.parse(body)).toEqual({ jsonrpc: '2.0', id: 'x', error: { code: -32603, message: 'Internal error' } });
      expect(errors).toHaveLength(1);
    });

    test('in the middle of a stream ends it with the error', async () => {
      const server = exchangerOf({
        'tools/call': (_request, info) => {
          info.notify?.(progress(1));
          throw secret;
        },
      });
      await using http = await listen(server, {
        onError: () => {
          throw new Error('a hook that fails too');
        },
      });
      using client = rawClient(http.port);
      client.write(rawPost(callOf('a')));
      expect(messagesOf((await client.response()).body)[1]).toMatchObject({ id: 1, error: { code: -32603 } });
    });

    test('on a notification is a 500', async () => {
      await using http = await listen({ exchange: () => Promise.reject(secret) }, { onError: () => undefined });
      using client = rawClient(http.port);
      client.write(rawPost({ jsonrpc: '2.0', method: 'notifications/x' } as never));
      expect((await client.response()).status).toBe(500);
    });
  });
});
