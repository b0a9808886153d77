/** Subscriptions: Specification 2026-07-28, basic/patterns/subscriptions. */
import { type Change, Client } from '@mrtr/client';
import type { JsonRpcNotification } from '@mrtr/types';
import { expect, test } from 'vitest';
import { clientErrorOf, failureOf } from './support/failure.js';
import { fakeServer } from './support/fake-server.js';
import { settle, VirtualClock } from './support/virtual-clock.js';

const acknowledged = note('notifications/subscriptions/acknowledged', { notifications: { toolsListChanged: true } });

function note(method: string, params?: Record<string, unknown>): JsonRpcNotification {
  return params === undefined ? { jsonrpc: '2.0', method } : { jsonrpc: '2.0', method, params };
}

/** A server that listens for ever, and what a test can do to the stream. */
function listener() {
  const stream: {
    notify: (notification: JsonRpcNotification) => void;
    end: (result: unknown) => void;
    signal?: AbortSignal;
  } = {
    notify: () => undefined,
    end: () => undefined,
  };
  const server = fakeServer(({ id, info }) => {
    stream.notify = (notification) => info.notify?.(notification);
    stream.signal = info.signal!;
    return new Promise(
      (resolve) =>
        (stream.end = () =>
          resolve({ resultType: 'complete', _meta: { 'io.modelcontextprotocol/subscriptionId': id } })),
    );
  });
  return { server, stream };
}

test('opens once it is acknowledged, passes on changes, and closes', async () => {
  const { server, stream } = listener();
  const changes: Change[] = [];
  const clock = new VirtualClock();
  const opening = new Client(server, { clock }).listen({ toolsListChanged: true, promptsListChanged: true }, (change) =>
    changes.push(change),
  );
  await settle();
  stream.notify(note('notifications/tools/list_changed'));
  stream.notify(acknowledged);
  const subscription = await opening;
  expect(subscription.granted).toEqual({ toolsListChanged: true });
  expect(server.legs).toEqual([{ notifications: { toolsListChanged: true, promptsListChanged: true } }]);
  stream.notify(note('notifications/tools/list_changed'));
  stream.notify(note('notifications/resources/updated', { uri: 'memo://1' }));
  stream.notify(note('notifications/resources/updated', { uri: 1 }));
  stream.notify(note('notifications/message', { level: 'info', data: 'x' }));
  expect(changes.map(({ method }) => method)).toEqual([
    'notifications/tools/list_changed',
    'notifications/resources/updated',
  ]);
  // It outlives every timeout.
  await clock.advance(3_600_000);
  subscription.close();
  subscription.close();
  await subscription.closed;
  expect(stream.signal?.aborted).toBe(true);
  stream.notify(note('notifications/tools/list_changed'));
  expect(changes).toHaveLength(2);
  expect(clock.waiting).toBe(0);
});

test('ends in good order when the server ends it', async () => {
  const { server, stream } = listener();
  const opening = new Client(server).listen({}, () => undefined);
  await settle();
  stream.notify(acknowledged);
  await using subscription = await opening;
  stream.end(undefined);
  expect(await subscription.closed).toBeUndefined();
});

test('rejects when it is refused, ended early, not acknowledged in time, or aborted', async () => {
  const refused = fakeServer(() => ({ error: { code: -32601, message: 'Method not found' } }));
  expect(await failureOf(new Client(refused).listen({}, () => undefined))).toMatchObject({ code: -32601 });
  const early = listener();
  const ended = clientErrorOf(new Client(early.server).listen({}, () => undefined));
  await settle();
  early.stream.end(undefined);
  expect((await ended).code).toBe('invalid_result');
  const clock = new VirtualClock();
  const silent = listener();
  const late = clientErrorOf(new Client(silent.server, { clock }).listen({}, () => undefined, { timeoutMs: 50 }));
  await clock.advance(50);
  expect((await late).code).toBe('timeout');
  expect(silent.stream.signal?.aborted).toBe(true);
  const reason = new Error('enough');
  const controller = new AbortController();
  const open = listener();
  const opening = new Client(open.server).listen({}, () => undefined, { signal: controller.signal });
  await settle();
  open.stream.notify(acknowledged);
  const { closed } = await opening;
  controller.abort(reason);
  expect(await failureOf(closed)).toBe(reason);
});

test('closing the client ends it', async () => {
  const { server, stream } = listener();
  const client = new Client(server);
  const opening = client.listen({}, () => undefined);
  await settle();
  stream.notify(acknowledged);
  const { closed } = await opening;
  await client.close();
  expect((await clientErrorOf(closed)).code).toBe('closed');
});
