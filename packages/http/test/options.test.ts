/** Options that can't be meant are refused where they are given. */
import { describe, expect, test } from 'vitest';
import { httpTransport, type HttpTransportOptions } from '../src/client.js';
import { nodeListener, serve } from '../src/node.js';
import { httpHandler, type HttpOptions } from '../src/server.js';
import { exchangerOf } from './support/exchanger.js';

const server = exchangerOf();

describe('HttpOptions', () => {
  test.each<[HttpOptions, RegExp]>([
    [{ maxBodyBytes: 0 }, /maxBodyBytes/],
    [{ maxBodyBytes: NaN }, /maxBodyBytes/],
    [{ maxBodyBytes: 1.5 }, /maxBodyBytes/],
    [{ bodyTimeoutMs: 0 }, /bodyTimeoutMs/],
    [{ bodyTimeoutMs: Infinity }, /bodyTimeoutMs/],
    [{ bodyTimeoutMs: 2 ** 31 }, /bodyTimeoutMs/],
    [{ keepAliveMs: -1 }, /keepAliveMs/],
    [{ maxBufferBytes: 0 }, /maxBufferBytes/],
    [{ sessions: { idleMs: 0 } }, /sessions\.idleMs/],
    [{ sessions: { idleMs: Infinity } }, /sessions\.idleMs/],
    [{ sessions: { maxSessions: 0 } }, /sessions\.maxSessions/],
    [{ sessions: { maxInFlight: 1.5 } }, /sessions\.maxInFlight/],
    [{ sessions: { retryMs: -1 } }, /sessions\.retryMs/],
    [{ sessions: { retryMs: 0.5 } }, /sessions\.retryMs/],
    [{ allowedHosts: ['https://app.example'] }, /allowedHosts.*https:/],
    [{ allowedHosts: ['app.example/mcp'] }, /allowedHosts/],
    [{ allowedHosts: [''] }, /allowedHosts/],
    [{ allowedHosts: ['*'] }, /allowedHosts/],
    [{ allowedOrigins: ['app.example'] }, /allowedOrigins/],
    [{ allowedOrigins: ['https://app.example/path'] }, /allowedOrigins/],
    [{ allowedOrigins: ['*'] }, /allowedOrigins/],
    [{ allowedOrigins: ['null'] }, /allowedOrigins/],
  ])('%j is refused by every shell', async (options, message) => {
    expect(() => httpHandler(server, options)).toThrow(message);
    expect(() => nodeListener(server, options)).toThrow(message);
    await expect(serve(server, options)).rejects.toThrow(message);
  });

  test('undefined is the default', () => {
    expect(() =>
      httpHandler(server, { maxBodyBytes: undefined, allowedHosts: undefined, timers: undefined }),
    ).not.toThrow();
  });

  test('an empty list allows nobody', async () => {
    const handle = httpHandler(server, { allowedHosts: [] });
    const response = await handle(new Request('http://127.0.0.1/mcp', { method: 'POST', body: '{}' }));
    expect(response.status).toBe(403);
  });
});

describe('HttpTransportOptions', () => {
  test.each(['', 'not a url', '/mcp', 'ftp://a.example', 'file:///etc/passwd', 'data:text/plain,x', 'javascript:1'])(
    'the URL %j is refused',
    (url) => {
      expect(() => httpTransport(url)).toThrow(TypeError);
    },
  );

  test('a password in the URL is refused, and not repeated', () => {
    expect(() => httpTransport('https://ada:secret@a.example/mcp')).toThrow(/options\.headers/);
    expect(() => httpTransport('https://ada:secret@a.example/mcp')).not.toThrow(/secret/);
  });

  test.each<HttpTransportOptions>([{ maxResponseBytes: 0 }, { maxResponseBytes: NaN }])('%j is refused', (options) => {
    expect(() => httpTransport('http://127.0.0.1', options)).toThrow(RangeError);
  });
});
