/** What only Node has: a server in one call, and the frameworks that the listener is mounted in. */
import { createServer } from 'node:http';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { nodeListener, serve } from '../src/node.js';
import { httpHandler } from '../src/server.js';
import { aborted, deferred, exchangerOf, progress, resultOf } from './support/exchanger.js';
import { callOf, headersOf } from './support/messages.js';
import { rawClient, rawPost } from './support/raw.js';
import { listen } from './support/shells.js';

const call = callOf('a', { b: 1 });

function post(url: string, changes: Record<string, string | undefined> = {}): Promise<Response> {
  return fetch(url, { method: 'POST', headers: headersOf(call, changes), body: JSON.stringify(call) });
}

/** The message of a response; a sound one echoes the call. */
async function messageOf(response: Response | Promise<Response>): Promise<unknown> {
  return (await response).json();
}

const ECHO = resultOf(call, { resultType: 'complete', echo: { b: 1 } });

describe('serve', () => {
  test('listens on this machine alone, on a port that is free, at /mcp', async () => {
    await using running = await serve(exchangerOf());
    expect(running.port).toBeGreaterThan(0);
    expect(running.url).toBe(`http://127.0.0.1:${running.port}/mcp`);
    expect(await messageOf(post(running.url))).toEqual(ECHO);
    expect(await messageOf(post(`${running.url}?x=1`))).toEqual(ECHO);
  });

  test('answers nothing else than its path', async () => {
    await using running = await serve(exchangerOf(), { path: '/api/mcp' });
    expect(await messageOf(post(running.url))).toEqual(ECHO);
    for (const path of ['/', '/mcp', '/api/mcp/', '/api/mcp/x']) {
      expect((await post(new URL(path, running.url).href)).status).toBe(404);
    }
  });

  test('takes the options of the listener', async () => {
    await using running = await serve(exchangerOf(), { maxBodyBytes: 10 });
    expect((await post(running.url)).status).toBe(413);
  });

  test('refuses a foreign Host without being told', async () => {
    await using running = await serve(exchangerOf());
    using client = rawClient(running.port);
    client.write(rawPost(call, { host: 'evil.example' }));
    expect((await client.response()).status).toBe(403);
  });

  test.each([
    ['::1', /^http:\/\/\[::1\]:\d+\/mcp$/],
    ['localhost', /^http:\/\/localhost:\d+\/mcp$/],
    ['0.0.0.0', /^http:\/\/127\.0\.0\.1:\d+\/mcp$/],
  ])('on %s it can be reached under its url', async (hostname, url) => {
    await using running = await serve(exchangerOf(), { hostname });
    expect(running.url).toMatch(url);
    expect(await messageOf(post(running.url))).toEqual(ECHO);
  });

  test('rejects with what the system says when it can not listen', async () => {
    await using running = await serve(exchangerOf());
    await expect(serve(exchangerOf(), { port: running.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await expect(serve(exchangerOf(), { path: 'mcp' })).rejects.toThrow(TypeError);
    await expect(serve(exchangerOf(), { graceMs: -1 })).rejects.toThrow(RangeError);
  });

  test('close lets what is under way finish, and accepts nothing new', async () => {
    const started = deferred();
    const go = deferred();
    const running = await serve(
      exchangerOf({
        'tools/call': async (request) => {
          started.resolve();
          await go.promise;
          return resultOf(request, { finished: true });
        },
      }),
      { graceMs: 10_000 },
    );
    using client = rawClient(running.port);
    client.write(rawPost(call));
    await started.promise;
    const closed = Promise.all([running.close(), running.close()]);
    await expect(post(running.url)).rejects.toThrow('fetch failed');
    go.resolve();
    expect(JSON.parse((await client.response()).body)).toMatchObject({ result: { finished: true } });
    await closed;
    await client.closed();
    // Left alone, Node would keep the connection for 5 seconds.
  }, 4500);

  test('close ends what takes longer than the grace period, and its signal aborts', async () => {
    const ended = deferred();
    const running = await serve(
      exchangerOf({
        'tools/call': async (request, info) => {
          info.notify?.(progress(1));
          await aborted(info.signal);
          ended.resolve();
          return resultOf(request);
        },
      }),
      { graceMs: 20 },
    );
    using client = rawClient(running.port);
    client.write(rawPost(call));
    await client.until('"progress":1}}');
    await running.close();
    await expect(ended.promise).resolves.toBeUndefined();
    await client.closed();
  });

  test('close ends connections that are merely kept alive', async () => {
    const running = await serve(exchangerOf(), { graceMs: 1_000_000 });
    using client = rawClient(running.port);
    client.write(rawPost(call));
    await client.response();
    await running.close();
    await expect(client.closed()).resolves.toBeUndefined();
  });
});

describe('nodeListener', () => {
  test('mounts in Express', async () => {
    const app = express();
    app.post('/mcp', nodeListener(exchangerOf()));
    await using http = await listen(app);
    expect(await messageOf(post(http.url))).toEqual(ECHO);
  });

  test('mounts in Express behind its body parser, at a path of its own', async () => {
    const app = express();
    const urls: string[] = [];
    app.use(express.json());
    app.use(
      '/api',
      nodeListener(exchangerOf(), {
        authenticate: ({ url }) => {
          urls.push(url);
          return undefined;
        },
      }),
    );
    await using http = await listen(app);
    expect(await messageOf(post(`http://127.0.0.1:${http.port}/api/mcp`))).toEqual(ECHO);
    expect(urls).toEqual([`http://127.0.0.1:${http.port}/api/mcp`]);
  });

  test('keeps the headers that a middleware has set', async () => {
    const app = express();
    app.use((_request, response, next) => {
      response.setHeader('X-Frame-Options', 'DENY');
      next();
    });
    app.use(nodeListener(exchangerOf()));
    await using http = await listen(app);
    expect((await post(http.url)).headers.get('x-frame-options')).toBe('DENY');
  });

  test('mounts in Fastify, which leaves the body to it', async () => {
    const app = fastify();
    const listener = nodeListener(exchangerOf());
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _payload, done) => done(null));
    app.post('/mcp', (request, reply) => {
      reply.hijack();
      listener(request.raw, reply.raw);
    });
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    expect(await messageOf(post(`${address}/mcp`))).toEqual(ECHO);
    await app.close();
  });

  test.each<[string, unknown, number]>([
    ['a string', JSON.stringify(call), 200],
    ['bytes', Buffer.from(JSON.stringify(call)), 200],
    ['an object', call, 200],
    ['invalid UTF-8', Buffer.from([0xff]), 400],
    ['a string that is no JSON', '{', 400],
  ])('takes a body that was read before from rawBody or body: %s', async (_name, body, status) => {
    const listener = nodeListener(exchangerOf());
    for (const member of ['body', 'rawBody']) {
      if (member === 'rawBody' && body === call) continue;
      await using http = await listen((request, response) => {
        request.resume().on('end', () => {
          Object.assign(request, { [member]: body });
          setImmediate(() => listener(request, response));
        });
      });
      expect((await post(http.url)).status).toBe(status);
    }
  });

  test('a body that was read before and left nowhere is a 500, and onError says what to do', async () => {
    const errors: unknown[] = [];
    const listener = nodeListener(exchangerOf(), { onError: (error) => errors.push(error) });
    await using http = await listen((request, response) => {
      request.resume().on('end', () => setImmediate(() => listener(request, response)));
    });
    expect((await post(http.url)).status).toBe(500);
    expect(errors).toMatchObject([{ message: expect.stringContaining('req.body') as string }]);
  });

  test('a response that somebody else has begun goes to onError, and stays theirs', async () => {
    const failed = deferred<unknown>();
    const listener = nodeListener(exchangerOf(), { onError: failed.resolve });
    await using http = await listen((request, response) => {
      response.write('mine');
      listener(request, response);
      void failed.promise.then(() => response.end());
    });
    expect(await (await post(http.url)).text()).toBe('mine');
    expect(await failed.promise).toMatchObject({ code: 'ERR_HTTP_HEADERS_SENT' });
  });

  test('a client that reads only after it has sent all of it still gets to read why', async () => {
    const size = 12 * 1024 * 1024;
    await using http = await listen(nodeListener(exchangerOf()));
    using client = rawClient(http.port);
    client.write(rawPost(call, { 'content-length': String(size) }, ''));
    await new Promise<void>((resolve, reject) => {
      client.socket.write(Buffer.alloc(size), (error) => (error ? reject(error) : resolve()));
    });
    expect((await client.response()).status).toBe(413);
  });

  test('twenty pipelined requests whose client goes away are all aborted, without a warning', async () => {
    const warnings: unknown[] = [];
    const onWarning = (warning: unknown): void => void warnings.push(warning);
    process.on('warning', onWarning);
    const all = deferred();
    let count = 0;
    const server = exchangerOf({
      'tools/call': async (request, { signal }) => {
        if (++count === 20) all.resolve();
        await aborted(signal);
        count--;
        return resultOf(request);
      },
    });
    await using http = await listen(nodeListener(server));
    using client = rawClient(http.port);
    client.write(rawPost(call).repeat(20));
    await all.promise;
    client.socket.destroy();
    await expect.poll(() => count).toBe(0);
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });

  test('a server behind a name of its own has to be told that name', async () => {
    const http = createServer(nodeListener(exchangerOf(), { allowedHosts: ['app.example'] }));
    await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve));
    const { port } = http.address() as { port: number };
    using client = rawClient(port);
    client.write(rawPost(call, { host: 'app.example' }));
    expect((await client.response()).status).toBe(200);
    http.closeAllConnections();
    http.close();
  });
});

