/**
 * The life of a session, and the status of everything that can be wrong with a request of one, on both shells: SYSTEM N4.
 * Specification 2025-11-25, basic/transports "Session Management" and "Protocol Version Header".
 */
import { describe, expect, test } from 'vitest';
import { AuthRefusal, type HttpOptions } from '../src/server.js';
import { errorOf, exchangerOf, resultOf } from './support/exchanger.js';
import { callOf, headersOf, META, requestOf } from './support/messages.js';
import { handshake, SessionClient } from './support/session-client.js';
import { sessionServerOf } from './support/sessions.js';
import { shells } from './support/shells.js';

const PING = { jsonrpc: '2.0', id: 7, method: 'ping' };
const INITIALIZED = { jsonrpc: '2.0', method: 'notifications/initialized' };

async function errorIn(response: Response): Promise<[number, number, unknown]> {
  const { id, error } = (await response.json()) as { id?: unknown; error: { code: number } };
  return [response.status, error.code, id];
}

describe.each(shells)('on $name', ({ name, listen }) => {
  describe('initialize', () => {
    test.each(['2025-11-25', '2025-06-18', '2025-03-26'])('opens a session of %s', async (version) => {
      const server = sessionServerOf();
      await using http = await listen(server);
      const client = await SessionClient.connect(http.url, { version });
      expect(client.sessionId).toMatch(/^[\x21-\x7e]{22,}$/);
      expect((await client.post(INITIALIZED)).status).toBe(202);
      const response = await client.post(PING);
      expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 7, result: { echo: null } });
      expect(response.headers.has('mcp-session-id')).toBe(false);
      expect(server.sessions).toHaveLength(1);
      expect(server.sessions[0]?.received).toEqual([handshake(version), INITIALIZED, PING]);
    });

    test('opens another one each time, under another id', async () => {
      const server = sessionServerOf();
      await using http = await listen(server);
      const clients = await Promise.all(Array.from({ length: 20 }, () => SessionClient.connect(http.url)));
      expect(new Set(clients.map(({ sessionId }) => sessionId)).size).toBe(20);
      expect(server.sessions).toHaveLength(20);
    });

    test('is answered in a stream where the client takes nothing else', async () => {
      await using http = await listen(sessionServerOf());
      const client = new SessionClient(http.url);
      const response = await client.post(handshake(), { accept: 'text/event-stream' });
      client.sessionId = response.headers.get('mcp-session-id') ?? undefined;
      expect((await client.post(PING)).status).toBe(200);
      expect(await response.text()).toMatch(/^data: \{"jsonrpc":"2.0","id":0,"result":/);
    });

    test('that fails is a 400 and leaves no session', async () => {
      const server = sessionServerOf({ initialize: (request) => errorOf(request, -32602) });
      await using http = await listen(server);
      const response = await new SessionClient(http.url).post(handshake());
      expect(response.headers.has('mcp-session-id')).toBe(false);
      expect(await errorIn(response)).toEqual([400, -32602, 0]);
      expect(server.sessions[0]?.isClosed).toBe(true);
    });

    test('in a session is what that session says to it', async () => {
      await using http = await listen(sessionServerOf());
      const client = await SessionClient.connect(http.url);
      const response = await client.post(handshake());
      expect(response.status).toBe(200);
      expect((await client.post(handshake(), { 'mcp-session-id': 'x' })).status).toBe(404);
    });

    test('of a client that is gone before the answer leaves no session', async () => {
      let go = (): void => undefined;
      const server = sessionServerOf({
        initialize: (request, _info, session) => {
          session.protocolVersion = '2025-11-25';
          if (request.id !== 0) return resultOf(request);
          return new Promise((resolve) => (go = () => resolve(resultOf(request))));
        },
      });
      await using http = await listen(server);
      const gone = new AbortController();
      const response = new SessionClient(http.url).post(handshake(), {}, gone.signal);
      await expect.poll(() => server.sessions[0]?.received.length).toBe(1);
      gone.abort();
      await expect(response).rejects.toThrow();
      // Others are answered meanwhile, so that the server has the time to notice.
      for (let other = 1; other <= 10; other++) await new SessionClient(http.url).post(handshake('2025-11-25', other));
      go();
      await expect.poll(() => server.sessions[0]?.isClosed).toBe(true);
      expect(server.sessions[1]?.isClosed).toBe(false);
    });

    test('reaches no session where the server has none, or is told to have none', async () => {
      const servers: [ReturnType<typeof exchangerOf>, HttpOptions][] = [
        [exchangerOf({ initialize: (request) => errorOf(request, -32022) }), {}],
        [
          { ...sessionServerOf(), ...exchangerOf({ initialize: (request) => errorOf(request, -32022) }) },
          { sessions: false },
        ],
      ];
      for (const [server, options] of servers) {
        await using http = await listen(server, options);
        const client = new SessionClient(http.url);
        expect(await errorIn(await client.post(handshake()))).toEqual([400, -32022, 0]);
        for (const response of [
          await client.get({ 'mcp-session-id': 'x' }),
          await client.delete({ 'mcp-session-id': 'x' }),
        ]) {
          expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
        }
      }
    });

    test('is a 500 where no session can be made, and onError hears of it', async () => {
      const errors: unknown[] = [];
      const openSession = (): never => {
        throw new Error('secret');
      };
      await using http = await listen({ ...exchangerOf(), openSession }, { onError: (error) => errors.push(error) });
      const response = await new SessionClient(http.url).post(handshake());
      expect(await errorIn(response)).toEqual([500, -32603, 0]);
      expect(errors).toHaveLength(1);
    });
  });

  describe('the id', () => {
    const wrong = ['', 'x', '0'.repeat(48), 'a'.repeat(5000), '__proto__', 'constructor'];

    test.each(wrong)('%.20j is of no session: 404 for every method', async (id) => {
      const server = sessionServerOf();
      await using http = await listen(server);
      const client = await SessionClient.connect(http.url);
      const changes = { 'mcp-session-id': id };
      expect(await errorIn(await client.post(PING, changes))).toEqual([404, -32600, 7]);
      expect(await errorIn(await client.post(INITIALIZED, changes))).toEqual([404, -32600, undefined]);
      expect(await errorIn(await client.get(changes))).toEqual([404, -32600, undefined]);
      expect(await errorIn(await client.delete(changes))).toEqual([404, -32600, undefined]);
      expect(server.sessions[0]?.received).toHaveLength(1);
    });

    test('is made of the bytes that were passed in, 192 bits of them', async () => {
      let next = 0;
      const lengths: number[] = [];
      const randomBytes = (length: number): Uint8Array => {
        lengths.push(length);
        return new Uint8Array(length).fill(next++);
      };
      await using http = await listen(sessionServerOf(), { sessions: { randomBytes } });
      expect((await SessionClient.connect(http.url)).sessionId).toBe('00'.repeat(24));
      expect(lengths[0]).toBe(24);
    });

    test('that is missing is a 400, unless the request is of a later revision', async () => {
      const server = sessionServerOf();
      await using http = await listen(server);
      const client = await SessionClient.connect(http.url);
      client.sessionId = undefined;
      expect(await errorIn(await client.post(PING))).toEqual([400, -32600, 7]);
      expect(await errorIn(await client.post(INITIALIZED))).toEqual([400, -32600, undefined]);
      expect(await errorIn(await client.post(INITIALIZED, { 'mcp-protocol-version': undefined }))).toEqual([
        400,
        -32600,
        undefined,
      ]);
      expect(await errorIn(await client.post({ jsonrpc: '2.0', id: 1, result: {} }))).toEqual([400, -32600, 1]);
      expect(await errorIn(await client.post([PING]))).toEqual([400, -32600, undefined]);
      expect((await client.post(INITIALIZED, { 'mcp-protocol-version': '2026-07-28' })).status).toBe(202);
      for (const response of [await client.get(), await client.delete()]) {
        expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
      }
      expect(server.sessions[0]?.received).toHaveLength(1);
    });

    test('is ignored on a request of a later revision', async () => {
      const server = sessionServerOf();
      await using http = await listen(server);
      const client = await SessionClient.connect(http.url);
      for (const id of [client.sessionId ?? '', 'x']) {
        const request = callOf('a', { b: 1 });
        const response = await client.post(request, headersOf(request, { 'mcp-session-id': id }));
        expect(await response.json()).toEqual(resultOf(request, { resultType: 'complete', echo: { b: 1 } }));
      }
      expect(server.sessions[0]?.received).toHaveLength(1);
    });

    test('does not make a later revision of a request that lacks what those need', async () => {
      const server = {
        ...sessionServerOf(),
        ...exchangerOf({ 'server/discover': (request) => errorOf(request, -32602) }),
      };
      await using http = await listen(server);
      for (const version of ['2026-07-28', 'v999.0.0', undefined]) {
        for (const _meta of [undefined, {}, { ...META, 'io.modelcontextprotocol/clientCapabilities': undefined }]) {
          const response = await fetch(http.url, {
            method: 'POST',
            headers: headersOf(requestOf('server/discover'), { 'mcp-protocol-version': version }),
            body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'server/discover', params: { _meta } }),
          });
          expect(await errorIn(response)).toEqual([400, -32602, 1]);
        }
      }
    });
  });

  describe('MCP-Protocol-Version', () => {
    test.each(['2025-06-18', '2026-07-28', '1.0.0', '', '2025-11-25, 2025-11-25'])(
      '%j in a session of another is a 400',
      async (version) => {
        const server = sessionServerOf();
        await using http = await listen(server);
        const client = await SessionClient.connect(http.url);
        const changes = { 'mcp-protocol-version': version };
        expect(await errorIn(await client.post(PING, changes))).toEqual([400, -32600, 7]);
        expect(await errorIn(await client.post(INITIALIZED, changes))).toEqual([400, -32600, undefined]);
        expect(await errorIn(await client.get(changes))).toEqual([400, -32600, undefined]);
        expect(await errorIn(await client.delete(changes))).toEqual([400, -32600, undefined]);
        expect(server.sessions[0]).toMatchObject({ isClosed: false, received: [handshake()] });
      },
    );

    test('may be missing: the session knows', async () => {
      await using http = await listen(sessionServerOf());
      const client = await SessionClient.connect(http.url);
      expect((await client.post(PING, { 'mcp-protocol-version': undefined })).status).toBe(200);
      expect((await client.delete({ 'mcp-protocol-version': undefined })).status).toBe(204);
    });
  });

  describe('DELETE', () => {
    test('ends the session: 204, and 404 from then on', async () => {
      const server = sessionServerOf();
      await using http = await listen(server);
      const client = await SessionClient.connect(http.url);
      const other = await SessionClient.connect(http.url);
      const response = await client.delete();
      expect([response.status, await response.text()]).toEqual([204, '']);
      expect(server.sessions.map(({ isClosed }) => isClosed)).toEqual([true, false]);
      for (const after of [await client.post(PING), await client.get(), await client.delete()]) {
        expect(after.status).toBe(404);
      }
      expect((await other.post(PING)).status).toBe(200);
    });

    test('answers what was under way with a 404, and ends streams', async () => {
      const server = sessionServerOf({ 'tools/call': (_request, _info, session) => session.closed });
      await using http = await listen(server);
      const client = await SessionClient.connect(http.url);
      const call = client.call('a');
      const stream = await client.get();
      await expect.poll(() => server.sessions[0]?.received.length).toBe(2);
      await client.delete();
      expect((await call).status).toBe(404);
      expect(await stream.text()).toBe('id: 0_0\nretry: 1000\ndata: \n\n');
    });
  });

  describe('other methods', () => {
    test.each(['HEAD', 'PUT', 'PATCH', 'OPTIONS'])('%s is a 405 in a session too', async (method) => {
      await using http = await listen(sessionServerOf());
      const { sessionId = '' } = await SessionClient.connect(http.url);
      expect((await fetch(http.url, { method, headers: { 'mcp-session-id': sessionId } })).status).toBe(405);
    });
  });

  describe('the rules for every request', () => {
    test('Host and Origin are checked for GET and DELETE', async () => {
      const server = sessionServerOf();
      await using http = await listen(server);
      const client = await SessionClient.connect(http.url);
      const evil = { origin: 'http://evil.example' };
      expect((await client.get(evil)).status).toBe(403);
      expect((await client.delete(evil)).status).toBe(403);
      expect((await client.post(PING, evil)).status).toBe(403);
      expect(server.sessions[0]?.isClosed).toBe(false);
    });

    test('Accept must have what a GET is answered with', async () => {
      await using http = await listen(sessionServerOf());
      const client = await SessionClient.connect(http.url);
      for (const accept of ['application/json', 'text/html', 'text/event-stream;q=0']) {
        expect(await errorIn(await client.get({ accept }))).toEqual([406, -32600, undefined]);
      }
    });

    test('the body of a POST is bounded', async () => {
      await using http = await listen(sessionServerOf(), { maxBodyBytes: 500 });
      const client = await SessionClient.connect(http.url);
      expect((await client.post({ ...PING, params: { x: 'x'.repeat(500) } })).status).toBe(413);
    });
  });

  describe('the caller', () => {
    const authenticate: HttpOptions['authenticate'] = ({ headers }) => {
      const [clientId, subject] = headers.get('authorization')?.split(' ') ?? [];
      if (clientId === undefined) throw new AuthRefusal('unauthorized');
      return { clientId, issuer: 'https://issuer.example', subject };
    };

    test('is asked for with every request, by its method', async () => {
      const methods: string[] = [];
      await using http = await listen(sessionServerOf(), {
        authenticate: (request) => {
          methods.push(request.method);
          return authenticate(request);
        },
      });
      const client = await SessionClient.connect(http.url, { headers: { authorization: 'c ada' } });
      expect((await client.post(PING)).status).toBe(200);
      expect((await client.get({ 'last-event-id': '9_9' })).status).toBe(400);
      for (const response of [
        await client.post(PING, { authorization: undefined }),
        await client.get({ authorization: undefined }),
        await client.delete({ authorization: undefined }),
      ]) {
        expect(response.status).toBe(401);
      }
      expect((await client.delete()).status).toBe(204);
      expect(methods).toEqual(['POST', 'POST', 'GET', 'POST', 'GET', 'DELETE', 'DELETE']);
    });

    test.each(['c eve', 'd ada', 'c'])(
      'is the only one for whom the id works: %j gets a 404',
      async (authorization) => {
        const server = sessionServerOf();
        await using http = await listen(server, { authenticate });
        const client = await SessionClient.connect(http.url, { headers: { authorization: 'c ada' } });
        expect((await client.post(PING, { authorization })).status).toBe(404);
        expect((await client.get({ authorization })).status).toBe(404);
        expect((await client.delete({ authorization })).status).toBe(404);
        expect(server.sessions[0]?.received).toHaveLength(1);
        expect((await client.post(PING)).status).toBe(200);
      },
    );

    test('may come with another credential that says the same', async () => {
      let scopes = ['read'];
      await using http = await listen(sessionServerOf(), {
        authenticate: () => ({ clientId: 'c', subject: 'ada', scopes, expiresAt: 1_900_000_000 }),
      });
      const client = await SessionClient.connect(http.url);
      scopes = ['read', 'write'];
      expect((await client.post(PING)).status).toBe(200);
    });

    test('is told to the session, with the headers of each request', async () => {
      const seen: unknown[] = [];
      const server = sessionServerOf({
        ping: (request, { auth, headers }) => {
          seen.push(auth, headers?.get('X-Trace'));
          return resultOf(request);
        },
      });
      await using http = await listen(server, { authenticate });
      const client = await SessionClient.connect(http.url, { headers: { authorization: 'c ada' } });
      await client.post(PING, { 'x-trace': name });
      expect(seen).toEqual([{ clientId: 'c', issuer: 'https://issuer.example', subject: 'ada' }, name]);
    });
  });
});
