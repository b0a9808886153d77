/** A subscription that is lost is opened again. Specification 2026-07-28, basic/patterns/subscriptions "Graceful Closure". */
import { Client, type ListenOptions, type ReconnectEvent, type SubscriptionEvent } from '@mrtr/client';
import { settle, virtualClock } from '@mrtr/testing';
import { TransportError } from '@mrtr/transport';
import { describe, expect, test, vi } from 'vitest';
import { failureOf } from './support/failure.js';
import { fakeListener, lost } from './support/fake-listener.js';

const FILTER = { toolsListChanged: true, promptsListChanged: true };
const RESYNCED: SubscriptionEvent = { type: 'resynced', reason: 'reconnected' };

/** An open subscription without jitter, whose events a loop puts into a list. */
async function open({ reconnect, ...options }: ListenOptions = {}) {
  const listener = fakeListener();
  const clock = virtualClock(0);
  const attempts: ReconnectEvent[] = [];
  const client = new Client(listener, { clock });
  const opening = client.listen(FILTER, {
    reconnect: reconnect === false ? false : { pauseMs: 100, maxPauseMs: 1_000, random: () => 1, ...reconnect },
    onReconnect: (event) => attempts.push(event),
    ...options,
  });
  await settle();
  listener.stream.acknowledge();
  const subscription = await opening;
  const events: SubscriptionEvent[] = [];
  const loop = (async () => {
    for await (const event of subscription) events.push(event);
  })();
  loop.catch(() => undefined);
  return { listener, clock, attempts, client, subscription, events, loop };
}

