/** Timeouts, deadlines and signals: SYSTEM C6. Specification 2026-07-28, basic/patterns/cancellation. */
import { Client, type ClientOptions } from '@mrtr/client';
import { settle, virtualClock } from '@mrtr/testing';
import { type SendOptions, type Transport, TransportError } from '@mrtr/transport';
import { describe, expect, test, vi } from 'vitest';
import type { OnElicit } from './support/callbacks.js';
import { clientErrorOf, failureOf } from './support/failure.js';
import { accept, done, fakeServer, formRequest, interim, scripted } from './support/fake-server.js';

/** A server that answers its first leg with an interim result, and no other. */
function silentAfter(first: unknown) {
  return fakeServer((_request, leg) => (leg === 1 ? first : new Promise(() => undefined)));
}

const never = () => new Promise<never>(() => undefined);

/** A transport that never answers and does not listen to its signals. */
function deafTransport(): { transport: Transport; signals: (AbortSignal | undefined)[] } {
  const signals: (AbortSignal | undefined)[] = [];
  return {
    signals,
    transport: {
      send(_request, options) {
        signals.push(options?.signal);
        return never();
      },
      close: async () => undefined,
    },
  };
}

describe('the timeout of one leg', () => {
  test('rejects, and tells the server that nobody waits any more', async () => {
    const clock = virtualClock(0);
    let signal: AbortSignal | undefined;
    const server = fakeServer(({ info }) => {
      signal = info.signal;
      return never();
    });
    const call = clientErrorOf(new Client(server, { clock, timeoutMs: 1000 }).callTool('t'));
    await clock.advance(999);
    expect(signal?.aborted).toBe(false);
    await clock.advance(1);
    expect((await call).code).toBe('timeout');
    expect(signal?.aborted).toBe(true);
    // The reason stays on this side.
    expect(String(signal?.reason)).not.toContain('timeoutMs');
  });

  test('is 60 seconds unless it is set, for the client or for the call', async () => {
    const clock = virtualClock(0);
    const server = scripted(done());
    await new Client(server, { clock }).callTool('t');
    await new Client(server, { clock, timeoutMs: 5 }).callTool('t');
    await new Client(server, { clock, timeoutMs: 5 }).callTool('t', {}, { timeoutMs: 7 });
    await new Client(server, { clock, timeoutMs: Infinity }).callTool('t');
    expect(clock.delays).toEqual([60_000, 5, 7]);
    expect(clock.waiting).toBe(0);
  });

  test('does not run while callbacks do, and starts anew with each leg', async () => {
    const clock = virtualClock(0);
    const server = silentAfter(interim({ q: formRequest() }));
    let answer = (): void => undefined;
    const onElicit = () => new Promise<ReturnType<typeof accept>>((resolve) => (answer = () => resolve(accept('x'))));
    const call = clientErrorOf(new Client(server, { clock, timeoutMs: 1000, onElicit }).callTool('t'));
    await clock.advance(3_600_000);
    expect(clock.waiting).toBe(0);
    answer();
    await clock.advance(999);
    expect(clock.waiting).toBe(1);
    await clock.advance(1);
    expect((await call).code).toBe('timeout');
    expect(server.seen).toHaveLength(2);
  });

  test('a response that comes later is dropped', async () => {
    const clock = virtualClock(0);
    let respond = (): void => undefined;
    const server = fakeServer(() => new Promise((resolve) => (respond = () => resolve(done()))));
    const call = clientErrorOf(new Client(server, { clock, timeoutMs: 10 }).callTool('t'));
    await clock.advance(10);
    respond();
    await settle();
    expect((await call).code).toBe('timeout');
  });

  test('settles a call over a transport that does not listen to its signal', async () => {
    const clock = virtualClock(0);
    const { transport, signals } = deafTransport();
    const call = clientErrorOf(new Client(transport, { clock, timeoutMs: 10 }).callTool('t'));
    await clock.advance(10);
    expect((await call).code).toBe('timeout');
    expect(signals[0]?.aborted).toBe(true);
  });
});

