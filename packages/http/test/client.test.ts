/** The client's end, against servers made by hand that answer well, badly, or not at all. */
import { getEventListeners } from 'node:events';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { TransportError } from '@mrtr/transport';
import type { JsonRpcRequest } from '@mrtr/types';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { httpTransport, type HttpTransportOptions } from '../src/client.js';
import { aborted, deferred, exchangerOf, progress, resultOf } from './support/exchanger.js';
import { callOf, requestOf } from './support/messages.js';
import { listen, type Listening, shells } from './support/shells.js';

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server that lets `answer` write whatever it likes, and keeps what it was sent. */
async function scripted(
  answer: (response: ServerResponse, received: Received) => void,
): Promise<Listening & { received: Received[] }> {
  const received: Received[] = [];
  const http = await listen((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      received.push({ method, url, headers, body });
      answer(response, { method, url, headers, body });
    });
  });
  return { ...http, [Symbol.asyncDispose]: () => http[Symbol.asyncDispose](), received };
}

const call = callOf('a', { b: 1 });
const ok = resultOf(call, { resultType: 'complete' });

function json(response: ServerResponse, message: unknown, status = 200, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(message));
}

function events(response: ServerResponse, text: string | Uint8Array): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(text);
}

const event = (message: unknown): string => `data: ${JSON.stringify(message)}\n\n`;

/** Sends one request to a server that answers once, in one way. */
async function sendTo(
  answer: (response: ServerResponse) => void,
  options?: HttpTransportOptions,
  onNotification?: (notification: unknown) => void,
): Promise<unknown> {
  await using server = await scripted(answer);
  return await httpTransport(server.url, options).send(call, { onNotification });
}

describe.each(shells)('a round trip to $name', ({ listen: serve }) => {
  test('carries requests, responses, errors and notifications', async () => {
    await using http = await serve(
      exchangerOf({
        'tools/call': (request, info) => {
          for (const step of [1, 2, 3]) info.notify?.(progress(step));
          return resultOf(request, { name: request.params?.['name'] });
        },
        'nowhere/to/be/found': (request) => ({
          jsonrpc: '2.0',
          id: request.id,
          error: { code: -32601, message: 'Method not found' },
        }),
      }),
    );
    const transport = httpTransport(http.url);
    const seen: unknown[] = [];
    const name = 'ünïcode \u0001 =?base64?YQ==?=';
    await expect(transport.send(callOf(name, {}, 'x'), { onNotification: (n) => seen.push(n) })).resolves.toEqual({
      jsonrpc: '2.0',
      id: 'x',
      result: { name },
    });
    expect(seen).toEqual([progress(1), progress(2), progress(3)]);
    await expect(transport.send(requestOf('tools/list'))).resolves.toMatchObject({ id: 1, result: { echo: null } });
    await expect(transport.send(requestOf('nowhere/to/be/found'))).resolves.toMatchObject({
      id: 1,
      error: { code: -32601 },
    });
  });

  test('the server hears of an abort, and of nothing that was thought about it', async () => {
    const started = deferred();
    const ended = deferred<unknown>();
    await using http = await serve(
      exchangerOf({
        'tools/call': async (request, { signal }) => {
          started.resolve();
          await aborted(signal);
          ended.resolve(signal?.reason);
          return resultOf(request);
        },
      }),
    );
    const abort = new AbortController();
    const sent = httpTransport(http.url).send(call, { signal: abort.signal });
    await started.promise;
    const reason = new Error('secret');
    abort.abort(reason);
    await expect(sent).rejects.toBe(reason);
    expect(String(await ended.promise)).not.toContain('secret');
  });
});

