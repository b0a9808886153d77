/** One server and one client in every combination of eras, in memory: SYSTEM C2, C10, C11, R12. */
import { Client, type ClientError, type ClientOptions } from '@mrtr/client';
import {
  elicit,
  elicitUrl,
  inputRequired,
  listRoots,
  McpServer,
  type McpServerOptions,
  resolver,
  sample,
} from '@mrtr/server';
import { type Exchanger, memoryTransport, type Transport, TransportError } from '@mrtr/transport';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';

const INFO = { name: 'both-eras', version: '1.0.0' };
const LEGACY = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;
const Word = z.object({ word: z.string() });

function serverOf(options: McpServerOptions = {}): McpServer {
  const logger = { warn: () => undefined, error: () => undefined };
  const server = new McpServer(INFO, { logger, instructions: 'Ask nicely.', ...options });
  const first = resolver({}, () => elicit('first', Word));
  const second = resolver({ needs: { first } }, ({ first: { word } }) => elicit(`after ${word}`, Word));
  const summary = sample({ messages: [{ role: 'user', content: { type: 'text', text: 'Sum up.' } }], maxTokens: 9 });
  server.tool(
    'ask',
    { input: z.object({ n: z.number() }), resolve: { second, summary, roots: listRoots() } },
    (given, ctx) =>
      [given.n, given.second.word, given.summary.model, given.roots.roots.length, ctx.protocolVersion].join(' '),
  );
  server.tool(
    'page',
    { resolve: { page: resolver({}, () => elicitUrl('Sign', 'https://x.example/')) } },
    () => 'signed',
  );
  server.tool(
    'hand',
    {},
    (_input, ctx) => ctx.answer('a', Word)?.word ?? inputRequired({ a: elicit('by hand', Word) }),
  );
  server.tool('plain', {}, (_input, ctx) => {
    ctx.log('info', 'working');
    ctx.progress(1, 2);
    return ctx.protocolVersion;
  });
  server.tool(
    'wait',
    {},
    (_input, { signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve('gone'))),
  );
  return server;
}

const callbacks = {
  onElicit: ({ message }: { readonly message: string }) => ({
    action: 'accept' as const,
    content: { word: `<${message}>` },
  }),
  onElicitUrl: () => ({ action: 'accept' as const }),
  onSample: () => ({ role: 'assistant' as const, model: 'm', content: { type: 'text' as const, text: 'short' } }),
  onListRoots: () => [{ uri: 'file:///home/ada' }],
} satisfies ClientOptions;

async function textOf(client: Client, tool: string, args?: Record<string, unknown>): Promise<unknown> {
  const { content } = await client.callTool(tool, args);
  return content[0]?.type === 'text' ? content[0].text : content;
}

/** Counts what a client sends, by method. */
function counted(server: Exchanger): { readonly transport: Transport; readonly sent: string[] } {
  const sent: string[] = [];
  const transport = memoryTransport(server);
  const { openSession } = transport;
  return {
    sent,
    transport: {
      ...transport,
      send: (request, options) => {
        sent.push(request.method);
        return transport.send(request, options);
      },
      openSession:
        openSession &&
        ((peer) => {
          const session = openSession(peer);
          return {
            ...session,
            send: (request, options) => {
              sent.push(request.method);
              return session.send(request, options);
            },
          };
        }),
    },
  };
}

