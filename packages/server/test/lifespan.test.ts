/** The lifespan value: SYSTEM H7. Made once before the first request, disposed when the server closes. */
import { McpServer, Server } from '@mrtr/server';
import { describe, expect, test, vi } from 'vitest';
import { recordingLogger } from './support/recording.js';
import { call, failure, textOf } from './support/requests.js';

const INFO = { name: 'life', version: '1.0.0' };

/** A promise and its ends. */
function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (error: unknown) => void } {
  let resolve!: (value: T) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<T>((...ends) => ([resolve, reject] = ends));
  return { promise, resolve, reject };
}

function serverOf<T>(lifespan: () => T | Promise<T>): McpServer<T> {
  const server = new McpServer<T>(INFO, { lifespan, logger: recordingLogger() });
  server.tool('t', {}, (_input, ctx) => JSON.stringify(ctx.lifespan) ?? 'undefined');
  return server;
}

describe('the lifespan value', () => {
  test('is what every handler is told of, on both tiers', async () => {
    const make = vi.fn(() => ({ db: 'open' }));
    expect(textOf(await call(serverOf(make), 't'))).toBe('{"db":"open"}');
    const low = new Server(INFO, {
      lifespan: make,
      onCallTool: (ctx) => ({ content: [{ type: 'text', text: ctx.lifespan.db }] }),
    });
    expect(textOf(await call(low, 't'))).toBe('open');
  });

  test('is undefined where there is none', async () => {
    const server = new McpServer(INFO);
    server.tool('t', {}, (_input, ctx) => String(ctx.lifespan));
    expect(textOf(await call(server, 't'))).toBe('undefined');
  });

  test('may be any value, falsy ones too', async () => {
    for (const value of [0, '', false, null]) {
      const make = vi.fn(() => value);
      const server = serverOf(make);
      await call(server, 't');
      expect(textOf(await call(server, 't'))).toBe(JSON.stringify(value));
      expect(make).toHaveBeenCalledOnce();
    }
  });

  test('is made by the first request that needs it and by no other, also by many at once', async () => {
    const { promise, resolve } = deferred<string>();
    const make = vi.fn(() => promise);
    const server = serverOf(make);
    expect(make).not.toHaveBeenCalled();
    await failure(server, 'no/such');
    expect(make).not.toHaveBeenCalled();
    const calls = Array.from({ length: 5 }, () => call(server, 't'));
    resolve('ready');
    expect((await Promise.all(calls)).map(textOf)).toEqual(Array.from({ length: 5 }, () => '"ready"'));
    await call(server, 't');
    expect(make).toHaveBeenCalledOnce();
  });

  test('that fails to start fails the requests that waited, and is tried again by the next', async () => {
    const make = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(new Error('secret DSN'))
      .mockResolvedValue('ready');
    const server = serverOf(make);
    const failures = await Promise.all([
      failure(server, 'tools/call', { name: 't' }),
      failure(server, 'tools/call', { name: 't' }),
    ]);
    expect(failures).toEqual([
      { code: -32603, message: 'Internal error' },
      { code: -32603, message: 'Internal error' },
    ]);
    expect(textOf(await call(server, 't'))).toBe('"ready"');
    expect(make).toHaveBeenCalledTimes(2);
  });

  test('that throws while starting is no different', async () => {
    const server = serverOf(() => {
      throw new Error('no');
    });
    expect(await failure(server, 'tools/call', { name: 't' })).toMatchObject({ code: -32603 });
  });
});

describe('closing', () => {
  test.each([
    ['asyncDispose', (dispose: () => void) => ({ [Symbol.asyncDispose]: () => Promise.resolve(dispose()) })],
    ['dispose', (dispose: () => void) => ({ [Symbol.dispose]: dispose })],
    [
      'asyncDispose before dispose',
      (dispose: () => void) => ({
        [Symbol.asyncDispose]: () => Promise.resolve(dispose()),
        [Symbol.dispose]: () => expect.unreachable(),
      }),
    ],
  ])('disposes the value by Symbol.%s, once', async (_, make) => {
    const dispose = vi.fn();
    const server = serverOf(() => make(dispose));
    await call(server, 't');
    await Promise.all([server.close(), server.close()]);
    await server[Symbol.asyncDispose]();
    expect(dispose).toHaveBeenCalledOnce();
  });

  test('leaves alone what can not be disposed, and what was never made', async () => {
    const make = vi.fn(() => 7);
    const unused = serverOf(make);
    await unused.close();
    expect(make).not.toHaveBeenCalled();
    for (const value of [undefined, null, 7, 'text', {}]) {
      const server = serverOf(() => value);
      await call(server, 't');
      await expect(server.close()).resolves.toBeUndefined();
    }
  });

  test('waits for a start that is under way, and disposes what came of it', async () => {
    const { promise, resolve } = deferred<Disposable>();
    const dispose = vi.fn();
    const server = serverOf(() => promise);
    const pending = call(server, 't');
    const closed = server.close();
    resolve({ [Symbol.dispose]: dispose });
    await pending;
    await closed;
    expect(dispose).toHaveBeenCalledOnce();
  });

  test('has nothing to dispose after a start that failed', async () => {
    const { promise, reject } = deferred<string>();
    const server = serverOf(() => promise);
    const pending = failure(server, 'tools/call', { name: 't' });
    const closed = server.close();
    reject(new Error('no'));
    await expect(pending).resolves.toMatchObject({ code: -32603 });
    await expect(closed).resolves.toBeUndefined();
  });

  test('passes on what disposing throws', async () => {
    const server = serverOf(() => ({ [Symbol.asyncDispose]: () => Promise.reject(new Error('flush failed')) }));
    await call(server, 't');
    await expect(server.close()).rejects.toThrow('flush failed');
  });

  test('ends the server: a later request starts nothing that nobody would dispose', async () => {
    const make = vi.fn(() => ({}));
    const server = serverOf(make);
    await call(server, 't');
    await server.close();
    expect(await failure(server, 'tools/call', { name: 't' })).toEqual({
      code: -32603,
      message: 'The server is closed',
    });
    expect(make).toHaveBeenCalledOnce();
  });

  test('happens at the end of an `await using` block', async () => {
    const dispose = vi.fn();
    {
      await using server = serverOf(() => ({ [Symbol.dispose]: dispose }));
      await call(server, 't');
      expect(dispose).not.toHaveBeenCalled();
    }
    expect(dispose).toHaveBeenCalledOnce();
  });
});