describe('httpHandler', () => {
  test('mounts in Hono', async () => {
    const app = new Hono();
    const handle = httpHandler(exchangerOf());
    app.all('/mcp', ({ req }) => handle(req.raw));
    const request = new Request('http://127.0.0.1/mcp', {
      method: 'POST',
      headers: headersOf(call),
      body: JSON.stringify(call),
    });
    expect(await messageOf(app.request(request))).toEqual(ECHO);
  });

  test('a foreign Host on a loopback URL is forbidden, a public name elsewhere is not', async () => {
    const handle = httpHandler(exchangerOf());
    const of = (url: string, host: string): Request =>
      new Request(url, { method: 'POST', headers: headersOf(call, { host }), body: JSON.stringify(call) });
    expect((await handle(of('http://127.0.0.1/mcp', 'evil.example'))).status).toBe(403);
    expect((await handle(of('https://app.example/mcp', 'app.example'))).status).toBe(200);
  });

  test('a request without a body is a parse error', async () => {
    const handle = httpHandler(exchangerOf());
    expect(
      (await handle(new Request('http://127.0.0.1/mcp', { method: 'POST', headers: headersOf(call) }))).status,
    ).toBe(400);
  });

  test('a body that lies about its length is counted all the same', async () => {
    const handle = httpHandler(exchangerOf(), { maxBodyBytes: 1000 });
    const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(400)) });
    const init = { method: 'POST', headers: headersOf(call, { 'content-length': '10' }), body, duplex: 'half' };
    expect((await handle(new Request('http://127.0.0.1/mcp', init as RequestInit))).status).toBe(413);
  });

  test('a body that was read before rejects, and says what to do', async () => {
    const request = new Request('http://127.0.0.1/mcp', { method: 'POST', headers: headersOf(call), body: '{}' });
    await request.text();
    await expect(httpHandler(exchangerOf())(request)).rejects.toThrow(/untouched/);
  });

  test('cancelling the response stream aborts the signal', async () => {
    const ended = deferred();
    const handle = httpHandler(
      exchangerOf({
        'tools/call': async (request, info) => {
          info.notify?.(progress(1));
          await aborted(info.signal);
          ended.resolve();
          return resultOf(request);
        },
      }),
    );
    const request = new Request('http://127.0.0.1/mcp', {
      method: 'POST',
      headers: headersOf(call),
      body: JSON.stringify(call),
    });
    const response = await handle(request);
    await response.body?.cancel();
    await expect(ended.promise).resolves.toBeUndefined();
  });
});
