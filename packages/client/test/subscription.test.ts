/** Subscriptions, in a loop and with a callback: Specification 2026-07-28, basic/patterns/subscriptions. */
import { Client, type ClientLogEntry, type ListenOptions, type SubscriptionEvent } from '@mrtr/client';
import { settle, virtualClock } from '@mrtr/testing';
import type { SubscriptionFilter } from '@mrtr/types';
import { describe, expect, expectTypeOf, test, vi } from 'vitest';
import { clientErrorOf, failureOf } from './support/failure.js';
import { type FakeListener, fakeListener, lost } from './support/fake-listener.js';
import { fakeServer } from './support/fake-server.js';

const EVERYTHING: SubscriptionFilter = {
  toolsListChanged: true,
  promptsListChanged: true,
  resourcesListChanged: true,
  resourceSubscriptions: ['memo://1'],
};
const tools: SubscriptionEvent = { type: 'tools_changed' };
const prompts: SubscriptionEvent = { type: 'prompts_changed' };

function updated(uri: string): SubscriptionEvent {
  return { type: 'resource_updated', uri };
}

/** A subscription whose events a loop puts into a list. */
async function reading(listener: FakeListener, filter = EVERYTHING, options: ListenOptions = {}) {
  const opening = new Client(listener).listen(filter, options);
  await settle();
  listener.stream.acknowledge();
  const subscription = await opening;
  const events: SubscriptionEvent[] = [];
  const loop = (async () => {
    for await (const event of subscription) events.push(event);
  })();
  loop.catch(() => undefined);
  return { subscription, events, loop };
}

/** A subscription that nobody reads, yet. */
async function waiting(listener: FakeListener, filter = EVERYTHING, options: ListenOptions = {}) {
  const opening = new Client(listener).listen(filter, options);
  await settle();
  listener.stream.acknowledge();
  return opening;
}

async function readAll(subscription: AsyncIterable<SubscriptionEvent>): Promise<SubscriptionEvent[]> {
  const events: SubscriptionEvent[] = [];
  for await (const event of subscription) events.push(event);
  return events;
}