describe('what is sent', () => {
  async function sent(
    request: JsonRpcRequest,
    options?: HttpTransportOptions,
    headers?: Record<string, string>,
  ): Promise<Received> {
    await using server = await scripted((response, { body }) =>
      json(response, resultOf(JSON.parse(body) as JsonRpcRequest)),
    );
    await httpTransport(server.url, options).send(request, { headers });
    return server.received[0] as Received;
  }

  test('is one POST with the standard headers', async () => {
    const { method, url, headers, body } = await sent(call);
    expect([method, url]).toEqual(['POST', '/mcp']);
    expect(JSON.parse(body)).toEqual(call);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'a',
    });
  });

  test.each<[string, JsonRpcRequest, string | undefined]>([
    ['a prompt', requestOf('prompts/get', { name: 'briefing' }), 'briefing'],
    ['a resource', requestOf('resources/read', { uri: 'file:///a%20b?c=d' }), 'file:///a%20b?c=d'],
    ['a name that is not ASCII', callOf('世界'), '=?base64?5LiW55WM?='],
    ['a name with a line feed', callOf('a\r\nX-Evil: 1'), '=?base64?YQ0KWC1FdmlsOiAx?='],
    ['a list, which has no name', requestOf('tools/list', { name: 'x' }), undefined],
  ])('Mcp-Name of %s', async (_name, request, value) => {
    const { headers } = await sent(request);
    expect(headers['mcp-name']).toBe(value);
    expect(headers['x-evil']).toBeUndefined();
  });

  test('a request without _meta has no version header', async () => {
    const { headers } = await sent({ jsonrpc: '2.0', id: 1, method: 'initialize' });
    expect(headers['mcp-protocol-version']).toBeUndefined();
  });

  test('the headers of the call and of the app go along', async () => {
    const { headers } = await sent(
      call,
      { headers: { Authorization: 'Bearer t', 'X-App': '1' } },
      { 'Mcp-Param-Region': 'eu', 'x-app': '2' },
    );
    expect(headers).toMatchObject({ authorization: 'Bearer t', 'mcp-param-region': 'eu', 'x-app': '2' });
  });

  test('headers can be made anew for each request', async () => {
    let count = 0;
    await using server = await scripted((response) => json(response, ok));
    const transport = httpTransport(server.url, {
      headers: () => Promise.resolve({ Authorization: `Bearer ${++count}` }),
    });
    await transport.send(call);
    await transport.send(call);
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual(['Bearer 1', 'Bearer 2']);
  });

  test('headers that can not be made are the reason', async () => {
    const failure = new Error('no token');
    await using server = await scripted((response) => json(response, ok));
    await expect(httpTransport(server.url, { headers: () => Promise.reject(failure) }).send(call)).rejects.toBe(
      failure,
    );
    expect(server.received).toEqual([]);
  });

  test('what the protocol defines can not be replaced, in any case', async () => {
    const own = {
      ACCEPT: 'text/html',
      'content-TYPE': 'text/plain',
      'mcp-method': 'x',
      'Mcp-Name': 'y',
      'MCP-PROTOCOL-VERSION': 'z',
    };
    const { headers } = await sent(call, { headers: own }, own);
    expect(headers).toMatchObject({
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-method': 'tools/call',
      'mcp-name': 'a',
      'mcp-protocol-version': '2026-07-28',
    });
    expect((await sent(requestOf('tools/list'), { headers: own })).headers['mcp-name']).toBeUndefined();
  });

  test.each<[string, JsonRpcRequest, HttpTransportOptions, Record<string, string>?]>([
    ['a header of the app with a line feed', call, { headers: { 'X-App': 'secret\r\nX-Evil: 1' } }],
    ['a header of the app that is not ASCII', call, { headers: { 'X-App': 'secret é' } }],
    ['a header of the app with a space at its end', call, { headers: { 'X-App': 'secret ' } }],
    ['a name with a line feed', call, { headers: { 'X-App\r\nX-Evil': 'secret' } }],
    ['a header of the call with a NUL', call, {}, { 'Mcp-Param-A': 'secret\0' }],
    ['a method with a line feed', { ...call, method: 'a\r\nX-Evil: 1' }, {}],
    ['a method that is not ASCII', { ...call, method: 'é' }, {}],
    [
      'a version with a line feed',
      requestOf('a', { _meta: { 'io.modelcontextprotocol/protocolVersion': '1\n2' } }),
      {},
    ],
    ['a name with a lone surrogate', callOf('secret \ud800'), {}],
    ['a request that is not JSON', callOf('a', { big: 1n }), {}],
  ])('%s never leaves, and is not repeated in the error', async (_name, request, options, headers) => {
    await using server = await scripted((response) => json(response, ok));
    const sending = httpTransport(server.url, options).send(request, { headers });
    await expect(sending).rejects.toMatchObject({ name: 'TransportError', code: 'invalid_message' });
    await expect(sending).rejects.not.toThrow(/secret/);
    expect(server.received).toEqual([]);
  });

  test('goes through the fetch that was passed in', async () => {
    const seen: [string, RequestInit][] = [];
    const transport = httpTransport('https://a.example/mcp?key=1#fragment', {
      fetch: (url, init) => {
        seen.push([url, init]);
        return Promise.resolve(Response.json(ok));
      },
    });
    await expect(transport.send(call)).resolves.toEqual(ok);
    expect(seen[0]?.[0]).toBe('https://a.example/mcp?key=1');
    expect(seen[0]?.[1]).toMatchObject({ method: 'POST', redirect: 'manual', body: JSON.stringify(call) });
  });
});

