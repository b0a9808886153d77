/** What a body may be, how large, how slow, and that its headers say what it says, on both shells. */
import { describe, expect, test } from 'vitest';
import type { HttpOptions } from '../src/server.js';
import { errorOf, exchangerOf, progress, resultOf } from './support/exchanger.js';
import { callOf, type headersOf, META, requestOf } from './support/messages.js';
import { rawClient, rawPost, type RawResponse } from './support/raw.js';
import { shells } from './support/shells.js';

const parse = (response: RawResponse): unknown => JSON.parse(response.body);

describe.each(shells)('on $name', ({ name, listen }) => {
  /** What becomes of a connection whose body is not wanted: with `Request`, that is for the runtime to say. */
  const close = name === 'node' ? 'close' : 'keep-alive';

  /** Sends one body under sound headers, and gives the response; the server must not have seen it. */
  async function refused(body: string | Uint8Array, options?: HttpOptions): Promise<RawResponse> {
    const server = exchangerOf();
    await using http = await listen(server, options);
    using client = rawClient(http.port);
    client.write(rawPost(callOf('a'), { 'content-length': String(Buffer.byteLength(body)) }, ''));
    client.write(body);
    const response = await client.response();
    expect(server.seen).toEqual([]);
    expect(response.headers['content-type']).toBe('application/json');
    return response;
  }

  describe('bytes', () => {
    test.each<[string, string | Uint8Array]>([
      ['nothing', ''],
      ['half a message', '{"jsonrpc":"2.0","id":1'],
      ['two messages', '{"jsonrpc":"2.0","id":1,"method":"ping"}{}'],
      ['text', 'hello'],
      ['invalid UTF-8', Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
      ['an encoded surrogate', Uint8Array.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
      ['half a character at the end', Buffer.from('{"a":"é').subarray(0, -1)],
      ['a byte order mark', `\ufeff${JSON.stringify(callOf('a'))}`],
      ['UTF-16', Buffer.from(JSON.stringify(callOf('a')), 'utf16le')],
    ])('%s is a parse error', async (_name, body) => {
      const response = await refused(body);
      expect(response.status).toBe(400);
      expect(parse(response)).toMatchObject({ jsonrpc: '2.0', error: { code: -32700 } });
      expect(parse(response)).not.toHaveProperty('id');
    });

    test('a character that arrives in two pieces is one character', async () => {
      await using http = await listen(exchangerOf());
      using client = rawClient(http.port);
      const body = Buffer.from(JSON.stringify(callOf('a', 'é🙂')));
      const middle = body.indexOf('🙂') + 2;
      client.write(rawPost(callOf('a'), { 'content-length': undefined, 'transfer-encoding': 'chunked' }, ''));
      for (const piece of [body.subarray(0, middle), body.subarray(middle)]) {
        client.write(`${piece.length.toString(16)}\r\n`);
        client.write(piece);
        client.write('\r\n');
      }
      client.write('0\r\n\r\n');
      expect(parse(await client.response())).toMatchObject({ result: { echo: 'é🙂' } });
    });
  });

  describe('envelope', () => {
    test.each<[string, unknown, unknown]>([
      ['a batch', [callOf('a')], undefined],
      ['an empty batch', [], undefined],
      ['null', null, undefined],
      ['a number', 7, undefined],
      ['a string', 'tools/call', undefined],
      ['the id null', { ...callOf('a'), id: null }, undefined],
      ['a fraction for an id', { ...callOf('a'), id: 1.5 }, undefined],
      ['an object for an id', { ...callOf('a'), id: {} }, undefined],
      ['an id that doubles can not hold', { ...callOf('a'), id: 2 ** 53 }, undefined],
      ['another version', { ...callOf('a'), jsonrpc: '1.0' }, 1],
      ['no version', { id: 1, method: 'tools/call' }, 1],
      ['no method', { jsonrpc: '2.0', id: 'x' }, 'x'],
      ['a method that is no string', { jsonrpc: '2.0', id: 1, method: 7 }, 1],
      ['a response', { jsonrpc: '2.0', id: 1, result: {} }, 1],
      ['an error', { jsonrpc: '2.0', error: { code: 1, message: '' } }, undefined],
    ])('%s is an invalid request', async (_name, message, id) => {
      const response = await refused(JSON.stringify(message));
      expect(response.status).toBe(400);
      expect(parse(response)).toMatchObject({ error: { code: -32600 } });
      expect((parse(response) as { id?: unknown }).id).toBe(id);
    });

    test('a hundred thousand levels are refused before they are parsed', async () => {
      const response = await refused(`{"jsonrpc":"2.0","id":1,"method":"a","params":${'['.repeat(100_000)}`);
      expect(response.status).toBe(400);
      expect(parse(response)).toMatchObject({
        error: { code: -32600, message: expect.stringContaining('deep') as string },
      });
    });

    test('__proto__ is a key like any other', async () => {
      const server = exchangerOf();
      await using http = await listen(server);
      using client = rawClient(http.port);
      const body = JSON.stringify(callOf('a', 'ARGS')).replace('"ARGS"', '{"__proto__":{"x":1},"constructor":2}');
      client.write(rawPost(callOf('a'), { 'content-length': String(body.length) }, body));
      expect((await client.response()).body).toContain('"echo":{"__proto__":{"x":1},"constructor":2}');
      expect(({} as { x?: unknown }).x).toBeUndefined();
    });
  });

  describe('size', () => {
    const big = 'a'.repeat(1000);
    const exact = Buffer.byteLength(JSON.stringify(callOf('a', big)));

    test('a body of maxBodyBytes is taken, one byte more is a 413', async () => {
      for (const [maxBodyBytes, status] of [
        [exact, 200],
        [exact - 1, 413],
      ] as const) {
        await using http = await listen(exchangerOf(), { maxBodyBytes });
        using client = rawClient(http.port);
        client.write(rawPost(callOf('a', big)));
        expect((await client.response()).status).toBe(status);
      }
    });

    test('a chunked body is counted as it comes', async () => {
      const server = exchangerOf();
      await using http = await listen(server, { maxBodyBytes: 10_000 });
      using client = rawClient(http.port);
      client.write(rawPost(callOf('a'), { 'content-length': undefined, 'transfer-encoding': 'chunked' }, ''));
      for (let sent = 0; sent < 20; sent++) client.write(`3e8\r\n${big}\r\n`);
      const { status, headers } = await client.response();
      expect([status, headers['connection']]).toEqual([413, close]);
      expect(server.seen).toEqual([]);
    });

    test('100 MB that are only announced are refused without a byte of them', async () => {
      await using http = await listen(exchangerOf());
      using client = rawClient(http.port);
      client.write(rawPost(callOf('a'), { 'content-length': String(100_000_000) }, ''));
      const { status, headers, body } = await client.response();
      expect([status, headers['connection']]).toEqual([413, close]);
      expect(JSON.parse(body)).toMatchObject({ error: { code: -32600 } });
    });

    test('100 MB that do come are cut off, and the client still reads why', async () => {
      await using http = await listen(exchangerOf());
      using client = rawClient(http.port);
      client.write(rawPost(callOf('a'), { 'content-length': undefined, 'transfer-encoding': 'chunked' }, ''));
      const chunk = Buffer.from(`100000\r\n${'a'.repeat(0x100000)}\r\n`);
      const stopped = new AbortController();
      const flood = (): void => {
        while (!stopped.signal.aborted && client.socket.write(chunk));
        if (!stopped.signal.aborted) client.socket.once('drain', flood);
      };
      flood();
      expect((await client.response()).status).toBe(413);
      stopped.abort();
      if (name === 'node') await client.closed();
    });
  });

  describe('time', () => {
    test('a body at one byte at a time is ended', async () => {
      const server = exchangerOf();
      await using http = await listen(server, { bodyTimeoutMs: 60 });
      using client = rawClient(http.port);
      const bytes = rawPost(callOf('a'));
      const bodyAt = bytes.indexOf('\r\n\r\n') + 4;
      client.write(bytes.slice(0, bodyAt));
      let at = bodyAt;
      const drip = setInterval(() => client.write(bytes[at++] ?? ' '), 10);
      try {
        const { status, headers, body } = await client.response();
        expect([status, headers['connection']]).toEqual([408, close]);
        expect(JSON.parse(body)).toMatchObject({ error: { code: -32600 } });
      } finally {
        clearInterval(drip);
      }
      if (name === 'node') await client.closed();
      expect(server.seen).toEqual([]);
    });

    test('the clock is the one that was passed in, and none of its timers outlives the response', async () => {
      const running = new Set<number>();
      let handles = 0;
      const timers = {
        setTimeout: () => {
          running.add(++handles);
          return handles;
        },
        clearTimeout: (handle: unknown) => void running.delete(handle as number),
      };
      const server = exchangerOf({
        'tools/list': (request, info) => {
          info.notify?.(progress(1));
          return resultOf(request);
        },
      });
      await using http = await listen(server, { timers });
      using client = rawClient(http.port);
      client.write(rawPost(callOf('a')));
      expect((await client.response()).status).toBe(200);
      expect([handles, running.size]).toEqual([1, 0]);
      client.write(rawPost(requestOf('tools/list')));
      expect((await client.response()).status).toBe(200);
      // One for the body, one for the comment that keeps the stream open.
      expect([handles, running.size]).toEqual([3, 0]);
    });

    test('a client that goes away in the middle of its body leaves nothing behind', async () => {
      const running = new Set<unknown>();
      const timers = {
        setTimeout: (callback: () => void, ms: number) => {
          const handle = setTimeout(callback, ms);
          running.add(handle);
          return handle;
        },
        clearTimeout: (handle: unknown) => {
          clearTimeout(handle as NodeJS.Timeout);
          running.delete(handle);
        },
      };
      const server = exchangerOf();
      await using http = await listen(server, { timers });
      using client = rawClient(http.port);
      client.write(rawPost(callOf('a'), { 'content-length': '1000', expect: '100-continue' }, '{'));
      await client.until('100 Continue');
      await expect.poll(() => running.size).toBe(1);
      client.socket.destroy();
      await expect.poll(() => running.size).toBe(0);
      expect(server.seen).toEqual([]);
    });
  });

  describe('headers and body', () => {
    const call = callOf('get_weather');
    const read = requestOf('resources/read', { uri: 'file:///zürich.json' });

    test.each<[string, Parameters<typeof headersOf>[1], RegExp]>([
      ['no version', { 'mcp-protocol-version': undefined }, /MCP-Protocol-Version is missing/],
      ['another version', { 'mcp-protocol-version': '2025-11-25' }, /MCP-Protocol-Version differs/],
      ['no method', { 'mcp-method': undefined }, /Mcp-Method is missing/],
      ['another method', { 'mcp-method': 'tools/list' }, /Mcp-Method differs/],
      ['the method in capitals', { 'mcp-method': 'TOOLS/CALL' }, /Mcp-Method differs/],
      ['the method encoded', { 'mcp-method': '=?base64?dG9vbHMvY2FsbA==?=' }, /Mcp-Method differs/],
      ['no name', { 'mcp-name': undefined }, /Mcp-Name is missing/],
      ['another name', { 'mcp-name': 'get_time' }, /Mcp-Name differs/],
      ['two names', { 'mcp-name': 'get_weather, get_weather' }, /Mcp-Name differs/],
      ['bad Base64', { 'mcp-name': '=?base64?Z2V0?X3dlYXRoZXI=?=' }, /Mcp-Name is not well encoded/],
      ['unpadded Base64', { 'mcp-name': '=?base64?Z2V0X3dlYXRoZXI?=' }, /Mcp-Name is not well encoded/],
    ])('%s: -32020 with the id of the request', async (_name, changes, problem) => {
      const server = exchangerOf();
      await using http = await listen(server);
      using client = rawClient(http.port);
      client.write(rawPost({ ...call, id: 'x-1' }, changes));
      const response = await client.response();
      expect(response.status).toBe(400);
      expect(parse(response)).toMatchObject({ jsonrpc: '2.0', id: 'x-1', error: { code: -32020 } });
      expect(response.body).toMatch(problem);
      expect(server.seen).toEqual([]);
    });

    test.each<[string, typeof call, Record<string, string>]>([
      ['the name encoded without need', call, { 'mcp-name': '=?base64?Z2V0X3dlYXRoZXI=?=' }],
      ['spaces around the values', call, { 'mcp-name': '  get_weather  ', 'mcp-method': ' tools/call' }],
      ['a URI that has to be encoded', read, { 'mcp-name': '=?base64?ZmlsZTovLy96w7xyaWNoLmpzb24=?=' }],
      ['a name for a method without one', requestOf('tools/list'), { 'mcp-name': 'whatever' }],
      ['a parameter that the server does not know', call, { 'mcp-param-region': 'eu' }],
    ])('%s: accepted', async (_name, request, changes) => {
      await using http = await listen(exchangerOf());
      using client = rawClient(http.port);
      client.write(rawPost(request, changes));
      expect((await client.response()).status).toBe(200);
    });

    test('a URI outside of ASCII that is sent as it is: -32020', async () => {
      await using http = await listen(exchangerOf());
      using client = rawClient(http.port);
      client.write(rawPost(read));
      expect(parse(await client.response())).toMatchObject({ error: { code: -32020 } });
    });

    test('names of headers are read in any case', async () => {
      await using http = await listen(exchangerOf());
      using client = rawClient(http.port);
      client.write(rawPost(call).replaceAll(/^(?:mcp|content)-[a-z-]+/gm, (header) => header.toUpperCase()));
      expect((await client.response()).status).toBe(200);
    });

    test('an unknown version on which both agree is for the server to answer', async () => {
      const meta = { ...META, 'io.modelcontextprotocol/protocolVersion': 'v999.0.0' };
      const data = { supported: ['2026-07-28'], requested: 'v999.0.0' };
      await using http = await listen(
        exchangerOf({ 'tools/call': (request) => errorOf(request, -32022, 'version', data) }),
      );
      using client = rawClient(http.port);
      client.write(
        rawPost(
          callOf('a'),
          { 'mcp-protocol-version': 'v999.0.0' },
          JSON.stringify({ ...callOf('a'), params: { name: 'a', _meta: meta } }),
        ),
      );
      const response = await client.response();
      expect(response.status).toBe(400);
      expect(parse(response)).toMatchObject({ error: { code: -32022, data } });
    });

    test.each<[string, unknown]>([
      ['no params', undefined],
      ['no _meta', {}],
      ['no version', { _meta: { ...META, 'io.modelcontextprotocol/protocolVersion': undefined } }],
      ['a version that is no string', { _meta: { ...META, 'io.modelcontextprotocol/protocolVersion': 2026 } }],
      ['no capabilities', { _meta: { ...META, 'io.modelcontextprotocol/clientCapabilities': undefined } }],
      ['capabilities that are a list', { _meta: { ...META, 'io.modelcontextprotocol/clientCapabilities': [] } }],
      ['params that are a list', [1]],
    ])('%s: left to the server, whose -32602 is a 400 then', async (_name, params) => {
      await using http = await listen(exchangerOf({ 'server/discover': (request) => errorOf(request, -32602) }));
      using client = rawClient(http.port);
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'server/discover', params });
      client.write(
        rawPost(requestOf('server/discover'), { 'mcp-method': undefined, 'content-length': String(body.length) }, body),
      );
      const response = await client.response();
      expect(response.status).toBe(400);
      expect(parse(response)).toMatchObject({ id: 1, error: { code: -32602 } });
    });

    test('a name that is no string is left to the server', async () => {
      const server = exchangerOf({ 'tools/call': (request) => errorOf(request, -32602) });
      await using http = await listen(server);
      using client = rawClient(http.port);
      client.write(rawPost(requestOf('tools/call', { name: 7 })));
      const response = await client.response();
      expect([response.status, server.seen.length]).toEqual([200, 1]);
    });

    test('a legacy client gets what the server says to its handshake, as a 400', async () => {
      await using http = await listen(exchangerOf({ initialize: (request) => errorOf(request, -32022) }));
      using client = rawClient(http.port);
      const handshake = {
        jsonrpc: '2.0',
        id: 0,
        method: 'initialize',
        params: { protocolVersion: '2025-11-25' },
      } as const;
      client.write(rawPost(handshake, { 'mcp-protocol-version': undefined, 'mcp-method': undefined }));
      expect((await client.response()).status).toBe(400);
    });
  });

  describe('status', () => {
    test.each([
      [-32700, 400],
      [-32600, 400],
      [-32601, 404],
      [-32602, 200],
      [-32603, 200],
      [-32020, 400],
      [-32021, 400],
      [-32022, 400],
      [-32002, 200],
      [7, 200],
    ])('the error %d of a sound request is a %d', async (code, status) => {
      await using http = await listen(
        exchangerOf({ 'tools/call': (request) => errorOf(request, code, 'why', { a: 1 }) }),
      );
      using client = rawClient(http.port);
      client.write(rawPost(callOf('a', {}, 'id-7')));
      const response = await client.response();
      expect(response.status).toBe(status);
      expect(response.headers['content-type']).toBe('application/json');
      expect(parse(response)).toEqual({ jsonrpc: '2.0', id: 'id-7', error: { code, message: 'why', data: { a: 1 } } });
    });

    test('a notification is a 202 without a body, and needs no headers of its own', async () => {
      const server = exchangerOf();
      await using http = await listen(server);
      using client = rawClient(http.port);
      const notification = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
      const body = JSON.stringify(notification);
      client.write(
        `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      const response = await client.response();
      expect([response.status, response.body, response.headers['content-type']]).toEqual([202, '', undefined]);
      expect(server.seen.map(({ message }) => message)).toEqual([notification]);
    });

    test('a notification that the server does not accept is a 400', async () => {
      const error = { jsonrpc: '2.0', error: { code: -32602, message: 'no' } } as const;
      await using http = await listen({ exchange: () => Promise.resolve(error) });
      using client = rawClient(http.port);
      client.write(rawPost({ jsonrpc: '2.0', method: 'notifications/x' } as never));
      const response = await client.response();
      expect([response.status, parse(response)]).toEqual([400, error]);
    });
  });
});