describe('the deadline of the whole flow', () => {
  test('settles a call whose callback hangs, and aborts the callback', async () => {
    const clock = virtualClock(0);
    const server = silentAfter(interim({ q: formRequest() }));
    let signal: AbortSignal | undefined;
    const onElicit: ClientOptions['onElicit'] = (_params, ask) => {
      signal = ask.signal;
      return never();
    };
    const call = clientErrorOf(new Client(server, { clock, deadlineMs: 5000, onElicit }).callTool('book'));
    await clock.advance(5000);
    const error = await call;
    expect(error.code).toBe('deadline');
    expect(error.message).toContain('tools/call "book"');
    expect(signal?.aborted).toBe(true);
    expect(server.seen).toHaveLength(1);
  });

  test('settles a call that waits for its server, and one in a pause', async () => {
    const clock = virtualClock(0);
    const server = fakeServer(never);
    const first = clientErrorOf(new Client(server, { clock }).callTool('t', {}, { deadlineMs: 100 }));
    const waiting = scripted(interim(undefined, 's'));
    const second = clientErrorOf(
      new Client(waiting, { clock, waiting: { pauseMs: 1000, maxPauseMs: 1000 } }).callTool(
        't',
        {},
        { deadlineMs: 100 },
      ),
    );
    await clock.advance(100);
    expect([(await first).code, (await second).code]).toEqual(['deadline', 'deadline']);
    expect(waiting.seen).toHaveLength(1);
    expect(clock.waiting).toBe(0);
  });

  test('counts legs, callbacks and pauses together', async () => {
    const clock = virtualClock(0);
    const server = scripted(
      interim({ q: formRequest() }),
      interim(undefined, 's'),
      interim({ q: formRequest() }),
      done(),
    );
    const onElicit = () =>
      new Promise<ReturnType<typeof accept>>((resolve) => clock.setTimeout(() => resolve(accept('x')), 100));
    const call = clientErrorOf(new Client(server, { clock, deadlineMs: 240, onElicit }).callTool('t'));
    await clock.advance(240);
    expect((await call).code).toBe('deadline');
    expect(server.seen).toHaveLength(3);
  });

  test('leaves no timer behind a call that finished', async () => {
    const clock = virtualClock(0);
    await new Client(scripted(done()), { clock, deadlineMs: 1000 }).callTool('t');
    expect(clock.waiting).toBe(0);
  });
});

describe('a signal', () => {
  const reason = new Error('The person left');

  test('that is aborted already lets nothing be sent', async () => {
    const server = scripted(done());
    const call = new Client(server).callTool('t', {}, { signal: AbortSignal.abort(reason) });
    expect(await failureOf(call)).toBe(reason);
    await settle();
    expect(server.seen).toHaveLength(0);
  });

  test('aborts a leg: the server hears of it, and nothing follows', async () => {
    const controller = new AbortController();
    let seen: AbortSignal | undefined;
    const server = fakeServer(({ info }) => {
      seen = info.signal;
      return never();
    });
    const call = new Client(server).callTool('t', {}, { signal: controller.signal });
    await settle();
    controller.abort(reason);
    expect(await failureOf(call)).toBe(reason);
    expect(seen?.aborted).toBe(true);
    await settle();
    expect(server.seen).toHaveLength(1);
  });

  test('aborts callbacks, and no leg follows though they answer all the same', async () => {
    const controller = new AbortController();
    const server = silentAfter(interim({ q: formRequest() }, 's'));
    const onElicit: ClientOptions['onElicit'] = (_params, { signal }) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(accept('too late'))));
    const call = new Client(server, { onElicit }).callTool('t', {}, { signal: controller.signal });
    await settle();
    controller.abort(reason);
    expect(await failureOf(call)).toBe(reason);
    await settle();
    expect(server.seen).toHaveLength(1);
  });

  test('that aborts in the very turn in which a callback answers lets nothing be sent', async () => {
    const controller = new AbortController();
    const server = silentAfter(interim({ q: formRequest() }, 's'));
    const onElicit: ClientOptions['onElicit'] = () => {
      void Promise.resolve().then(() => controller.abort(reason));
      return accept('x');
    };
    const call = new Client(server, { onElicit }).callTool('t', {}, { signal: controller.signal });
    expect(await failureOf(call)).toBe(reason);
    await settle();
    expect(server.seen).toHaveLength(1);
  });

  test('that aborts while a round is shown lets nobody be asked', async () => {
    const controller = new AbortController();
    const server = scripted(interim({ q: formRequest() }, 's'));
    const onElicit = vi.fn<OnElicit>(() => accept('x'));
    const onRound = () => controller.abort(reason);
    const call = new Client(server, { onElicit, onRound }).callTool('t', {}, { signal: controller.signal });
    expect(await failureOf(call)).toBe(reason);
    expect(onElicit).not.toHaveBeenCalled();
    expect(server.seen).toHaveLength(1);
  });

  test('aborts a pause', async () => {
    const clock = virtualClock(0);
    const controller = new AbortController();
    const server = scripted(interim(undefined, 's'));
    const call = new Client(server, { clock }).callTool('t', {}, { signal: controller.signal });
    await clock.advance(10);
    controller.abort(reason);
    expect(await failureOf(call)).toBe(reason);
    await clock.advance(1000);
    expect(server.seen).toHaveLength(1);
    expect(clock.waiting).toBe(0);
  });

  test('reaches a transport, of which other calls notice nothing', async () => {
    const controller = new AbortController();
    const { transport, signals } = deafTransport();
    const client = new Client(transport);
    const call = client.callTool('t', {}, { signal: controller.signal });
    void client.callTool('other').catch(() => undefined);
    await settle();
    controller.abort(reason);
    expect(await failureOf(call)).toBe(reason);
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, false]);
    expect(signals[0]?.reason).toBe(reason);
  });

  test('has no listeners left when its calls are over', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    const client = new Client(scripted(interim({ q: formRequest() }), done()), { onElicit: () => accept('x') });
    await client.callTool('t', {}, { signal });
    expect(added).toHaveBeenCalled();
    expect(removed.mock.calls.map((call) => call[1])).toEqual(added.mock.calls.map((call) => call[1]));
  });
});