describe('a JSON answer', () => {
  test('is the response, in whatever pieces it comes', async () => {
    const bytes = Buffer.from(JSON.stringify(resultOf(call, { text: 'é🙂' })));
    const received = await sendTo((response) => {
      response.writeHead(200, { 'content-type': 'Application/JSON; charset=utf-8' });
      for (const byte of bytes) response.write(Uint8Array.of(byte));
      response.end();
    });
    expect(received).toEqual(resultOf(call, { text: 'é🙂' }));
  });

  test.each<[string, unknown]>([
    ['to another request', { ...ok, id: 2 }],
    ['to an id of another type', { ...ok, id: '1' }],
    ['without an id', { jsonrpc: '2.0', result: {} }],
    ['that is a list', [ok]],
    ['that is a request', { jsonrpc: '2.0', id: 1, method: 'roots/list' }],
    ['that is a notification', progress(1)],
    ['of another version', { ...ok, jsonrpc: '1.0' }],
    ['that is null', null],
  ])('%s is invalid', async (_name, message) => {
    await expect(sendTo((response) => json(response, message))).rejects.toMatchObject({ code: 'invalid_response' });
  });

  test.each<[string, string | Uint8Array]>([
    ['nothing', ''],
    ['half a message', '{"jsonrpc":'],
    ['invalid UTF-8', Uint8Array.of(0x22, 0xff, 0x22)],
    ['a hundred thousand levels', '['.repeat(100_000)],
  ])('of %s is invalid, and is not repeated', async (_name, body) => {
    const sending = sendTo((response) => response.writeHead(200, { 'content-type': 'application/json' }).end(body));
    await expect(sending).rejects.toMatchObject({ code: 'invalid_response' });
  });

  test('of another type is invalid, and the message says what to look at', async () => {
    const sending = sendTo((response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>secret</h1>'),
    );
    await expect(sending).rejects.toMatchObject({
      code: 'invalid_response',
      message: expect.stringContaining('URL') as string,
    });
    await expect(sending).rejects.not.toThrow(/secret/);
  });

  test('of nothing at all is invalid', async () => {
    for (const status of [202, 204]) {
      await expect(sendTo((response) => response.writeHead(status).end())).rejects.toMatchObject({
        code: 'invalid_response',
      });
    }
  });

  test('over maxResponseBytes is too large, also without a length', async () => {
    const body = JSON.stringify(resultOf(call, { text: 'a'.repeat(10_000) }));
    for (const [maxResponseBytes, settled] of [
      [body.length, 'fulfilled'],
      [body.length - 1, 'rejected'],
    ] as const) {
      const [outcome] = await Promise.allSettled([
        sendTo(
          (response) => {
            response.writeHead(200, { 'content-type': 'application/json' });
            response.write(body.slice(0, 100));
            response.end(body.slice(100));
          },
          { maxResponseBytes },
        ),
      ]);
      expect(outcome).toMatchObject(
        settled === 'rejected' ? { status: settled, reason: { code: 'too_large' } } : { status: settled },
      );
    }
  });

  test('that never ends is cut off', async () => {
    const sending = sendTo(
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const flood = (): void => {
          while (!response.destroyed && response.write('['.repeat(10_000)));
          if (!response.destroyed) response.once('drain', flood);
        };
        flood();
      },
      { maxResponseBytes: 100_000 },
    );
    await expect(sending).rejects.toMatchObject({ code: 'too_large' });
  });

  test('that breaks off is unreachable', async () => {
    const sending = sendTo((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{');
      setImmediate(() => response.destroy());
    });
    await expect(sending).rejects.toMatchObject({ code: 'unreachable' });
  });
});

describe('a stream', () => {
  test('gives its notifications in order, and then the response', async () => {
    const seen: unknown[] = [];
    const text = event(progress(1)) + event(progress(2)) + event(ok);
    await expect(
      sendTo(
        (response) => events(response, text),
        {},
        (n) => seen.push(n),
      ),
    ).resolves.toEqual(ok);
    expect(seen).toEqual([progress(1), progress(2)]);
  });

  test('may be written in any way that the format allows, and cut anywhere', async () => {
    const message = resultOf(call, { text: 'é🙂 line\nbreak' });
    const pretty = JSON.stringify(message, undefined, 1).split('\n');
    const forms = (end: string): string =>
      [
        ':comment',
        '',
        'id: 7',
        'data:',
        '',
        'retry: 500',
        'event: message',
        `data:${JSON.stringify(progress(1))}`,
        '',
        'event: ping',
        'data: not for us',
        '',
        'unknown: field',
        ...pretty.map((line) => `data: ${line}`),
        '',
        '',
      ].join(end);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.boolean(),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 10 }),
        async (end, bom, cuts) => {
          // A lone CR at the very end might be half of a CRLF, so that the parser has to wait for more.
          const bytes = new TextEncoder().encode((bom ? '\ufeff' : '') + forms(end) + (end === '\r' ? ':\r' : ''));
          const edges = [
            0,
            ...cuts.map((cut) => Math.floor(cut * bytes.length)).toSorted((a, b) => a - b),
            bytes.length,
          ];
          const pieces = edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge));
          const body = new ReadableStream<Uint8Array>({
            start(controller) {
              for (const piece of pieces) controller.enqueue(piece);
              controller.close();
            },
          });
          const headers = { 'content-type': 'text/event-stream; charset=utf-8' };
          const transport = httpTransport('https://a.example', {
            fetch: () => Promise.resolve(new Response(body, { headers })),
          });
          const seen: unknown[] = [];
          await expect(transport.send(call, { onNotification: (n) => seen.push(n) })).resolves.toEqual(message);
          expect(seen).toEqual([progress(1)]);
        },
      ),
    );
  });

  test('is left at its response, whatever would follow', async () => {
    const closed = deferred();
    const sending = sendTo((response) => {
      response.on('close', closed.resolve);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(event(ok) + event(progress(1)) + event({ ...ok, id: 2 }));
    });
    await expect(sending).resolves.toEqual(ok);
    await closed.promise;
  });

  test.each<[string, string, string]>([
    ['ends without a response', event(progress(1)), 'unreachable'],
    ['is empty', '', 'unreachable'],
    ['ends in the middle of the response', event(ok).trimEnd(), 'unreachable'],
    ['answers another request', event({ ...ok, id: 2 }), 'invalid_response'],
    ['asks something', event({ jsonrpc: '2.0', id: 1, method: 'roots/list' }), 'invalid_response'],
    ['has an event that is not JSON', 'data: secret\n\n', 'invalid_response'],
    ['has an event that nests too deeply', `data: ${'['.repeat(100_000)}\n\n`, 'invalid_response'],
    ['has a batch', event([ok]), 'invalid_response'],
  ])('that %s is refused: %j', async (_name, text, code) => {
    const sending = sendTo((response) => events(response, text));
    await expect(sending).rejects.toMatchObject({ code });
    await expect(sending).rejects.not.toThrow(/secret/);
  });

  test('with invalid UTF-8 is refused', async () => {
    await expect(sendTo((response) => events(response, Uint8Array.of(0x64, 0xff)))).rejects.toMatchObject({
      code: 'invalid_response',
    });
  });

  test('that breaks off is unreachable', async () => {
    const sending = sendTo((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(event(progress(1)));
      setImmediate(() => response.destroy());
    });
    await expect(sending).rejects.toMatchObject({ code: 'unreachable' });
  });

  test.each<[string, string]>([
    ['in one line', `data: ${'a'.repeat(200_000)}`],
    ['in many lines', 'data: aaaaaaaaa\n:comment\n'.repeat(20_000)],
  ])('with an event over maxResponseBytes is too large: %s', async (_name, text) => {
    const sending = sendTo(
      (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(text);
      },
      { maxResponseBytes: 100_000 },
    );
    await expect(sending).rejects.toMatchObject({ code: 'too_large' });
  });

  test('may be longer than maxResponseBytes, event by event', async () => {
    const text = event(progress(1)).repeat(2000) + event(ok);
    await expect(sendTo((response) => events(response, text), { maxResponseBytes: 1000 })).resolves.toEqual(ok);
  });

  test('is closed when onNotification throws, and that is the reason', async () => {
    const closed = deferred();
    const failure = new Error('display is gone');
    await using server = await scripted((response) => {
      response.on('close', closed.resolve);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(event(progress(1)));
    });
    const sending = httpTransport(server.url).send(call, {
      onNotification: () => {
        throw failure;
      },
    });
    await expect(sending).rejects.toBe(failure);
    await closed.promise;
  });
});

