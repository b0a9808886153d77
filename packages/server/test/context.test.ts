/** What a handler is told, and what it reports meanwhile: SYSTEM H7. */
import type { ExchangeInfo } from '@mrtr/transport';
import { type AskContext, McpServer, type RequestContext, Server } from '@mrtr/server';
import { type JsonRpcNotification, LOGGING_LEVELS, MetaKey } from '@mrtr/types';
import { describe, expect, test } from 'vitest';
import { recordingLogger } from './support/recording.js';
import { CLIENT_INFO, request, result } from './support/requests.js';

const INFO = { name: 'context', version: '1.0.0' };

/** Both tiers tell a handler the same. */
const TIERS: [string, (look: (ctx: RequestContext) => void | Promise<void>) => Server | McpServer][] = [
  [
    'a low-level handler',
    (look) =>
      new Server(INFO, {
        logger: recordingLogger(),
        onCallTool: async (ctx) => {
          await look(ctx);
          return { content: [] };
        },
      }),
  ],
  [
    'a tool',
    (look) => {
      const server = new McpServer(INFO);
      server.tool('t', {}, async (_input, ctx: AskContext<undefined>) => {
        await look(ctx);
        return 'done';
      });
      return server;
    },
  ],
];

function callTool(server: Server | McpServer, meta: Readonly<Record<string, unknown>> = {}, info: ExchangeInfo = {}) {
  return server.exchange(request('tools/call', { name: 't' }, { id: 'r1', meta, capabilities: { roots: {} } }), info);
}

describe.each(TIERS)('%s is told', (_, make) => {
  test('of the request, its client, and how it came', async () => {
    const auth = { clientId: 'c', subject: 's', issuer: 'https://issuer.example', scopes: ['a'] };
    const headers = new Headers({ 'X-Tenant': 'acme' });
    const { signal } = new AbortController();
    const seen: unknown[] = [];
    const server = make((ctx) => {
      seen.push(
        ctx.method,
        ctx.requestId,
        ctx.protocolVersion,
        ctx.clientInfo,
        ctx.clientCapabilities,
        ctx.meta['example.org/trace'],
        ctx.auth,
        ctx.headers?.get('x-tenant'),
        ctx.signal,
      );
    });
    await callTool(server, { 'example.org/trace': 7 }, { auth, headers, signal });
    expect(seen.slice(0, 8)).toEqual(['tools/call', 'r1', '2026-07-28', CLIENT_INFO, { roots: {} }, 7, auth, 'acme']);
    expect(seen[8]).toBe(signal);
  });

  test('of nothing that is not there', async () => {
    const seen: unknown[] = [];
    const server = make((ctx) => {
      seen.push(ctx.auth, ctx.headers, ctx.clientInfo, ctx.signal.aborted);
    });
    await callTool(server, { [MetaKey.clientInfo]: undefined });
    expect(seen).toEqual([undefined, undefined, undefined, false]);
  });

  test('by a signal of its own, where the channel has none', async () => {
    const signals: AbortSignal[] = [];
    const server = make((ctx) => {
      signals.push(ctx.signal, ctx.signal);
    });
    await callTool(server);
    await callTool(server);
    expect(signals[0]).toBe(signals[1]);
    expect(signals[0]).not.toBe(signals[2]);
  });

  test('only of what it asks: an info that makes its members late is not asked for them', async () => {
    const asked: string[] = [];
    const info: ExchangeInfo = {
      get signal() {
        asked.push('signal');
        return undefined;
      },
      get headers() {
        asked.push('headers');
        return undefined;
      },
    };
    await callTool(
      make(() => {}),
      {},
      info,
    );
    expect(asked).toEqual([]);
    await callTool(
      make((ctx) => void ctx.signal),
      {},
      info,
    );
    expect(asked).toEqual(['signal']);
  });

  test('when the client goes away', async () => {
    const controller = new AbortController();
    const server = make(async (ctx) => {
      const gone = new Promise((resolve) => ctx.signal.addEventListener('abort', resolve));
      controller.abort();
      await gone;
    });
    expect(await callTool(server, {}, { signal: controller.signal })).toHaveProperty('result');
  });
});