describe('closing the client', () => {
  test('ends what is under way, wherever it stands, and whatever is begun later', async () => {
    const clock = virtualClock(0);
    const open = (server: ReturnType<typeof fakeServer>) => new Client(server, { clock, onElicit: never });
    const clients = [
      open(fakeServer(never)),
      open(scripted(interim({ q: formRequest() }))),
      open(scripted(interim(undefined, 's'))),
    ];
    const calls = clients.map((client) => clientErrorOf(client.callTool('t')));
    await settle();
    await Promise.all(clients.map((client) => client.close()));
    await Promise.all(clients.map((client) => client.close()));
    expect((await Promise.all(calls)).map(({ code }) => code)).toEqual(['closed', 'closed', 'closed']);
    expect((await clientErrorOf(clients[0]!.callTool('t'))).code).toBe('closed');
    expect(clock.waiting).toBe(0);
  });

  test('is what leaving an `await using` block does', async () => {
    let closed = 0;
    const transport: Transport = { send: never, close: async () => void closed++ };
    {
      await using client = new Client(transport);
      expect(client.serverInfo).toBeUndefined();
    }
    expect(closed).toBe(1);
  });
});

test('notifications that come after the response, or after the end of the call, are dropped', async () => {
  let notify: SendOptions['onNotification'];
  const transport: Transport = {
    async send({ id }, options) {
      notify = options?.onNotification;
      return { jsonrpc: '2.0', id, result: done() };
    },
    close: async () => undefined,
  };
  const heard: string[] = [];
  await new Client(transport).callTool('t', {}, { onNotification: ({ method }) => heard.push(method) });
  notify?.({ jsonrpc: '2.0', method: 'vendor/late' });
  expect(heard).toEqual([]);
});

test('a channel that fails is reported as it is, and the call can be made again', async () => {
  let attempts = 0;
  const failure = new TransportError('unreachable', 'No route');
  const transport: Transport = {
    send: ({ id }) =>
      ++attempts === 1 ? Promise.reject(failure) : Promise.resolve({ jsonrpc: '2.0' as const, id, result: done() }),
    close: async () => undefined,
  };
  const client = new Client(transport);
  expect(await failureOf(client.callTool('t'))).toBe(failure);
  expect(await client.callTool('t')).toEqual(done());
});