describe('after a loss', () => {
  test('it is opened again with the same filter, and one event says that some may have been missed', async () => {
    const { listener, clock, attempts, subscription, events } = await open();
    listener.stream.notify('tools/list_changed');
    listener.stream.lose();
    await settle();
    expect(attempts).toEqual([{ attempt: 1, pauseMs: 100, error: lost }]);
    expect(listener.streams).toHaveLength(1);
    await clock.advance(100);
    expect(listener.streams).toHaveLength(2);
    const [first, second] = listener.streams.map(({ request }) => request);
    expect(second?.params).toEqual(first?.params);
    expect(second?.id).not.toBe(first?.id);
    // It does not stand yet.
    expect(events).toEqual([{ type: 'tools_changed' }]);
    listener.stream.acknowledge({ toolsListChanged: true });
    listener.stream.notify('tools/list_changed');
    await settle();
    expect(subscription.granted).toEqual({ toolsListChanged: true });
    expect(events).toEqual([{ type: 'tools_changed' }, RESYNCED, { type: 'tools_changed' }]);
  });

  test('what waited to be read is covered by that event', async () => {
    const listener = fakeListener();
    const clock = virtualClock(0);
    const opening = new Client(listener, { clock }).listen(FILTER);
    await settle();
    listener.stream.acknowledge();
    const subscription = await opening;
    listener.stream.notify('tools/list_changed');
    for (let n = 0; n < 2; n++) {
      listener.stream.lose();
      await clock.advance(30_000);
      listener.stream.acknowledge();
      await settle();
    }
    listener.stream.notify('prompts/list_changed');
    subscription.close();
    const events: SubscriptionEvent[] = [];
    for await (const event of subscription) events.push(event);
    expect(events).toEqual([RESYNCED]);
  });

  test('the pauses double up to the longest, and the attempts have an end', async () => {
    const { listener, clock, attempts, loop, subscription } = await open({ reconnect: { maxAttempts: 6 } });
    const last = new TransportError('http_status', 'The server answered with 503', { status: 503 });
    for (let n = 0; n <= 6; n++) {
      listener.stream.lose(n === 6 ? last : lost);
      await clock.advance(1_000);
    }
    expect(attempts.map(({ attempt, pauseMs }) => [attempt, pauseMs])).toEqual([
      [1, 100],
      [2, 200],
      [3, 400],
      [4, 800],
      [5, 1_000],
      [6, 1_000],
    ]);
    expect(listener.streams).toHaveLength(7);
    expect(await failureOf(loop)).toBe(last);
    expect(await failureOf(subscription.closed)).toBe(last);
    expect(clock.waiting).toBe(0);
  });

  test('attempts count on until a subscription has lasted, so a server that drops each one is not asked for ever', async () => {
    const { listener, clock, attempts, loop } = await open({ reconnect: { maxAttempts: 2 } });
    listener.stream.lose();
    await clock.advance(100);
    listener.stream.acknowledge();
    await clock.advance(999);
    listener.stream.lose();
    await clock.advance(200);
    listener.stream.acknowledge();
    await clock.advance(1_000);
    listener.stream.lose();
    await settle();
    expect(attempts.map(({ attempt }) => attempt)).toEqual([1, 2, 1]);
    await clock.advance(100);
    listener.stream.acknowledge();
    listener.stream.lose();
    await clock.advance(200);
    listener.stream.acknowledge();
    listener.stream.lose();
    expect(await failureOf(loop)).toBe(lost);
    expect(clock.waiting).toBe(0);
  });

  test('by default it waits half a second to half a minute, and differs from others', async () => {
    for (const [random, expected] of [
      [() => 0, [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000, 15_000]],
      [() => 0.999_999, [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000, 30_000]],
    ] as const) {
      const { listener, clock, attempts, loop } = await open({
        reconnect: { pauseMs: undefined, maxPauseMs: undefined, random },
      });
      for (let n = 0; n <= 10; n++) {
        listener.stream.lose();
        await clock.advance(30_000);
      }
      expect(attempts.map(({ pauseMs }) => pauseMs)).toEqual(expected);
      expect(await failureOf(loop)).toBe(lost);
    }
  });

  test('an attempt that is not acknowledged in time is one that failed', async () => {
    const { listener, clock, attempts, events } = await open({ timeoutMs: 50 });
    listener.stream.lose();
    await clock.advance(100);
    expect(listener.streams).toHaveLength(2);
    await clock.advance(50);
    expect(listener.stream.cancelled).toBe(true);
    expect(attempts[1]).toMatchObject({ attempt: 2, error: { code: 'timeout' } });
    await clock.advance(200);
    listener.stream.acknowledge();
    await settle();
    expect(events).toEqual([RESYNCED]);
  });

  test('so is one that the server ends before it was acknowledged', async () => {
    const { listener, clock, attempts } = await open();
    listener.stream.lose();
    await clock.advance(100);
    listener.stream.end();
    await settle();
    expect(attempts[1]).toMatchObject({ attempt: 2, error: { code: 'invalid_result' } });
  });

  test('a listener for attempts that throws decides nothing', async () => {
    const { listener, clock, events } = await open({
      onReconnect: () => {
        throw new Error('a listener');
      },
    });
    listener.stream.lose();
    await clock.advance(100);
    listener.stream.acknowledge();
    await settle();
    expect(events).toEqual([RESYNCED]);
  });

  test('a callback is told as a loop is', async () => {
    const listener = fakeListener();
    const clock = virtualClock(0);
    const onEvent = vi.fn();
    const opening = new Client(listener, { clock }).listen(FILTER, onEvent);
    await settle();
    listener.stream.acknowledge();
    await opening;
    listener.stream.lose();
    await clock.advance(500);
    listener.stream.acknowledge();
    expect(onEvent.mock.calls).toEqual([[RESYNCED]]);
  });
});