describe.each(TIERS)('%s reports', (_, make) => {
  async function reported(
    report: (ctx: RequestContext) => void | Promise<void>,
    meta: Readonly<Record<string, unknown>> = {},
  ) {
    const notifications: JsonRpcNotification[] = [];
    await callTool(make(report), meta, { notify: (notification) => void notifications.push(notification) });
    return notifications;
  }

  test('progress under the token of the request', async () => {
    const report = (ctx: RequestContext) => {
      ctx.progress(0);
      ctx.progress(0.5, 3);
      ctx.progress(3, 3, 'Done');
    };
    for (const progressToken of ['p', 0]) {
      expect(await reported(report, { progressToken })).toEqual([
        { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress: 0 } },
        { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress: 0.5, total: 3 } },
        {
          jsonrpc: '2.0',
          method: 'notifications/progress',
          params: { progressToken, progress: 3, total: 3, message: 'Done' },
        },
      ]);
    }
  });

  test('no progress that nobody asked for', async () => {
    expect(await reported((ctx) => ctx.progress(1))).toEqual([]);
  });

  test('only progress that increases and that JSON can tell', async () => {
    const report = (ctx: RequestContext) => {
      for (const progress of [1, 1, 0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2, 1.5, 3]) ctx.progress(progress);
    };
    const progress = (await reported(report, { progressToken: 'p' })).map(({ params }) => params?.['progress']);
    expect(progress).toEqual([1, 2, 3]);
  });

  test.each(LOGGING_LEVELS.map((level, index) => [level, LOGGING_LEVELS.slice(index)] as const))(
    'log messages at and above the level of the request: %s',
    async (logLevel, expected) => {
      const report = (ctx: RequestContext) => {
        for (const level of LOGGING_LEVELS) ctx.log(level, { level });
      };
      const messages = await reported(report, { [MetaKey.logLevel]: logLevel });
      expect(messages.map(({ params }) => params?.['level'])).toEqual(expected);
    },
  );

  test('log messages with any data, and with the name of a logger', async () => {
    const report = (ctx: RequestContext) => {
      ctx.log('info', 'text', 'database');
      ctx.log('info', null);
      ctx.log('info', undefined);
    };
    expect(await reported(report, { [MetaKey.logLevel]: 'info' })).toEqual([
      { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'text', logger: 'database' } },
      { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: null } },
      { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: null } },
    ]);
  });

  test('no log messages that nobody asked for', async () => {
    expect(await reported((ctx) => ctx.log('emergency', 'fire'))).toEqual([]);
  });

  test('with any notification of its own', async () => {
    const report = (ctx: RequestContext) => {
      ctx.notify('notifications/example', { a: 1 });
      ctx.notify('notifications/bare');
    };
    expect(await reported(report)).toEqual([
      { jsonrpc: '2.0', method: 'notifications/example', params: { a: 1 } },
      { jsonrpc: '2.0', method: 'notifications/bare' },
    ]);
  });

  test('nothing after its response', async () => {
    let kept: RequestContext | undefined;
    const notifications = await reported(
      (ctx) => {
        kept = ctx;
        ctx.progress(1);
      },
      { progressToken: 'p', [MetaKey.logLevel]: 'debug' },
    );
    kept?.progress(2);
    kept?.log('error', 'late');
    kept?.notify('notifications/late');
    expect(notifications).toHaveLength(1);
  });

  test('nothing after it failed, either', async () => {
    let kept: RequestContext | undefined;
    const notifications = await reported((ctx) => {
      kept = ctx;
      throw new TypeError('no');
    });
    kept?.notify('notifications/late');
    expect(notifications).toEqual([]);
  });

  test('into the void where the channel takes no notifications', async () => {
    const server = make((ctx) => ctx.progress(1));
    expect(await callTool(server, { progressToken: 'p' })).toHaveProperty('result');
  });
});

test('each request has a context of its own', async () => {
  const seen = new Set<unknown>();
  const server = new McpServer(INFO);
  server.tool('t', {}, (_input, ctx) => {
    seen.add(ctx);
    return '';
  });
  await result(server, 'tools/call', { name: 't' });
  await result(server, 'tools/call', { name: 't' });
  expect(seen.size).toBe(2);
});
