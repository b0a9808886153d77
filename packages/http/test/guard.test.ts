/** Who and what is turned away by the head of its request, on both shells. */
import { describe, expect, test } from 'vitest';
import type { HttpOptions } from '../src/server.js';
import { exchangerOf } from './support/exchanger.js';
import { callOf, headersOf } from './support/messages.js';
import { rawClient, rawPost, type RawResponse } from './support/raw.js';
import { shells } from './support/shells.js';

describe.each(shells)('on $name', ({ name, listen }) => {
  /** Sends the head of a POST and none of its body, and gives the response that comes all the same. */
  async function head(changes: Record<string, string | undefined>, options?: HttpOptions): Promise<RawResponse> {
    const server = exchangerOf();
    await using http = await listen(server, options);
    using client = rawClient(http.port);
    client.write(rawPost(callOf('a'), { 'content-length': '100', ...changes }, ''));
    const response = await client.response();
    expect(server.seen).toEqual([]);
    return response;
  }

  /** Sends a whole POST. */
  async function post(changes: Record<string, string | undefined>, options?: HttpOptions): Promise<RawResponse> {
    await using http = await listen(exchangerOf(), options);
    using client = rawClient(http.port);
    client.write(rawPost(callOf('a', { b: 1 }), changes));
    return await client.response();
  }

  const methods = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
  // A `Request` can't have this method at all.
  test.each(name === 'node' ? [...methods, 'TRACE'] : methods)('%s is a 405 that names POST', async (method) => {
    const server = exchangerOf();
    await using http = await listen(server);
    using client = rawClient(http.port);
    client.write(`${method} /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
    const text = await client.until('\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 405 /);
    expect(text).toMatch(/^allow: POST\r$/im);
    await client.closed();
    expect(server.seen).toEqual([]);
  });

  describe('Host', () => {
    test.each([
      'evil.example',
      'evil.example:8080',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      'localhost@evil.example',
      '[::2]',
      'localhost:99999999',
    ])('%s is forbidden on a loopback server, before the body is read', async (host) => {
      const { status, body } = await head({ host });
      expect(status).toBe(403);
      expect(JSON.parse(body)).toEqual({
        jsonrpc: '2.0',
        error: { code: -32600, message: expect.stringContaining('Host') as string },
      });
    });

    test.each(['localhost', 'LOCALHOST:3000', '127.0.0.1:1', '127.1.2.3', '[::1]:8000'])(
      '%s is this machine',
      async (host) => {
        expect((await post({ host })).status).toBe(200);
      },
    );

    test('allowedHosts names who else may, with any port or with one', async () => {
      const options = { allowedHosts: ['App.example', 'api.example:8443', '::1'] };
      for (const host of ['app.example', 'APP.example:1234', 'api.example:8443', '[::1]:5']) {
        expect([host, (await post({ host }, options)).status]).toEqual([host, 200]);
      }
      for (const host of ['api.example', 'api.example:1', 'localhost', 'example']) {
        expect([host, (await head({ host }, options)).status]).toEqual([host, 403]);
      }
    });

    test('allowedHosts "any" switches the check off', async () => {
      expect((await post({ host: 'evil.example' }, { allowedHosts: 'any' })).status).toBe(200);
    });
  });

  describe('Origin', () => {
    test.each([
      'http://evil.example',
      'https://evil.example:8443',
      'null',
      'http://localhost.evil.example',
      'file://',
      'garbage',
      'http://localhost@evil.example',
      '',
    ])('%j is forbidden, before the body is read', async (origin) => {
      expect((await head({ origin })).status).toBe(403);
    });

    test('a page of the host that was rebound is forbidden, though the two agree', async () => {
      const options = { allowedHosts: 'any' } as const;
      expect((await head({ host: 'evil.example', origin: 'http://evil.example' }, options)).status).toBe(403);
    });

    test('is looked at before the content type', async () => {
      expect((await head({ origin: 'http://evil.example', 'content-type': 'text/plain' })).status).toBe(403);
    });

    test.each(['http://localhost:3000', 'http://127.0.0.1:8080', 'https://[::1]'])(
      '%s is this machine',
      async (origin) => {
        expect((await post({ origin })).status).toBe(200);
      },
    );

    test('allowedOrigins names who may, exactly', async () => {
      const options = { allowedOrigins: ['https://app.example', 'http://dev.example:3000/'] };
      for (const origin of [
        'https://app.example',
        'https://app.example:443',
        'http://dev.example:3000',
        'HTTPS://APP.EXAMPLE',
      ]) {
        expect([origin, (await post({ origin }, options)).status]).toEqual([origin, 200]);
      }
      for (const origin of [
        'http://app.example',
        'https://app.example:8443',
        'https://app.example/',
        'http://localhost',
        'null',
      ]) {
        expect([origin, (await head({ origin }, options)).status]).toEqual([origin, 403]);
      }
    });

    test('a page of a host that allowedHosts names may call that host', async () => {
      const options = { allowedHosts: ['app.example'] };
      expect((await post({ host: 'app.example', origin: 'https://app.example' }, options)).status).toBe(200);
      expect((await head({ host: 'app.example', origin: 'https://evil.example' }, options)).status).toBe(403);
    });

    test("a page on the person's machine may not call a server elsewhere", async () => {
      const options = { allowedHosts: 'any' } as const;
      expect((await head({ host: 'app.example', origin: 'http://localhost:3000' }, options)).status).toBe(403);
    });

    test('allowedOrigins "any" switches the check off', async () => {
      expect((await post({ origin: 'null' }, { allowedOrigins: 'any' })).status).toBe(200);
    });
  });

  describe('Content-Type and Content-Encoding', () => {
    test.each([
      undefined,
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json-rpc',
      'application/json; charset=latin1',
      'application/json; charset=utf-16',
      '',
    ])('%j is a 415', async (type) => {
      expect((await head({ 'content-type': type })).status).toBe(415);
    });

    test.each([
      'application/json',
      'Application/JSON',
      'application/json; charset=utf-8',
      'application/json;charset="UTF-8"',
      'application/json; profile=x',
    ])('%s is JSON', async (type) => {
      expect((await post({ 'content-type': type })).status).toBe(200);
    });

    test('an encoded body is a 415 that says what is taken', async () => {
      const { status, headers } = await head({ 'content-encoding': 'gzip' });
      expect([status, headers['accept-encoding']]).toEqual([415, 'identity']);
      expect((await post({ 'content-encoding': 'identity' })).status).toBe(200);
    });
  });

  describe('Accept', () => {
    test.each([
      undefined,
      '*/*',
      'application/json',
      'application/*',
      'text/html, application/json;q=0.5',
      'text/event-stream;q=0, */*',
      'APPLICATION/JSON, TEXT/EVENT-STREAM',
    ])('%j takes JSON', async (accept) => {
      const { status, headers } = await post({ accept });
      expect([status, headers['content-type']]).toEqual([200, 'application/json']);
    });

    test.each([
      'text/event-stream',
      'text/*',
      'application/json;q=0, */*',
      'text/event-stream, application/json; q=0.0',
    ])('%j takes a stream of the response alone', async (accept) => {
      const { status, headers, body } = await post({ accept });
      expect([status, headers['content-type']]).toEqual([200, 'text/event-stream']);
      expect(body).toBe('data: {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","echo":{"b":1}}}\n\n');
    });

    test.each(['text/html', 'application/xml, image/*', 'application/json;q=0, text/event-stream;q=0', '*/*;q=0', ''])(
      '%j takes nothing we have: 406',
      async (accept) => {
        expect((await head({ accept })).status).toBe(406);
      },
    );

    test('an error with a status of its own is JSON in any case', async () => {
      const { status, headers } = await post({ accept: 'text/event-stream', 'mcp-method': 'tools/list' });
      expect([status, headers['content-type']]).toEqual([400, 'application/json']);
    });
  });

  test('a connection is kept for the next request after a refusal', async () => {
    await using http = await listen(exchangerOf());
    using client = rawClient(http.port);
    const request = callOf('a');
    client.write(rawPost(request, { 'content-type': 'text/plain' }));
    expect((await client.response()).status).toBe(415);
    client.write(rawPost(request));
    expect((await client.response()).status).toBe(200);
  });

  test('the endpoint is wherever it is mounted, and what sessions left behind is ignored', async () => {
    await using http = await listen(exchangerOf());
    const request = callOf('a');
    const response = await fetch(`${http.url}/elsewhere?x=1`, {
      method: 'POST',
      headers: headersOf(request, { 'mcp-session-id': 'old', 'last-event-id': '7' }),
      body: JSON.stringify(request),
    });
    expect(response.status).toBe(200);
    expect(response.headers.has('mcp-session-id')).toBe(false);
  });
});