describe('a client in auto mode', () => {
  test('speaks the newest with a server of both eras, after one question', async () => {
    const { transport, sent } = counted(serverOf());
    await using client = new Client(transport, callbacks);
    expect(await textOf(client, 'plain')).toBe('2026-07-28');
    expect(await textOf(client, 'plain')).toBe('2026-07-28');
    expect(sent).toEqual(['server/discover', 'tools/call', 'tools/call']);
    expect(client.protocolVersion).toBe('2026-07-28');
  });

  test('asks no second question for connect', async () => {
    const { transport, sent } = counted(serverOf());
    await using client = await Client.connect(transport, callbacks);
    expect(client.instructions).toBe('Ask nicely.');
    expect(await textOf(client, 'plain')).toBe('2026-07-28');
    expect(sent).toEqual(['server/discover', 'tools/call']);
  });

  test.each(LEGACY)('shakes hands with a server of %s, once', async (version) => {
    const { transport, sent } = counted(serverOf({ versions: [version] }));
    await using client = await Client.connect(transport, callbacks);
    expect(client.protocolVersion).toBe(version);
    expect(client.serverInfo).toEqual(INFO);
    expect(client.serverCapabilities).toMatchObject({ tools: {} });
    expect(client.instructions).toBe('Ask nicely.');
    expect(await textOf(client, 'plain')).toBe(version);
    expect(sent).toEqual(['server/discover', 'initialize', 'tools/call']);
  });

  test('makes many calls at once wait for one handshake', async () => {
    const { transport, sent } = counted(serverOf({ versions: ['2025-11-25'] }));
    await using client = new Client(transport, callbacks);
    expect(await Promise.all(Array.from({ length: 5 }, () => textOf(client, 'plain')))).toEqual(
      Array(5).fill('2025-11-25'),
    );
    expect(sent.filter((method) => method === 'initialize')).toHaveLength(1);
  });

  test.each([
    ['an outage', new TransportError('unreachable', 'gone')],
    ['a refused credential', new TransportError('http_status', '401', { status: 401 })],
    ['a fault of the server', new TransportError('http_status', '503', { status: 503 })],
  ])('does not take %s for an old server, and asks anew', async (_name, failure) => {
    const { transport, sent } = counted(serverOf());
    let failing = true;
    const send: Transport['send'] = (request, options) =>
      failing ? Promise.reject(failure) : transport.send(request, options);
    await using client = new Client({ ...transport, send }, callbacks);
    await expect(client.callTool('plain')).rejects.toBe(failure);
    failing = false;
    expect(await textOf(client, 'plain')).toBe('2026-07-28');
    expect(sent).toEqual(['server/discover', 'tools/call']);
  });

  test.each([400, 404, 405])('takes status %i for an old server', async (status) => {
    const { transport } = counted(serverOf({ versions: ['2025-06-18'] }));
    const send = () => Promise.reject(new TransportError('http_status', 'refused', { status }));
    await using client = new Client({ ...transport, send }, callbacks);
    expect(await textOf(client, 'plain')).toBe('2025-06-18');
  });

  test('takes silence for an old server where the channel says so, and no longer than it has to', async () => {
    const timers: { ms: number; callback: () => void }[] = [];
    const clock = {
      setTimeout: (callback: () => void, ms: number) => timers.push({ ms, callback }),
      clearTimeout: () => undefined,
    };
    const { transport } = counted(serverOf({ versions: ['2024-11-05'] }));
    const send: Transport['send'] = (_request, { signal } = {}) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
    await using client = new Client(
      { ...transport, send, silentWhenOld: true },
      { ...callbacks, clock, probeTimeoutMs: 1500 },
    );
    const text = textOf(client, 'plain');
    await vi.waitFor(() => expect(timers.some(({ ms }) => ms === 1500)).toBe(true));
    timers.find(({ ms }) => ms === 1500)?.callback();
    expect(await text).toBe('2024-11-05');
  });
});

describe('a client told what to speak', () => {
  test('shakes hands at once in legacy mode', async () => {
    const { transport, sent } = counted(serverOf());
    await using client = new Client(transport, { ...callbacks, mode: 'legacy' });
    expect(await textOf(client, 'plain')).toBe('2025-11-25');
    expect(sent).toEqual(['initialize', 'tools/call']);
  });

  test('asks for the revision that it is told', async () => {
    await using client = new Client(serverOf(), { ...callbacks, mode: '2025-03-26' });
    expect(await textOf(client, 'plain')).toBe('2025-03-26');
  });

  test('asks nothing with the newest, and knows what an earlier discovery found', async () => {
    const { transport, sent } = counted(serverOf());
    await using before = await Client.connect(transport, callbacks);
    const discovered = await before.discover();
    sent.length = 0;
    await using client = new Client(transport, { ...callbacks, mode: '2026-07-28', discovered });
    expect(client.instructions).toBe('Ask nicely.');
    await client.callTool('plain');
    expect(sent).toEqual(['tools/call']);
  });

  test('is refused a mode that the channel can not have', () => {
    const { openSession: _, ...transport } = memoryTransport(serverOf());
    expect(() => new Client(transport, { mode: 'legacy' })).toThrow('no sessions');
    expect(() => new Client(transport, { mode: '1999-01-01' as never })).toThrow('mode must be');
    expect(() => new Client(transport)).not.toThrow();
  });
});