describe('is a loss', () => {
  const status = (code: number) => new TransportError('http_status', 'Refused', { status: code });

  test.each<[string, (stream: ReturnType<typeof fakeListener>['stream']) => void]>([
    ['a stream that ends without its result', (stream) => stream.lose(lost)],
    ['an answer that is none', (stream) => stream.lose(new TransportError('invalid_response', 'HTML'))],
    ['a gateway without a server', (stream) => stream.lose(status(502))],
    ['a server that has had enough', (stream) => stream.lose(status(429))],
    ['a server that fails', (stream) => stream.refuse(-32603)],
  ])('%s', async (_, end) => {
    const { listener, attempts } = await open();
    end(listener.stream);
    await settle();
    expect(attempts).toHaveLength(1);
  });

  test.each<[string, (stream: ReturnType<typeof fakeListener>['stream']) => void, object]>([
    ['no permission', (stream) => stream.lose(status(401)), { status: 401 }],
    ['another address', (stream) => stream.lose(status(404)), { status: 404 }],
    ['an event over the limit', (stream) => stream.lose(new TransportError('too_large', 'Big')), { code: 'too_large' }],
    ['a channel that was closed', (stream) => stream.lose(new TransportError('closed', 'Closed')), { code: 'closed' }],
    ['a refusal', (stream) => stream.refuse(-32602), { code: -32602 }],
    ['a bug', (stream) => stream.lose(new TypeError('bug')), { message: 'bug' }],
  ])('but not %s', async (_, end, error) => {
    const { listener, attempts, loop } = await open();
    end(listener.stream);
    expect(await failureOf(loop)).toMatchObject(error);
    expect(attempts).toEqual([]);
  });

  test('nothing that comes while it is opened again, where that is none', async () => {
    const { listener, clock, loop, events } = await open();
    listener.stream.lose();
    await clock.advance(100);
    listener.stream.refuse(-32601);
    expect(await failureOf(loop)).toMatchObject({ code: -32601 });
    expect(events).toEqual([]);
  });
});

describe('a subscription that was lost is not opened again', () => {
  test('where it is told not to', async () => {
    const { listener, attempts, loop } = await open({ reconnect: false });
    listener.stream.lose();
    expect(await failureOf(loop)).toBe(lost);
    expect(attempts).toEqual([]);
  });

  test('where the server has ended it in good order', async () => {
    const { listener, attempts, loop } = await open();
    listener.stream.end();
    await expect(loop).resolves.toBeUndefined();
    expect(attempts).toEqual([]);
  });

  test.each<[string, (subject: Awaited<ReturnType<typeof open>>) => unknown]>([
    ['the subscription', ({ subscription }) => subscription.close()],
    ['the client', ({ client }) => client.close()],
  ])('where %s is closed in the pause', async (_, close) => {
    const subject = await open();
    const { listener, clock, loop } = subject;
    listener.stream.lose();
    await settle();
    await close(subject);
    await expect(loop).resolves.toBeUndefined();
    await clock.advance(10_000);
    expect(listener.streams).toHaveLength(1);
    expect(clock.waiting).toBe(0);
  });

  test('where it is closed by who is told of the attempt', async () => {
    const closing = { close: () => undefined as void };
    const subject = await open({ onReconnect: () => closing.close() });
    closing.close = () => subject.subscription.close();
    subject.listener.stream.lose();
    await expect(subject.loop).resolves.toBeUndefined();
    expect(subject.clock.waiting).toBe(0);
  });

  test('where its signal aborts, in the pause or while it is opened, with whatever reason', async () => {
    for (const pause of [50, 100]) {
      const controller = new AbortController();
      const { listener, clock, attempts, loop } = await open({ signal: controller.signal });
      listener.stream.lose();
      await clock.advance(pause);
      controller.abort(lost);
      expect(await failureOf(loop)).toBe(lost);
      await clock.advance(10_000);
      expect(attempts).toHaveLength(1);
      expect(listener.streams.filter(({ cancelled }) => !cancelled)).toHaveLength(1);
    }
  });
});

describe('with `afterEnd`', () => {
  test('it is opened again also where the server has ended it in good order', async () => {
    const { listener, clock, attempts, events } = await open({ reconnect: { afterEnd: true } });
    listener.stream.end();
    await clock.advance(100);
    listener.stream.acknowledge();
    await settle();
    expect(attempts).toEqual([{ attempt: 1, pauseMs: 100, error: undefined }]);
    expect(events).toEqual([RESYNCED]);
  });

  test('it ends in good order where that was the last attempt', async () => {
    const { listener, loop } = await open({ reconnect: { afterEnd: true, maxAttempts: 0 } });
    listener.stream.end();
    await expect(loop).resolves.toBeUndefined();
  });
});
