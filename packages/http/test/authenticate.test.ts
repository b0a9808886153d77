/** Who calls: asked with every request, before its body is read, on both shells. */
import { describe, expect, test } from 'vitest';
import { AuthRefusal, type AuthRequest, type HttpOptions } from '../src/server.js';
import { exchangerOf } from './support/exchanger.js';
import { callOf } from './support/messages.js';
import { rawClient, rawPost, type RawResponse } from './support/raw.js';
import { shells } from './support/shells.js';

const ada = {
  clientId: 'c1',
  issuer: 'https://issuer.example',
  subject: 'ada',
  scopes: ['read'],
  expiresAt: 2_000_000_000,
};

describe.each(shells)('on $name', ({ listen }) => {
  /** Sends the head of a POST and none of its body. */
  async function head(options: HttpOptions, changes: Record<string, string | undefined> = {}): Promise<RawResponse> {
    const server = exchangerOf();
    await using http = await listen(server, options);
    using client = rawClient(http.port);
    client.write(rawPost(callOf('a'), { 'content-length': '100', ...changes }, ''));
    const response = await client.response();
    expect(server.seen).toEqual([]);
    return response;
  }

  test('the server is told of the caller, and of the headers', async () => {
    const asked: AuthRequest[] = [];
    const server = exchangerOf();
    await using http = await listen(server, {
      authenticate: (request) => {
        asked.push(request);
        return ada;
      },
    });
    using client = rawClient(http.port);
    client.write(rawPost(callOf('a'), { authorization: 'Bearer t', 'x-trace': '1' }));
    expect((await client.response()).status).toBe(200);
    expect(server.seen[0]?.info.auth).toEqual(ada);
    expect(server.seen[0]?.info.headers?.get('X-Trace')).toBe('1');
    expect(server.seen[0]?.info.headers?.get('x-other')).toBeNull();
    expect(server.seen[0]?.info.headers?.get('constructor')).toBeNull();
    expect(asked[0]?.headers.get('AUTHORIZATION')).toBe('Bearer t');
    expect(asked[0]?.method).toBe('POST');
    expect(asked[0]?.url).toBe('http://127.0.0.1/mcp');
  });

  test('undefined is anybody', async () => {
    const server = exchangerOf();
    await using http = await listen(server, { authenticate: () => Promise.resolve(undefined) });
    using client = rawClient(http.port);
    client.write(rawPost(callOf('a')));
    expect((await client.response()).status).toBe(200);
    expect(server.seen[0]?.info.auth).toBeUndefined();
  });

  test('a refusal is a 401 with its challenge and nothing else, before the body is read', async () => {
    const challenge = 'Bearer resource_metadata="https://a.example/.well-known/oauth-protected-resource"';
    const response = await head({
      authenticate: () => {
        throw new AuthRefusal('unauthorized', { challenge, cause: new Error('secret') });
      },
    });
    expect([response.status, response.headers['www-authenticate'], response.body]).toEqual([401, challenge, '']);
  });

  test('a credential that does not suffice is a 403', async () => {
    const challenge = 'Bearer error="insufficient_scope", scope="write"';
    const response = await head({ authenticate: () => Promise.reject(new AuthRefusal('forbidden', { challenge })) });
    expect([response.status, response.headers['www-authenticate']]).toEqual([403, challenge]);
  });

  test('a verifier that fails is a 500 that says nothing, and onError hears of it', async () => {
    const errors: unknown[] = [];
    const failure = new Error('secret');
    const response = await head({
      authenticate: () => Promise.reject(failure),
      onError: (error) => errors.push(error),
    });
    expect(response.status).toBe(500);
    expect(response.body).not.toContain('secret');
    expect(errors).toEqual([failure]);
  });

  test('nobody is asked about a request that is refused anyway', async () => {
    const authenticate = (): never => {
      throw new AuthRefusal('unauthorized');
    };
    expect((await head({ authenticate }, { host: 'evil.example' })).status).toBe(403);
    expect((await head({ authenticate }, { 'content-type': 'text/plain' })).status).toBe(415);
  });

  test('a token that expires between two rounds is refused in the second', async () => {
    let now = 1_999_999_999;
    await using http = await listen(exchangerOf(), {
      authenticate: () => {
        if (now >= ada.expiresAt) throw new AuthRefusal('unauthorized', { challenge: 'Bearer error="invalid_token"' });
        return ada;
      },
    });
    using client = rawClient(http.port);
    client.write(rawPost(callOf('a')));
    expect((await client.response()).status).toBe(200);
    now += 1;
    client.write(rawPost(callOf('a')));
    expect((await client.response()).status).toBe(401);
  });
});

describe('AuthRefusal', () => {
  test('challenges for a bearer token by default', () => {
    expect(new AuthRefusal('unauthorized')).toMatchObject({ code: 'unauthorized', challenge: 'Bearer' });
  });

  test.each(['', ' ', 'Bearer\r\nX-Evil: 1', 'Bearer é', 'Bearer '])('refuses the challenge %j', (challenge) => {
    expect(() => new AuthRefusal('unauthorized', { challenge })).toThrow(TypeError);
  });
});
