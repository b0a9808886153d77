import { getEventListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { JsonRpcNotification, JsonRpcRequest } from '@mrtr/types';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { correlate, type Correlator, type CorrelatorOptions, TransportError } from '../src/index.js';

const request = (id: string | number, meta: object = {}, method = 'tools/call'): JsonRpcRequest => ({
  jsonrpc: '2.0',
  id,
  method,
  params: { _meta: meta },
});

const response = (id: unknown, result: object = {}): object => ({ jsonrpc: '2.0', id, result });

/** A correlator whose written messages and strays are kept. */
function open(options: Partial<CorrelatorOptions> = {}): Correlator & { written: unknown[]; strays: unknown[] } {
  const written: unknown[] = [];
  const strays: unknown[] = [];
  const correlator = correlate({
    write: (message) => void written.push(message),
    onStray: (message, reason) => strays.push([reason, message]),
    ...options,
  });
  return { ...correlator, written, strays };
}

describe('correlate', () => {
  test('answers each request with the response of its id, in whatever order they come', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc
          .uniqueArray(fc.oneof(fc.string(), fc.integer()), { comparator: 'SameValueZero' })
          .chain((ids) =>
            fc.tuple(fc.constant(ids), fc.shuffledSubarray(ids, { minLength: ids.length, maxLength: ids.length })),
          ),
        async ([ids, order]) => {
          const channel = open();
          const sent = ids.map((id) => channel.send(request(id)));
          for (const id of order) channel.receive(response(id, { of: id }));
          expect(await Promise.all(sent)).toEqual(ids.map((id) => response(id, { of: id })));
          expect(channel.strays).toEqual([]);
        },
      ),
    );
  });

  test('joins two ends over a pair of streams', async () => {
    const up = new TransformStream<JsonRpcRequest | JsonRpcNotification, JsonRpcRequest>();
    const down = new TransformStream<unknown, unknown>();
    const upWriter = up.writable.getWriter();
    const channel = correlate({ write: (message) => upWriter.write(message) });
    const client = (async () => {
      for await (const message of down.readable) channel.receive(message);
    })();
    const server = (async () => {
      const writer = down.writable.getWriter();
      for await (const { id, method } of up.readable) {
        await writer.write({
          jsonrpc: '2.0',
          method: 'notifications/progress',
          params: { progressToken: id, progress: 1 },
        });
        await writer.write(response(id, { method }));
      }
      await writer.close();
    })();
    const seen: unknown[] = [];
    const sent = ['a', 'b'].map((id) =>
      channel.send(request(id, { progressToken: id }, `method/${id}`), {
        onNotification: ({ params }) => seen.push(params),
      }),
    );
    expect(await Promise.all(sent)).toEqual([
      response('a', { method: 'method/a' }),
      response('b', { method: 'method/b' }),
    ]);
    expect(seen).toEqual([
      { progressToken: 'a', progress: 1 },
      { progressToken: 'b', progress: 1 },
    ]);
    await upWriter.close();
    await Promise.all([client, server]);
  });

  test('the ids 1 and "1" are two', async () => {
    const channel = open();
    const sent = [channel.send(request(1)), channel.send(request('1'))];
    channel.receive(response('1', { text: true }));
    channel.receive(response(1, { number: true }));
    expect(await Promise.all(sent)).toEqual([response(1, { number: true }), response('1', { text: true })]);
  });

  test('refuses an id that is under way, and takes it again afterwards', async () => {
    const channel = open();
    const first = channel.send(request(1));
    await expect(channel.send(request(1))).rejects.toMatchObject({ code: 'invalid_message' });
    channel.receive(response(1));
    await first;
    const again = channel.send(request(1));
    channel.receive(response(1, { second: true }));
    await expect(again).resolves.toEqual(response(1, { second: true }));
    expect(channel.written).toHaveLength(2);
  });

  test('refuses a progress token that is under way', async () => {
    const channel = open();
    void channel.send(request(1, { progressToken: 't' }));
    await expect(channel.send(request(2, { progressToken: 't' }))).rejects.toMatchObject({ code: 'invalid_message' });
    expect(channel.written).toHaveLength(1);
  });

  test('progress goes to the request of its token, changes to their subscription', async () => {
    const channel = open();
    const seen: Record<string, unknown[]> = { call: [], listen: [] };
    const call = channel.send(request(1, { progressToken: 7 }), {
      onNotification: ({ params }) => seen['call']!.push(params),
    });
    const listen = channel.send(request('sub', {}, 'subscriptions/listen'), {
      onNotification: ({ method }) => seen['listen']!.push(method),
    });
    const meta = { _meta: { 'io.modelcontextprotocol/subscriptionId': 'sub' } };
    channel.receive({ jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params: meta });
    channel.receive({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 7, progress: 1 } });
    channel.receive({ jsonrpc: '2.0', method: 'notifications/tools/list_changed', params: meta });
    channel.receive(response(1));
    channel.receive(response('sub'));
    await Promise.all([call, listen]);
    expect(seen).toEqual({
      call: [{ progressToken: 7, progress: 1 }],
      listen: ['notifications/subscriptions/acknowledged', 'notifications/tools/list_changed'],
    });
    expect(channel.strays).toEqual([]);
  });

  test('progress after the response is a stray', async () => {
    const channel = open();
    const sent = channel.send(request(1, { progressToken: 7 }), { onNotification: () => expect.unreachable() });
    channel.receive(response(1));
    await sent;
    const late = { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 7, progress: 1 } };
    channel.receive(late);
    expect(channel.strays).toEqual([['unknown_target', late]]);
  });

  test('a subscription that the server tears down rejects', async () => {
    const channel = open();
    const listen = channel.send(request('sub', {}, 'subscriptions/listen'));
    channel.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'sub' } });
    await expect(listen).rejects.toMatchObject({ code: 'unreachable' });
  });

  test('a server can cancel nothing else', async () => {
    const channel = open();
    const call = channel.send(request(1));
    channel.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    channel.receive(response(1));
    await expect(call).resolves.toEqual(response(1));
    expect(channel.strays).toMatchObject([['unknown_target', { method: 'notifications/cancelled' }]]);
  });

  test.each<[string, unknown]>([
    ['unknown_id', { jsonrpc: '2.0', id: 99, result: {} }],
    ['unknown_id', { jsonrpc: '2.0', id: '__proto__', error: { code: 1, message: '' } }],
    ['malformed', { jsonrpc: '2.0', error: { code: -32700, message: 'whose?' } }],
    ['malformed', { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'whose?' } }],
    ['request', { jsonrpc: '2.0', id: 1, method: 'roots/list' }],
    ['unknown_target', { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 1 } }],
    ['malformed', { jsonrpc: '1.0', method: 'notifications/message' }],
    ['malformed', []],
    ['malformed', null],
    ['malformed', 'noise'],
  ])('reports a stray, as %s: %j', (reason, message) => {
    const channel = open();
    channel.receive(message);
    expect(channel.strays).toEqual([[reason, message]]);
    open({ onStray: undefined }).receive(message);
  });

  test('a malformed response to a known id rejects its request', async () => {
    const channel = open();
    const sent = channel.send(request(1));
    channel.receive({ jsonrpc: '2.0', id: 1 });
    await expect(sent).rejects.toMatchObject({ code: 'invalid_response' });
  });

  test('an abort rejects with its reason, and tells the other side without it', async () => {
    const channel = open();
    const abort = new AbortController();
    const sent = channel.send(request(1), { signal: abort.signal });
    const reason = new Error('a secret');
    abort.abort(reason);
    await expect(sent).rejects.toBe(reason);
    expect(channel.written[1]).toEqual({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    channel.receive(response(1));
    expect(channel.strays).toEqual([['unknown_id', response(1)]]);
  });

  test('the message that cancels can be another, or none', async () => {
    const channel = open({
      cancellation: ({ id }) => (id === 1 ? { jsonrpc: '2.0', method: 'custom/cancel' } : undefined),
    });
    const abort = new AbortController();
    const sent = [1, 2].map((id) => channel.send(request(id), { signal: abort.signal }));
    abort.abort();
    expect(await Promise.allSettled(sent)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    expect(channel.written.slice(2)).toEqual([{ jsonrpc: '2.0', method: 'custom/cancel' }]);
  });

  test('an aborted signal writes nothing, and one that aborts after the answer neither', async () => {
    const channel = open();
    await expect(channel.send(request(1), { signal: AbortSignal.abort('why') })).rejects.toBe('why');
    expect(channel.written).toEqual([]);
    const abort = new AbortController();
    const sent = channel.send(request(2), { signal: abort.signal });
    channel.receive(response(2));
    await sent;
    expect(getEventListeners(abort.signal, 'abort')).toEqual([]);
    abort.abort();
    expect(channel.written).toHaveLength(1);
  });

  test('an onNotification that throws cancels its request', async () => {
    const channel = open();
    const failure = new Error('display is gone');
    const sent = channel.send(request(1, { progressToken: 1 }), {
      onNotification: () => {
        throw failure;
      },
    });
    channel.receive({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 1, progress: 1 } });
    await expect(sent).rejects.toBe(failure);
    expect(channel.written[1]).toMatchObject({ method: 'notifications/cancelled' });
  });

  test.each<[string, CorrelatorOptions['write']]>([
    [
      'throws',
      () => {
        throw new Error('EPIPE');
      },
    ],
    ['rejects', () => Promise.reject(new Error('EPIPE'))],
  ])('a write that %s fails its request, and only that', async (_name, write) => {
    const channel = open({ write });
    await expect(channel.send(request(1))).rejects.toMatchObject({ code: 'unreachable', cause: { message: 'EPIPE' } });
  });

  test('a cancellation that can not be written hurts nobody', async () => {
    let broken = false;
    const channel = open({ write: () => (broken ? Promise.reject(new Error('EPIPE')) : undefined) });
    const abort = new AbortController();
    const sent = channel.send(request(1), { signal: abort.signal });
    broken = true;
    abort.abort('why');
    await expect(sent).rejects.toBe('why');
    await setImmediate();
  });

  test('close rejects all that is under way and all that comes later, with its error', async () => {
    const channel = open();
    const sent = [1, 2].map((id) => channel.send(request(id)));
    channel.close(new TransportError('unreachable', 'the process died'));
    channel.close();
    for (const pending of [...sent, channel.send(request(3))]) {
      await expect(pending).rejects.toMatchObject({ code: 'unreachable', message: 'the process died' });
    }
    expect(channel.written).toHaveLength(2);
  });

  test('close without an error says that the channel is closed', async () => {
    const channel = open();
    const sent = channel.send(request(1));
    channel.close();
    await expect(sent).rejects.toMatchObject({ code: 'closed' });
  });
});