describe.each(['2026-07-28', '2025-11-25'] as const)('a call that asks, under %s', (mode) => {
  test('is answered by the same callbacks, which know the call', async () => {
    const asks: unknown[] = [];
    const onElicit: ClientOptions['onElicit'] = (form, { method, target, arguments: args, server }) => {
      asks.push([form.message, method, target, args, server?.name]);
      return callbacks.onElicit(form);
    };
    await using client = new Client(serverOf(), { ...callbacks, onElicit, mode });
    expect(await textOf(client, 'ask', { n: 7 })).toBe(`7 <after <first>> m 1 ${mode}`);
    expect(asks).toEqual(
      ['first', 'after <first>'].map((text) => [
        text,
        'tools/call',
        'ask',
        { n: 7 },
        mode === '2026-07-28' ? expect.anything() : INFO.name,
      ]),
    );
  });

  test('ends with the cause where a callback throws', async () => {
    const cause = new Error('closed the window');
    const onElicit = () => Promise.reject(cause);
    await using client = new Client(serverOf(), { ...callbacks, onElicit, mode });
    const error = await client.callTool('ask', { n: 7 }).catch((thrown: unknown) => thrown as ClientError);
    expect(error).toMatchObject({ code: 'callback_failed', cause });
    expect(await textOf(client, 'plain')).toBe(mode);
  });

  test('may take longer than a request may, while somebody thinks', async () => {
    const onElicit: ClientOptions['onElicit'] = async (form) => {
      await new Promise((resolve) => setTimeout(resolve, 150));
      return callbacks.onElicit(form);
    };
    await using client = new Client(serverOf(), { ...callbacks, onElicit, mode, timeoutMs: 100 });
    expect(await textOf(client, 'ask', { n: 7 })).toContain('<after <first>>');
    await expect(client.callTool('wait')).rejects.toMatchObject({ code: 'timeout' });
  });

  test('is refused where the client can not answer', async () => {
    await using client = new Client(serverOf(), { mode });
    await expect(client.callTool('ask', { n: 7 })).rejects.toMatchObject({ code: -32021 });
  });

  test('opens a page', async () => {
    await using client = new Client(serverOf(), { ...callbacks, mode });
    expect(await textOf(client, 'page')).toBe('signed');
  });

  test('by hand is served or not as the server says', async () => {
    await using bridged = new Client(serverOf({ legacyShim: true }), { ...callbacks, mode });
    expect(await textOf(bridged, 'hand')).toBe('<by hand>');
    await using plain = new Client(serverOf(), { ...callbacks, mode });
    const text = await textOf(plain, 'hand').catch((error: unknown) => (error as { code: unknown }).code);
    expect(text).toBe(mode === '2026-07-28' ? '<by hand>' : -32603);
  });

  test('reports progress and log messages, and can be cancelled', async () => {
    const [onProgress, onLog] = [vi.fn(), vi.fn()];
    await using client = new Client(serverOf(), { ...callbacks, mode });
    await client.callTool('plain', {}, { onProgress, onLog, logLevel: 'info' });
    expect(onProgress).toHaveBeenCalledExactlyOnceWith({ progress: 1, total: 2 });
    expect(onLog).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ level: 'info', data: 'working' }));
    const controller = new AbortController();
    const call = client.callTool('wait', {}, { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    expect(await textOf(client, 'plain')).toBe(mode);
  });
});