describe('a status that says no', () => {
  test.each([400, 403, 404, 405, 406, 413, 415, 500])('%d with a JSON-RPC error is that error', async (status) => {
    const error = {
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32022, message: 'version', data: { supported: ['2026-07-28'] } },
    };
    await expect(sendTo((response) => json(response, error, status))).resolves.toEqual(error);
  });

  test.each([
    { jsonrpc: '2.0', error: { code: -32600, message: 'no' } },
    { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no' } },
  ])('an error without an id is for this request: %j', async (error) => {
    await expect(sendTo((response) => json(response, error, 400))).resolves.toEqual({
      jsonrpc: '2.0',
      error: error.error,
    });
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ['nothing', (response) => response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()],
    ['a page', (response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>secret</h1>')],
    ['JSON of another kind', (response) => json(response, { error: 'secret' }, 401)],
    ['a result', (response) => json(response, ok, 400)],
    [
      'the error of another request',
      (response) => json(response, { jsonrpc: '2.0', id: 2, error: { code: 1, message: 'secret' } }, 400),
    ],
    ['broken JSON', (response) => response.writeHead(503, { 'content-type': 'application/json' }).end('{secret')],
    ['a stream', (response) => response.writeHead(500, { 'content-type': 'text/event-stream' }).end(event(ok))],
  ])('and %s is the status alone', async (_name, answer) => {
    const sending = sendTo(answer);
    await expect(sending).rejects.toMatchObject({ code: 'http_status', status: expect.any(Number) as number });
    await expect(sending).rejects.not.toThrow(/secret/);
    const error: unknown = await sending.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TransportError);
    expect((error as TransportError).cause).toBeUndefined();
  });
});

describe('a redirect', () => {
  test.each([307, 308])('%d on the same origin is followed, with everything', async (status) => {
    await using server = await scripted((response, { url, body }) => {
      if (url === '/mcp') response.writeHead(status, { location: '/mcp/' }).end();
      else json(response, resultOf(JSON.parse(body) as JsonRpcRequest, { url }));
    });
    const transport = httpTransport(server.url, { headers: { Authorization: 'Bearer t' } });
    await expect(transport.send(call)).resolves.toMatchObject({ result: { url: '/mcp/' } });
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual(['Bearer t', 'Bearer t']);
  });

  test('to another origin is not followed', async () => {
    await using other = await scripted((response) => json(response, ok));
    for (const status of [301, 302, 303, 307, 308]) {
      const sending = sendTo((response) => response.writeHead(status, { location: other.url }).end());
      await expect(sending).rejects.toMatchObject({ code: 'http_status', status });
    }
    expect(other.received).toEqual([]);
  });

  test.each<[number, string | undefined]>([
    [301, '/mcp/'],
    [302, '/mcp/'],
    [303, '/mcp/'],
    [307, undefined],
    [307, 'http://'],
  ])('%d to %j is a status', async (status, location) => {
    const sending = sendTo((response) => response.writeHead(status, location === undefined ? {} : { location }).end());
    await expect(sending).rejects.toMatchObject({ code: 'http_status', status });
  });

  test('in a circle ends', async () => {
    await using server = await scripted((response) => response.writeHead(307, { location: '/mcp' }).end());
    await expect(httpTransport(server.url).send(call)).rejects.toMatchObject({ code: 'http_status', status: 307 });
    expect(server.received).toHaveLength(6);
  });

  test('that the platform hides is refused with a hint', async () => {
    const hidden = { type: 'opaqueredirect', status: 0, ok: false, headers: new Headers(), body: null } as Response;
    const sending = httpTransport('https://a.example', { fetch: () => Promise.resolve(hidden) }).send(call);
    await expect(sending).rejects.toMatchObject({
      code: 'http_status',
      message: expect.stringContaining('redirects') as string,
    });
  });
});

describe('an end', () => {
  const never = (): Promise<Response> => new Promise(() => {});

  test('a server that is not there is unreachable, and the cause says why', async () => {
    await using server = await scripted(() => undefined);
    await server[Symbol.asyncDispose]();
    await expect(httpTransport(server.url).send(call)).rejects.toMatchObject({
      code: 'unreachable',
      cause: expect.anything() as unknown,
    });
  });

  test('an abort rejects at once, even if fetch does not listen', async () => {
    const abort = new AbortController();
    const sending = httpTransport('https://a.example', { fetch: never }).send(call, { signal: abort.signal });
    abort.abort('why');
    await expect(sending).rejects.toBe('why');
  });

  test('an aborted signal sends nothing', async () => {
    const transport = httpTransport('https://a.example', { fetch: () => expect.unreachable() });
    await expect(transport.send(call, { signal: AbortSignal.abort('why') })).rejects.toBe('why');
  });

  test('an abort while the headers are made sends nothing', async () => {
    const headers = deferred<Record<string, string>>();
    let fetched = false;
    const transport = httpTransport('https://a.example', {
      headers: () => headers.promise,
      fetch: () => {
        fetched = true;
        return never();
      },
    });
    const abort = new AbortController();
    const sending = transport.send(call, { signal: abort.signal });
    abort.abort('why');
    await expect(sending).rejects.toBe('why');
    headers.resolve({});
    await new Promise(setImmediate);
    expect(fetched).toBe(false);
  });

  test('an abort in the middle of a stream closes it, and nothing more is handed on', async () => {
    const closed = deferred();
    await using server = await scripted((response) => {
      response.on('close', closed.resolve);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(event(progress(1)));
    });
    const abort = new AbortController();
    const seen: unknown[] = [];
    const sending = httpTransport(server.url).send(call, {
      signal: abort.signal,
      onNotification: (notification) => {
        seen.push(notification);
        abort.abort('enough');
      },
    });
    await expect(sending).rejects.toBe('enough');
    await closed.promise;
    expect(seen).toEqual([progress(1)]);
  });

  test('an abort by the first of two notifications that arrive together keeps the second back', async () => {
    const abort = new AbortController();
    const seen: unknown[] = [];
    await using server = await scripted((response) =>
      events(response, event(progress(1)) + event(progress(2)) + event(ok)),
    );
    const sending = httpTransport(server.url).send(call, {
      signal: abort.signal,
      onNotification: (notification) => {
        seen.push(notification);
        abort.abort('enough');
      },
    });
    await expect(sending).rejects.toBe('enough');
    await new Promise(setImmediate);
    expect(seen).toEqual([progress(1)]);
  });

  test('close ends what is under way and refuses what comes later', async () => {
    const closed = deferred();
    await using server = await scripted((response) => void response.on('close', closed.resolve));
    const transport = httpTransport(server.url);
    const sending = transport.send(call);
    await expect.poll(() => server.received.length).toBe(1);
    await transport.close();
    await transport.close();
    await expect(sending).rejects.toMatchObject({ code: 'closed' });
    await closed.promise;
    await expect(transport.send(call)).rejects.toMatchObject({ code: 'closed' });
  });

  test('a request that is over leaves no listener on its signal', async () => {
    const { signal } = new AbortController();
    await using server = await scripted((response) => json(response, ok));
    await httpTransport(server.url).send(call, { signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('two hundred requests that all use the id 1 each get their own answer', async () => {
    await using server = await scripted((response, { body }) => {
      const request = JSON.parse(body) as JsonRpcRequest;
      setTimeout(
        () => json(response, resultOf(request, { name: request.params?.['name'] })),
        Number(request.params?.['name']) % 5,
      );
    });
    const transport = httpTransport(server.url);
    const names = Array.from({ length: 200 }, (_, index) => String(index));
    const responses = await Promise.all(names.map((name) => transport.send(callOf(name))));
    expect(responses).toEqual(names.map((name) => resultOf(call, { name })));
  });
});