describe('a subscription', () => {
  test('is open once it is acknowledged, and says what is honoured', async () => {
    const listener = fakeListener();
    const opening = new Client(listener).listen(EVERYTHING);
    const opened = vi.fn();
    void opening.then(opened);
    await settle();
    expect(listener.stream.request).toMatchObject({
      method: 'subscriptions/listen',
      params: { notifications: EVERYTHING },
    });
    listener.stream.notify('subscriptions/acknowledged', { notifications: 'malformed' });
    listener.stream.notify('tools/list_changed');
    await settle();
    expect(opened).not.toHaveBeenCalled();
    listener.stream.acknowledge({ toolsListChanged: true });
    const subscription = await opening;
    expect(subscription.granted).toEqual({ toolsListChanged: true });
    subscription.close();
    // What came before the acknowledgment belongs to nothing.
    expect(await readAll(subscription)).toEqual([]);
  });

  test('gives typed events, of what was asked for alone', async () => {
    const listener = fakeListener();
    const { events } = await reading(listener);
    const { stream } = listener;
    stream.notify('tools/list_changed');
    stream.notify('prompts/list_changed');
    stream.notify('resources/list_changed');
    stream.notify('resources/updated', { uri: 'memo://1' });
    stream.notify('resources/updated', { uri: 'memo://1/part' });
    stream.notify('resources/updated', { uri: 1 });
    stream.notify('resources/updated');
    stream.notify('message', { level: 'info', data: 'x' });
    stream.notify('of/a/future');
    await settle();
    expect(events).toEqual([
      tools,
      prompts,
      { type: 'resources_changed' },
      updated('memo://1'),
      updated('memo://1/part'),
    ]);
  });

  test.each<SubscriptionFilter>([{}, { toolsListChanged: false, resourceSubscriptions: [] }])(
    'to %j gives nothing, whatever the server sends',
    async (filter) => {
      const listener = fakeListener();
      const { events } = await reading(listener, filter);
      for (const list of ['tools', 'prompts', 'resources']) listener.stream.notify(`${list}/list_changed`);
      listener.stream.notify('resources/updated', { uri: 'memo://1' });
      await settle();
      expect(events).toEqual([]);
    },
  );

  test('takes notifications that are bare', async () => {
    const server = fakeServer(({ info }) => {
      info.notify?.({
        jsonrpc: '2.0',
        method: 'notifications/subscriptions/acknowledged',
        params: { notifications: { toolsListChanged: true } },
      });
      info.notify?.({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
      info.notify?.({ jsonrpc: '2.0', method: 'notifications/resources/updated' });
      return new Promise(() => undefined);
    });
    const subscription = await new Client(server).listen(EVERYTHING);
    subscription.close();
    expect(await readAll(subscription)).toEqual([tools]);
  });

  test('outlives every timeout, and leaves no timer', async () => {
    const listener = fakeListener();
    const clock = virtualClock(0);
    const opening = new Client(listener, { clock, timeoutMs: 1_000, deadlineMs: 2_000 }).listen(EVERYTHING);
    await settle();
    listener.stream.acknowledge();
    const subscription = await opening;
    expect(clock.waiting).toBe(0);
    await clock.advance(3_600_000);
    expect(listener.stream.cancelled).toBe(false);
    expect(clock.waiting).toBe(0);
    subscription.close();
    await subscription.closed;
    expect(listener.stream.cancelled).toBe(true);
    expect(clock.waiting).toBe(0);
  });

  test('keeps what it was asked for, and sends headers and meta', async () => {
    const listener = fakeListener();
    const send = vi.spyOn(listener, 'send');
    const filter = { resourceSubscriptions: ['memo://1'] };
    await waiting(listener, filter, { headers: { 'X-A': 'b' }, meta: { traceparent: 't' } });
    filter.resourceSubscriptions.push('memo://2');
    expect(listener.stream.request.params).toMatchObject({
      _meta: { traceparent: 't' },
      notifications: { resourceSubscriptions: ['memo://1'] },
    });
    expect(send.mock.calls[0]?.[1]?.headers).toEqual({ 'X-A': 'b' });
  });

  test('is one of several, each by itself', async () => {
    const listener = fakeListener();
    const client = new Client(listener);
    const opening = [client.listen({ toolsListChanged: true }), client.listen({ promptsListChanged: true })];
    await settle();
    for (const stream of listener.streams) stream.acknowledge();
    const [first, second] = await Promise.all(opening);
    listener.streams[0]?.notify('tools/list_changed');
    listener.streams[1]?.notify('prompts/list_changed');
    first?.close();
    expect(listener.streams.map(({ cancelled }) => cancelled)).toEqual([true, false]);
    expect(await readAll(first!)).toEqual([tools]);
    second?.close();
    expect(await readAll(second!)).toEqual([prompts]);
  });
});

describe('events that wait for their reader', () => {
  test('are kept in order, each once', async () => {
    const listener = fakeListener();
    const subscription = await waiting(listener);
    for (let n = 0; n < 3; n++) {
      listener.stream.notify('tools/list_changed');
      listener.stream.notify('resources/updated', { uri: 'memo://1' });
    }
    listener.stream.notify('prompts/list_changed');
    listener.stream.end();
    expect(await readAll(subscription)).toEqual([tools, updated('memo://1'), prompts]);
  });

  test('are told again once they were read', async () => {
    const listener = fakeListener();
    const subscription = await waiting(listener);
    const reader = subscription[Symbol.asyncIterator]();
    for (let n = 0; n < 2; n++) {
      listener.stream.notify('tools/list_changed');
      expect(await reader.next()).toEqual({ done: false, value: tools });
    }
  });

  test('are not kept without end: past a limit one event says that some were missed', async () => {
    const listener = fakeListener();
    const subscription = await waiting(listener);
    const update = (n: number) => listener.stream.notify('resources/updated', { uri: `memo://1/${n}` });
    for (let n = 0; n < 1_025; n++) update(n);
    const reader = subscription[Symbol.asyncIterator]();
    expect(await reader.next()).toEqual({ done: false, value: { type: 'resynced', reason: 'overflow' } });
    for (let n = 0; n < 10_000; n++) update(n);
    expect(await reader.next()).toEqual({ done: false, value: { type: 'resynced', reason: 'overflow' } });
    update(1);
    expect(await reader.next()).toEqual({ done: false, value: updated('memo://1/1') });
  });

  test('are all there up to that limit', async () => {
    const listener = fakeListener();
    const subscription = await waiting(listener);
    for (let n = 0; n < 1_024; n++) listener.stream.notify('resources/updated', { uri: `memo://1/${n}` });
    listener.stream.end();
    expect(await readAll(subscription)).toHaveLength(1_024);
  });
});

describe('the end of a subscription', () => {
  test('comes with the result of the server, and then the loop ends', async () => {
    const listener = fakeListener();
    const { subscription, events, loop } = await reading(listener);
    listener.stream.notify('tools/list_changed');
    listener.stream.end();
    await expect(loop).resolves.toBeUndefined();
    await expect(subscription.closed).resolves.toBeUndefined();
    expect(events).toEqual([tools]);
    expect(listener.streams).toHaveLength(1);
  });

  test('comes with leaving the loop', async () => {
    const listener = fakeListener();
    const subscription = await waiting(listener);
    listener.stream.notify('tools/list_changed');
    listener.stream.notify('prompts/list_changed');
    for await (const event of subscription) {
      expect(event).toEqual(tools);
      break;
    }
    expect(listener.stream.cancelled).toBe(true);
    await expect(subscription.closed).resolves.toBeUndefined();
    expect(await readAll(subscription)).toEqual([]);
  });

  test('comes with an error thrown in the loop', async () => {
    const listener = fakeListener();
    const subscription = await waiting(listener);
    listener.stream.notify('tools/list_changed');
    const error = new Error('in the loop');
    const loop = (async () => {
      for await (const _event of subscription) throw error;
    })();
    expect(await failureOf(loop)).toBe(error);
    expect(listener.stream.cancelled).toBe(true);
  });

  test('comes with `return`, also while the reader waits', async () => {
    const listener = fakeListener();
    const subscription = await waiting(listener);
    const reader = subscription[Symbol.asyncIterator]();
    const next = reader.next();
    expect(await reader.return?.()).toEqual({ done: true, value: undefined });
    expect(await next).toEqual({ done: true, value: undefined });
  });

  test.each<[string, (subscription: { close(): void } & AsyncDisposable) => unknown]>([
    ['close', (subscription) => subscription.close()],
    ['disposal', (subscription) => subscription[Symbol.asyncDispose]()],
  ])('comes with %s, and nothing is told after it', async (_, end) => {
    const listener = fakeListener();
    const { subscription, events, loop } = await reading(listener);
    await end(subscription);
    await end(subscription);
    listener.stream.notify('tools/list_changed');
    await expect(loop).resolves.toBeUndefined();
    await expect(subscription.closed).resolves.toBeUndefined();
    expect(events).toEqual([]);
    expect(listener.stream.cancelled).toBe(true);
  });

  test('comes with closing the client, in good order', async () => {
    const listener = fakeListener();
    const client = new Client(listener);
    const opening = client.listen(EVERYTHING);
    await settle();
    listener.stream.acknowledge();
    const subscription = await opening;
    await client.close();
    await expect(subscription.closed).resolves.toBeUndefined();
    expect(await readAll(subscription)).toEqual([]);
    expect((await clientErrorOf(client.listen(EVERYTHING))).code).toBe('closed');
  });

  test('comes with the signal, whose reason the loop throws', async () => {
    const reason = new Error('enough');
    const controller = new AbortController();
    const listener = fakeListener();
    const added = vi.spyOn(controller.signal, 'addEventListener');
    const removed = vi.spyOn(controller.signal, 'removeEventListener');
    const { subscription, loop } = await reading(listener, EVERYTHING, { signal: controller.signal });
    controller.abort(reason);
    expect(await failureOf(loop)).toBe(reason);
    expect(await failureOf(subscription.closed)).toBe(reason);
    expect(listener.stream.cancelled).toBe(true);
    expect(listener.streams).toHaveLength(1);
    expect(removed).toHaveBeenCalledTimes(added.mock.calls.length);
    // It is told once, as by any iterator.
    expect(await readAll(subscription)).toEqual([]);
  });

  test('that nobody looks at is no unhandled rejection', async () => {
    const listener = fakeListener();
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    await waiting(listener, EVERYTHING, { reconnect: false });
    const opening = new Client(listener).listen(EVERYTHING, () => undefined, { reconnect: false });
    await settle();
    listener.stream.acknowledge();
    await opening;
    for (const stream of listener.streams) stream.lose();
    await settle();
    await settle();
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  test('leaves no listener on a signal that outlives it', async () => {
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    const listener = fakeListener();
    const { loop } = await reading(listener, EVERYTHING, { signal });
    listener.stream.end();
    await loop;
    expect(added).toHaveBeenCalled();
    expect(removed.mock.calls.map(([, each]) => each)).toEqual(added.mock.calls.map(([, each]) => each));
  });
});

describe('a subscription that can not be opened', () => {
  test('because it is refused rejects with the error', async () => {
    const refused = fakeServer(() => ({ error: { code: -32601, message: 'Method not found' } }));
    expect(await failureOf(new Client(refused).listen({}))).toMatchObject({ code: -32601 });
  });

  test('because the server is not there rejects at once', async () => {
    const listener = fakeListener();
    const opening = failureOf(new Client(listener).listen({}));
    await settle();
    listener.stream.lose();
    expect(await opening).toBe(lost);
    await settle();
    expect(listener.streams).toHaveLength(1);
  });

  test('leaves no listener on its signal', async () => {
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    const listener = fakeListener();
    const opening = failureOf(new Client(listener).listen({}, { signal }));
    await settle();
    listener.stream.lose();
    await opening;
    expect(added).toHaveBeenCalled();
    expect(removed.mock.calls.map(([, each]) => each)).toEqual(added.mock.calls.map(([, each]) => each));
  });

  test('because it ends before it is acknowledged rejects', async () => {
    const listener = fakeListener();
    const opening = clientErrorOf(new Client(listener).listen({}));
    await settle();
    listener.stream.end();
    expect((await opening).code).toBe('invalid_result');
  });

  test('because it is not acknowledged in time rejects, and is cancelled', async () => {
    const clock = virtualClock(0);
    const listener = fakeListener();
    const opening = clientErrorOf(new Client(listener, { clock }).listen({}, { timeoutMs: 50 }));
    await clock.advance(50);
    expect((await opening).code).toBe('timeout');
    expect(listener.stream.cancelled).toBe(true);
    expect(clock.waiting).toBe(0);
  });

  test('because the signal has aborted sends nothing', async () => {
    const listener = fakeListener();
    const reason = new Error('before');
    expect(await failureOf(new Client(listener).listen({}, { signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect(listener.streams).toEqual([]);
  });

  test.each<ListenOptions>([
    { timeoutMs: 0 },
    { reconnect: { pauseMs: 0 } },
    { reconnect: { pauseMs: Infinity } },
    { reconnect: { maxPauseMs: 3_600_001 } },
    { reconnect: { maxAttempts: -1 } },
  ])('because of its options, %j, rejects', async (options) => {
    const listener = fakeListener();
    expect((await clientErrorOf(new Client(listener).listen({}, options))).code).toBe('invalid_option');
    expect(listener.streams).toEqual([]);
  });
});

describe('with a callback', () => {
  test('every event is told at once', async () => {
    const listener = fakeListener();
    const events: SubscriptionEvent[] = [];
    const opening = new Client(listener).listen(EVERYTHING, (event) => events.push(event));
    await settle();
    listener.stream.acknowledge({ toolsListChanged: true });
    const subscription = await opening;
    expect(subscription.granted).toEqual({ toolsListChanged: true });
    listener.stream.notify('tools/list_changed');
    listener.stream.notify('tools/list_changed');
    expect(events).toEqual([tools, tools]);
    subscription.close();
    listener.stream.notify('tools/list_changed');
    await subscription.closed;
    expect(events).toHaveLength(2);
  });

  test('what it throws goes to the logger, and decides nothing', async () => {
    const listener = fakeListener();
    const entries: ClientLogEntry[] = [];
    const error = new Error('a listener');
    const opening = new Client(listener, { logger: { warn: (entry) => entries.push(entry) } }).listen(
      EVERYTHING,
      () => {
        throw error;
      },
      { reconnect: false },
    );
    await settle();
    listener.stream.acknowledge();
    const { closed } = await opening;
    listener.stream.notify('tools/list_changed');
    expect(entries).toEqual([{ event: 'listener_failed', message: 'A listener for tools_changed threw', error }]);
    listener.stream.lose();
    expect(await failureOf(closed)).toBe(lost);
  });
});

test('events are a union to switch over', () => {
  expectTypeOf<SubscriptionEvent['type']>().toEqualTypeOf<
    'tools_changed' | 'prompts_changed' | 'resources_changed' | 'resource_updated' | 'resynced'
  >();
  expectTypeOf<Extract<SubscriptionEvent, { type: 'resource_updated' }>['uri']>().toEqualTypeOf<string>();
});
