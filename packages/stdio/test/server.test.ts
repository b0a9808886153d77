/** What becomes of messages: order, cancellation, limits, back-pressure, the end. */
import { PassThrough, Writable } from 'node:stream';
import type { ExchangeInfo } from '@mrtr/transport';
import { virtualClock } from '@mrtr/testing';
import { describe, expect, test } from 'vitest';
import { serveStdio } from '../src/node-server.js';
import { aborted, deferred, exchangerOf } from './support/exchanger.js';
import { callOf, cancelOf, lineOf, progressOf, requestOf } from './support/messages.js';
import { Served } from './support/served.js';

const hang = (): Promise<never> => new Promise<never>(() => undefined);
const listen = requestOf('subscriptions/listen', 'sub', { notifications: { toolsListChanged: true } });
const changed = { jsonrpc: '2.0', method: 'notifications/tools/list_changed', params: {} } as const;

describe('requests', () => {
  test('are worked on at the same time, and answered as they come', async () => {
    const first = deferred();
    const served = new Served(exchangerOf({ slow: () => first.promise.then(() => ({})) }));
    served.send(callOf('slow', 1), callOf('a', '1'));
    expect((await served.until(1)).map(({ id }) => id)).toEqual(['1']);
    first.resolve();
    expect((await served.end()).map(({ id }) => id)).toEqual(['1', 1]);
  });

  test('have their notifications before their response, and none after it', async () => {
    let late: ExchangeInfo['notify'];
    const served = new Served(
      exchangerOf({
        busy: async (_, info) => {
          late = info.notify;
          info.notify?.(progressOf('p', 1));
          await Promise.resolve();
          info.notify?.(progressOf('p', 2));
          return { text: 'line\nbreak\r\u2028' };
        },
      }),
    );
    served.send(callOf('busy'));
    await served.until(3);
    late?.(progressOf('p', 3));
    expect(await served.end()).toEqual([
      progressOf('p', 1),
      progressOf('p', 2),
      { jsonrpc: '2.0', id: 1, result: { text: 'line\nbreak\r\u2028' } },
    ]);
  });

  test('under an id that is under way are refused without it, so that nobody takes that for the answer', async () => {
    const go = deferred();
    const server = exchangerOf({ slow: () => go.promise.then(() => ({})) });
    const served = new Served(server);
    served.send(callOf('slow', 1), callOf('a', 1));
    expect(await served.until(1)).toEqual([
      {
        jsonrpc: '2.0',
        error: { code: -32600, message: 'Invalid request: a request with this id is under way; use a new one' },
      },
    ]);
    go.resolve();
    await served.until(2);
    served.send(callOf('a', 1));
    expect((await served.end()).slice(1).map(({ id }) => id)).toEqual([1, 1]);
    expect(server.seen).toHaveLength(2);
  });

  test.each([
    ['an empty batch', []],
    ['a batch', [callOf('a')]],
    ['null', null],
    ['a number', 1],
    ['an id of null', { ...callOf('a'), id: null }],
    ['an id that is no integer', { ...callOf('a'), id: 1.5 }],
    ['another version of JSON-RPC', { ...callOf('a'), jsonrpc: '1.0' }],
  ])('that are %s are for the server to refuse', async (_what, message) => {
    const served = new Served(exchangerOf());
    served.send(lineOf(message), callOf('b', 'next'));
    expect(await served.end()).toEqual([
      { jsonrpc: '2.0', error: { code: -32600, message: 'by the server' } },
      expect.objectContaining({ id: 'next' }),
    ]);
  });

  test('that are responses are refused without an id, and the server never sees them', async () => {
    const server = exchangerOf();
    const served = new Served(server);
    served.send({ jsonrpc: '2.0', id: 1, result: {} }, { jsonrpc: '2.0', id: 2, error: { code: 1, message: '' } });
    const lines = await served.end();
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toMatchObject({ error: { code: -32600 } });
    for (const line of lines) expect(line).not.toHaveProperty('id');
    expect(server.seen).toEqual([]);
  });

  test('may have __proto__ anywhere', async () => {
    const served = new Served(exchangerOf());
    served.send('{"jsonrpc":"2.0","id":"__proto__","method":"a","params":{"arguments":{"__proto__":{"a":1}}}}\n');
    await served.end();
    expect(JSON.stringify(served.lines)).toBe(
      '[{"jsonrpc":"2.0","id":"__proto__","result":{"echo":{"__proto__":{"a":1}}}}]',
    );
  });

  test.each([
    ['rejects', () => Promise.reject(new Error('secret'))],
    [
      'throws',
      () => {
        throw new Error('secret');
      },
    ],
    ['says nothing', () => Promise.resolve(undefined)],
    ['answers with what is not JSON', () => Promise.resolve({ jsonrpc: '2.0' as const, id: 1, result: { a: 1n } })],
  ])('get -32603 from a server that %s, and the operator is told', async (_what, exchange) => {
    const served = new Served({ exchange });
    served.send(callOf('a', 1));
    expect(await served.end()).toEqual([{ jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Internal error' } }]);
    expect(served.errors).toHaveLength(1);
  });

  test('survive a notification that is not JSON: it is its maker’s error', async () => {
    const served = new Served(
      exchangerOf({
        odd: (_, info) => {
          expect(() => info.notify?.({ ...changed, params: { a: 1n } })).toThrow(
            expect.objectContaining({ code: 'invalid_message' }),
          );
          return { fine: true };
        },
      }),
    );
    served.send(callOf('odd'));
    expect(await served.end()).toEqual([{ jsonrpc: '2.0', id: 1, result: { fine: true } }]);
  });
});

describe('cancellation', () => {
  test('aborts the signal of that request alone, and nothing more is sent for it', async () => {
    const reasons: unknown[] = [];
    const served = new Served(
      exchangerOf({
        wait: async ({ id }, { signal, notify }) => {
          await aborted(signal);
          reasons.push([id, signal?.reason]);
          notify?.(progressOf('p', 1));
          return {};
        },
      }),
    );
    served.send(callOf('wait', 1), callOf('wait', '1'), cancelOf(1), callOf('a', 'next'));
    expect((await served.until(1)).map(({ id }) => id)).toEqual(['next']);
    served.send(cancelOf('1', 'The person left'), callOf('a', 'last'));
    await served.until(2);
    expect((await served.end()).map(({ id }) => id)).toEqual(['next', 'last']);
    expect(reasons).toEqual([
      [1, expect.objectContaining({ name: 'AbortError' })],
      ['1', expect.objectContaining({ name: 'AbortError', message: 'The person left' })],
    ]);
  });

  test('is known to a handler that looks only afterwards', async () => {
    const go = deferred();
    const seen = deferred<boolean | undefined>();
    const server = exchangerOf({
      late: async (_, info) => {
        await go.promise;
        seen.resolve(info.signal?.aborted);
        return {};
      },
    });
    const served = new Served(server);
    served.send(callOf('late', 1), cancelOf(1), callOf('a', 'next'));
    await served.until(1);
    go.resolve();
    expect(await seen.promise).toBe(true);
    expect(await served.end()).toHaveLength(1);
  });

  test('frees the id', async () => {
    const served = new Served(exchangerOf({ hang }));
    served.send(callOf('hang', 1), cancelOf(1), callOf('a', 1));
    expect(await served.end()).toEqual([{ jsonrpc: '2.0', id: 1, result: { echo: {} } }]);
  });

  test.each([
    ['an id that nobody has', cancelOf('nobody')],
    ['an id that was answered', cancelOf('done')],
    ['no id', cancelOf(undefined)],
    ['an id of the wrong type', cancelOf({ id: 1 })],
    ['no parameters', { jsonrpc: '2.0', method: 'notifications/cancelled' }],
  ])('of %s is nothing', async (_what, cancelled) => {
    const server = exchangerOf({ slow: () => go.promise.then(() => ({})) });
    const go = deferred();
    const served = new Served(server);
    served.send(callOf('a', 'done'));
    await served.until(1);
    served.send(callOf('slow', 1), cancelled, callOf('a', 2));
    await served.until(2);
    go.resolve();
    expect((await served.end()).map(({ id }) => id)).toEqual(['done', 2, 1]);
    expect(server.seen).toHaveLength(3);
  });
});

describe('many requests', () => {
  test('are worked on up to a limit, in order, and all are answered', async () => {
    let [atWork, most] = [0, 0];
    const served = new Served(
      exchangerOf({
        work: async () => {
          most = Math.max(most, ++atWork);
          await new Promise((resolve) => void setImmediate(resolve));
          atWork -= 1;
          return {};
        },
      }),
      { maxRequests: 7 },
    );
    const ids = Array.from({ length: 500 }, (_, id) => id);
    served.send(...ids.map((id) => callOf('work', id)));
    expect((await served.until(500)).map(({ id }) => id)).toEqual(ids);
    expect(most).toBe(7);
    await served.end();
  });

  test('that wait for their turn can be cancelled, and are never begun', async () => {
    const server = exchangerOf({ hang });
    const served = new Served(server, { maxRequests: 2, graceMs: 0 });
    served.send(callOf('hang', 1), callOf('hang', 2), callOf('a', 3), callOf('a', 4), cancelOf(3), cancelOf(1));
    expect((await served.until(1)).map(({ id }) => id)).toEqual([4]);
    expect(server.seen.map(({ message }) => (message as { id: unknown }).id)).toEqual([1, 2, 4]);
    await served.running.close();
  });

  test('that wait and are too many bytes stop the reading, until there is room', async () => {
    const go = deferred();
    const served = new Served(exchangerOf({ slow: () => go.promise.then(() => ({})) }), {
      maxRequests: 1,
      maxBufferBytes: 1000,
    });
    const ids = Array.from({ length: 40 }, (_, id) => id);
    for (const id of ids) served.send(callOf('slow', id, { fill: 'x'.repeat(300) }));
    await new Promise((resolve) => void setImmediate(resolve));
    expect(served.input.isPaused()).toBe(true);
    expect(served.input.readableLength + served.input.writableLength).toBeGreaterThan(10_000);
    go.resolve();
    expect((await served.until(40)).map(({ id }) => id)).toEqual(ids);
    await served.end();
  });

  test('and subscriptions do not keep each other waiting', async () => {
    const server = exchangerOf({ 'subscriptions/listen': hang, hang });
    const served = new Served(server, { maxRequests: 1, graceMs: 0 });
    for (let at = 0; at < 10; at++) served.send({ ...listen, id: at });
    served.send(callOf('a', 'call'));
    expect(await served.until(1)).toEqual([expect.objectContaining({ id: 'call' })]);
    served.send(callOf('hang', 'hangs'), { ...listen, id: 'late' });
    await new Promise((resolve) => void setImmediate(resolve));
    expect(server.seen.at(-1)?.message).toMatchObject({ id: 'late' });
    await served.running.close();
  });
});

/** An output that takes nothing until it is told to. */
class Stuck extends Writable {
  readonly text: string[] = [];
  #callbacks: (() => void)[] = [];
  #isOpen = false;

  override _write(chunk: Buffer, _encoding: string, callback: () => void): void {
    this.text.push(chunk.toString());
    if (this.#isOpen) callback();
    else this.#callbacks.push(callback);
  }

  open(): void {
    this.#isOpen = true;
    for (const callback of this.#callbacks.splice(0)) callback();
  }

  get messages(): { id?: unknown; method?: unknown }[] {
    return this.text
      .join('')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as { id?: unknown });
  }
}

describe('a client that does not read', () => {
  const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

  test('is read from no more, until it does', async () => {
    const output = new Stuck({ highWaterMark: 1000 });
    const server = exchangerOf();
    const served = new Served(server, { output });
    const fill = 'x'.repeat(1000);
    for (let id = 0; id < 50; id++) {
      served.send(callOf('a', id, { fill }));
      await turn();
    }
    expect(server.seen.length).toBeLessThan(5);
    expect(served.input.isPaused()).toBe(true);
    output.open();
    served.input.end();
    await served.running.closed;
    expect(output.messages.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, id) => id));
  });

  test('misses notifications beyond the limit, and no response', async () => {
    const output = new Stuck();
    const served = new Served(
      exchangerOf({
        chatty: (_, { notify }) => {
          for (let step = 0; step < 10_000; step++) notify?.(progressOf('p', step));
          return {};
        },
      }),
      { output, maxBufferBytes: 5000 },
    );
    served.send(callOf('chatty', 1));
    await turn();
    expect(output.writableLength).toBeLessThan(5500);
    output.open();
    served.input.end();
    await served.running.closed;
    const notifications = output.messages.filter(({ method }) => method === 'notifications/progress');
    expect(notifications.length).toBeGreaterThan(10);
    expect(notifications.length).toBeLessThan(100);
    expect(output.messages.at(-1)).toMatchObject({ id: 1, result: {} });
  });

  test('has its subscription cancelled rather than miss a change', async () => {
    const output = new Stuck();
    const ended = deferred();
    const served = new Served(
      exchangerOf({
        'subscriptions/listen': async (_, { notify, signal }) => {
          for (let change = 0; change < 100; change++) notify?.(changed);
          await aborted(signal);
          ended.resolve();
          return {};
        },
      }),
      { output, maxBufferBytes: 2000 },
    );
    served.send(listen);
    await ended.promise;
    output.open();
    await served.running.close();
    expect(output.messages.at(-1)).toEqual(cancelOf('sub'));
    expect(output.messages.filter(({ method }) => method === changed.method).length).toBeLessThan(40);
    expect(output.messages.some(({ id }) => id === 'sub')).toBe(false);
  });

  test('can not keep the channel from being closed', async () => {
    const output = new Stuck();
    const served = new Served(exchangerOf(), { output, graceMs: 20 });
    served.send(callOf('a'));
    await turn();
    await served.running.close();
    expect(output.writableFinished).toBe(false);
  });
});

describe('the end of the input', () => {
  test('lets requests under way finish, those that wait for their turn as well', async () => {
    const go = deferred();
    const served = new Served(exchangerOf({ slow: () => go.promise.then(() => ({})) }), { maxRequests: 1 });
    served.send(callOf('slow', 1), callOf('slow', 2));
    served.input.end();
    await new Promise((resolve) => void setImmediate(resolve));
    go.resolve();
    await served.running.closed;
    expect(served.lines.map(({ id }) => id)).toEqual([1, 2]);
    expect(served.output.writableFinished).toBe(true);
  });

  test('aborts those that take longer than the grace period, and sends nothing more for them', async () => {
    const clock = virtualClock();
    const ended = deferred();
    const served = new Served(
      exchangerOf({
        wait: async (_, { signal }) => {
          await aborted(signal);
          ended.resolve();
          return {};
        },
      }),
      { timers: clock, graceMs: 700 },
    );
    served.send(callOf('wait'));
    served.input.end();
    await new Promise((resolve) => void setImmediate(resolve));
    await clock.advance(699);
    expect(served.output.writableEnded).toBe(false);
    await clock.advance(1);
    await ended.promise;
    await served.running.closed;
    expect(served.lines).toEqual([]);
  });

  test('ends subscriptions at once, on the wire too', async () => {
    const clock = virtualClock();
    const served = new Served(
      exchangerOf({ 'subscriptions/listen': (_, { signal }) => aborted(signal).then(() => ({})) }),
      { timers: clock },
    );
    served.send(listen);
    expect(await served.end()).toEqual([cancelOf('sub')]);
  });

  test('may have come before anybody listened', async () => {
    const input = new PassThrough();
    input.end().resume();
    await new Promise((resolve) => input.once('close', resolve));
    await serveStdio(exchangerOf(), { input, output: new PassThrough() }).closed;
    expect(input.destroyed).toBe(true);
  });

  test('may be an error, of which the operator is told', async () => {
    const served = new Served(exchangerOf());
    const failure = new Error('the disk is gone');
    served.input.destroy(failure);
    await served.running.closed;
    expect(served.errors).toEqual([failure]);
  });

  test('does not depend on whether the input had been paused', async () => {
    const input = new PassThrough();
    input.pause();
    input.end(lineOf(callOf('a')));
    const server = exchangerOf();
    await serveStdio(server, { input, output: new PassThrough().resume() }).closed;
    expect(server.seen).toHaveLength(1);
  });
});

describe('close', () => {
  test('reads nothing more, and ends as at the end of the input', async () => {
    const go = deferred();
    const server = exchangerOf({ slow: () => go.promise.then(() => ({})) });
    const served = new Served(server);
    served.send(callOf('slow', 1));
    await new Promise((resolve) => void setImmediate(resolve));
    const closed = served.running.close();
    served.input.on('error', () => undefined);
    served.send(callOf('a', 2));
    go.resolve();
    await closed;
    await served.running.close();
    expect(served.lines.map(({ id }) => id)).toEqual([1]);
    expect(served.input.destroyed).toBe(true);
  });

  test('comes with `await using`', async () => {
    const output = new PassThrough().resume();
    {
      await using _ = serveStdio(exchangerOf(), { input: new PassThrough(), output });
    }
    expect(output.writableFinished).toBe(true);
  });
});

describe('an output that is gone', () => {
  test.each(['EPIPE', 'ECONNRESET'])('by %s ends everything at once, quietly', async (code) => {
    const signals: AbortSignal[] = [];
    const served = new Served(
      exchangerOf({
        hang: (_, { signal }) => {
          signals.push(signal as AbortSignal);
          return hang();
        },
      }),
    );
    served.send(callOf('hang'));
    await new Promise((resolve) => void setImmediate(resolve));
    served.output.destroy(Object.assign(new Error('write'), { code }));
    await served.running.closed;
    expect(signals.map(({ aborted: isAborted }) => isAborted)).toEqual([true]);
    expect(served.errors).toEqual([]);
    expect(served.input.destroyed).toBe(true);
  });

  test('for another reason is reported', async () => {
    const failure = Object.assign(new Error('write'), { code: 'ENOSPC' });
    const served = new Served(exchangerOf());
    served.output.destroy(failure);
    await served.running.closed;
    expect(served.errors).toEqual([failure]);
  });
});

describe('options', () => {
  test.each([
    ['maxLineBytes', 0],
    ['maxLineBytes', 1.5],
    ['maxRequests', 0],
    ['maxRequests', Infinity],
    ['maxBufferBytes', -1],
    ['graceMs', -1],
    ['graceMs', Number.NaN],
    ['graceMs', 2 ** 31],
  ])('%s of %s is refused, by name', (name, value) => {
    expect(() => serveStdio(exchangerOf(), { input: new PassThrough(), [name]: value })).toThrow(
      expect.objectContaining({ name: 'RangeError', message: expect.stringContaining(name) as string }),
    );
  });

  test('onError may throw', async () => {
    const served = new Served(
      { exchange: () => Promise.reject(new Error('first')) },
      {
        onError: () => {
          throw new Error('second');
        },
      },
    );
    served.send(callOf('a'));
    expect(await served.end()).toHaveLength(1);
  });
});
