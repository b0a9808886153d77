/**
 * The official SDK's clients, old and new, against one endpoint, with everything that a server can ask of them: SYSTEM N3,
 * N4, R12. The handshake era is spoken by both of them, the later one by the new.
 */
import * as official2 from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import * as old from '@modelcontextprotocol/sdk/types.js';
import { type RunningServer, serve } from '@mrtr/http/node';
import { elicit, elicitUrl, inputRequired, listRoots, McpServer, resolver, sample } from '@mrtr/server';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';

const INFO = { name: 'foreign', version: '1.0.0' };
const CAPABILITIES = { elicitation: { form: {}, url: {} }, sampling: {}, roots: { listChanged: true } };
const WITHIN = { timeout: 10_000 };
const Word = z.object({ word: z.string() });

function serverOf(): McpServer {
  const logger = { warn: () => undefined, error: () => undefined };
  const server = new McpServer(
    { name: 'both-eras', version: '1.0.0' },
    { logger, legacyShim: true, lists: ['tools'], instructions: 'Ask nicely.' },
  );
  const first = resolver({}, () => elicit('first', Word));
  const second = resolver({ needs: { first } }, ({ first: { word } }) => elicit(`after ${word}`, Word));
  const summary = sample({ messages: [{ role: 'user', content: { type: 'text', text: 'Sum up.' } }], maxTokens: 9 });
  server.tool(
    'ask',
    { input: z.object({ n: z.number() }), resolve: { second, summary, roots: listRoots() } },
    (given) => [given.n, given.second.word, given.summary.model, ...given.roots.roots.map(({ uri }) => uri)].join(' '),
  );
  server.tool(
    'page',
    { resolve: { page: resolver({}, () => elicitUrl('Sign', 'https://sign.example/')) } },
    () => 'signed',
  );
  server.tool(
    'hand',
    {},
    (_input, ctx) => ctx.answer('a', Word)?.word ?? inputRequired({ a: elicit('by hand', Word) }),
  );
  server.tool('report', { input: z.object({ steps: z.number() }) }, ({ steps }, ctx) => {
    ctx.log('warning', 'working');
    for (let step = 1; step <= steps; step++) ctx.progress(step, steps);
    return ctx.protocolVersion;
  });
  server.tool('fail', {}, () => {
    throw new Error('no');
  });
  server.tool('grow', {}, () => {
    server.tool('grown', {}, () => 'grown');
    return 'done';
  });
  server.prompt(
    'brief',
    {},
    (_args, ctx) => ctx.answer('a', Word)?.word ?? inputRequired({ a: elicit('for whom', Word) }),
  );
  server.resource('memo://{id}', {}, ({ id }) => `memo ${id}`);
  return server;
}

/** What both generations of the official client can do, in one form. */
interface ForeignClient extends AsyncDisposable {
  readonly protocolVersion: string | undefined;
  readonly asked: string[];
  readonly told: string[];
  names(): Promise<string[]>;
  call(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<unknown>;
  prompt(name: string): Promise<unknown>;
  read(uri: string): Promise<unknown>;
  subscribe(uri: string): Promise<unknown>;
}

interface CallOptions {
  readonly onprogress?: (progress: { progress: number }) => void;
  readonly signal?: AbortSignal;
}

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

interface Foreign {
  readonly name: string;
  readonly version: string;
  readonly connect: (url: string, fetch?: Fetch) => Promise<ForeignClient>;
}

/** How a person answers, whichever client asks. */
function personOf(asked: string[]) {
  return {
    elicit: ({ mode, message }: { mode?: string | undefined; message: string }) => {
      asked.push(`${mode ?? 'form'}: ${message}`);
      return { action: 'accept' as const, ...(mode === 'url' ? undefined : { content: { word: `<${message}>` } }) };
    },
    sample: () => {
      asked.push('sample');
      return { role: 'assistant' as const, model: 'm', content: { type: 'text' as const, text: 'short' } };
    },
    roots: () => {
      asked.push('roots');
      return { roots: [{ uri: 'file:///home/ada' }] };
    },
  };
}

const oldOne: Foreign = {
  name: '1.32',
  version: '2025-11-25',
  async connect(url, fetch) {
    const asked: string[] = [];
    const told: string[] = [];
    const person = personOf(asked);
    const client = new OldClient(INFO, { capabilities: CAPABILITIES });
    client.setRequestHandler(old.ElicitRequestSchema, ({ params }) => person.elicit(params));
    client.setRequestHandler(old.CreateMessageRequestSchema, person.sample);
    client.setRequestHandler(old.ListRootsRequestSchema, person.roots);
    client.setNotificationHandler(old.ToolListChangedNotificationSchema, () => void told.push('tools'));
    client.setNotificationHandler(
      old.LoggingMessageNotificationSchema,
      ({ params }) => void told.push(String(params.data)),
    );
    client.setNotificationHandler(old.ResourceUpdatedNotificationSchema, ({ params }) => void told.push(params.uri));
    const transport = new OldTransport(new URL(url), fetch && { fetch });
    await client.connect(transport);
    return {
      asked,
      told,
      protocolVersion: transport.protocolVersion,
      names: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: async (name, args, options) => textOf(await client.callTool({ name, arguments: args }, undefined, options)),
      prompt: async (name) => (await client.getPrompt({ name })).messages[0]?.content,
      read: async (uri) => (await client.readResource({ uri })).contents[0],
      subscribe: (uri) => client.subscribeResource({ uri }),
      [Symbol.asyncDispose]: async () => {
        if (transport.sessionId !== undefined) await transport.terminateSession();
        await client.close();
      },
    };
  },
};

function newOne(mode: 'legacy' | 'auto'): Foreign {
  return {
    name: `2.4, ${mode}`,
    version: mode === 'auto' ? '2026-07-28' : '2025-11-25',
    async connect(url, fetch) {
      const asked: string[] = [];
      const told: string[] = [];
      const person = personOf(asked);
      const client = new official2.Client(INFO, { capabilities: CAPABILITIES, versionNegotiation: { mode } });
      client.setRequestHandler('elicitation/create', ({ params }) => person.elicit(params));
      client.setRequestHandler('sampling/createMessage', person.sample);
      client.setRequestHandler('roots/list', person.roots);
      client.setNotificationHandler('notifications/tools/list_changed', () => void told.push('tools'));
      client.setNotificationHandler('notifications/message', ({ params }) => void told.push(String(params.data)));
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => void told.push(params.uri));
      const transport = new official2.StreamableHTTPClientTransport(new URL(url), fetch && { fetch });
      await client.connect(transport);
      return {
        asked,
        told,
        protocolVersion: client.getNegotiatedProtocolVersion(),
        names: async () => (await client.listTools()).tools.map(({ name }) => name),
        call: async (name, args, options) =>
          textOf(await client.callTool({ name, ...(args && { arguments: args }) }, options)),
        prompt: async (name) => (await client.getPrompt({ name })).messages[0]?.content,
        read: async (uri) => (await client.readResource({ uri })).contents[0],
        subscribe: (uri) => client.subscribeResource({ uri }),
        [Symbol.asyncDispose]: async () => {
          if (transport.sessionId !== undefined) await transport.terminateSession();
          await client.close();
        },
      };
    },
  };
}

function textOf(result: object): unknown {
  const { content, isError } = result as { content: { text: string }[]; isError?: boolean };
  return isError ? { error: content[0]?.text } : content[0]?.text;
}

const everyClient = [oldOne, newOne('legacy'), newOne('auto')];
const clientsWithSessions = [oldOne, newOne('legacy')];

describe.each(everyClient)('the official client $name', ({ connect, version }) => {
  async function started(): Promise<{ running: RunningServer; client: ForeignClient } & AsyncDisposable> {
    const running = await serve(serverOf());
    const client = await connect(running.url);
    return {
      running,
      client,
      [Symbol.asyncDispose]: async () => {
        await client[Symbol.asyncDispose]();
        await running.close();
      },
    };
  }

  test('agrees on its revision, and lists and calls', async () => {
    await using it = await started();
    expect(it.client.protocolVersion).toBe(version);
    expect(await it.client.names()).toContain('ask');
    expect(await it.client.call('report', { steps: 0 })).toBe(version);
    expect(await it.client.read('memo://1')).toMatchObject({ uri: 'memo://1', text: 'memo 1' });
    expect(await it.client.call('fail')).toMatchObject({ error: expect.any(String) as string });
  });

  test('answers a chain of elicitations, a sampling and the roots of one call', async () => {
    await using it = await started();
    expect(await it.client.call('ask', { n: 7 })).toBe('7 <after <first>> m file:///home/ada');
    expect(it.client.asked.toSorted()).toEqual(['form: after <first>', 'form: first', 'roots', 'sample']);
    expect(it.client.asked.indexOf('form: first')).toBeLessThan(it.client.asked.indexOf('form: after <first>'));
  });

  test('visits a page', async () => {
    await using it = await started();
    expect(await it.client.call('page')).toBe('signed');
    expect(it.client.asked).toEqual(['url: Sign']);
  });

  test('answers what a tool and a prompt ask by hand', async () => {
    await using it = await started();
    expect(await it.client.call('hand')).toBe('<by hand>');
    expect(await it.client.prompt('brief')).toEqual({ type: 'text', text: '<for whom>' });
  });

  test('is told of progress, each step once and in order', async () => {
    await using it = await started();
    const steps: number[] = [];
    await it.client.call('report', { steps: 50 }, { onprogress: ({ progress }) => void steps.push(progress) });
    expect(steps).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  });

  test('serves many calls at once, each with its own answers', async () => {
    await using it = await started();
    const calls = Array.from({ length: 20 }, (_, n) => it.client.call('ask', { n }));
    expect(await Promise.all(calls)).toEqual(
      Array.from({ length: 20 }, (_, n) => `${n} <after <first>> m file:///home/ada`),
    );
  });
});

describe.each(clientsWithSessions)('a session of the official client $name', ({ connect }) => {
  test('is told of new tools, of changed resources and of what the server logs', async () => {
    const server = serverOf();
    await using running = await serve(server);
    await using client = await connect(running.url);
    await client.subscribe('memo://1');
    server.notifyResourceUpdated('memo://1');
    await client.call('grow');
    expect(await client.call('report', { steps: 0 })).toBe('2025-11-25');
    await vi.waitFor(() => expect(client.told.toSorted()).toEqual(['memo://1', 'tools', 'working']), WITHIN);
  });

  test('cancels a call, and the handler knows', async () => {
    const aborted = vi.fn();
    const server = serverOf();
    server.tool('wait', {}, (_input, { signal }) => {
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          aborted();
          resolve('gone');
        });
      });
    });
    await using running = await serve(server);
    await using client = await connect(running.url);
    const controller = new AbortController();
    const call = client.call('wait', {}, { signal: controller.signal });
    await client.names();
    controller.abort();
    await expect(call).rejects.toThrow();
    await vi.waitFor(() => expect(aborted).toHaveBeenCalledOnce(), WITHIN);
  });

  test('survives connections that break in the middle of a call, and loses and repeats nothing', async () => {
    let release = (): void => undefined;
    const broken = new Promise<void>((resolve) => (release = resolve));
    const server = serverOf();
    server.tool('long', {}, async (_input, ctx) => {
      ctx.progress(1);
      ctx.progress(2);
      await broken;
      for (const step of [3, 4]) ctx.progress(step);
      return 'whole';
    });
    await using running = await serve(server, { sessions: { retryMs: 10 } });
    let cuts = 0;
    const resumed: (string | null)[] = [];
    await using client = await connect(running.url, async (url, init) => {
      const lastEventId = new Headers(init?.headers).get('last-event-id');
      if (lastEventId !== null) resumed.push(lastEventId);
      const response = await fetch(url, init);
      const isStream = response.headers.get('content-type') === 'text/event-stream';
      const isCall = typeof init?.body === 'string' && init.body.includes('"long"');
      if (!isStream || response.body === null || !(isCall || (lastEventId !== null && cuts < 3))) return response;
      cuts++;
      return new Response(cutAfterFirst(response.body, cuts === 3 ? release : undefined), response);
    });
    const steps: number[] = [];
    const result = await client.call('long', {}, { onprogress: ({ progress }) => void steps.push(progress) });
    expect(result).toBe('whole');
    expect(steps).toEqual([1, 2, 3, 4]);
    expect(cuts).toBe(3);
    expect(resumed.length).toBeGreaterThanOrEqual(3);
  }, 20_000);

  test('ends by DELETE, and every id it had is unknown then', async () => {
    await using running = await serve(serverOf());
    let sessionId: string | null = null;
    const client = await connect(running.url, async (url, init) => {
      const response = await fetch(url, init);
      sessionId ??= response.headers.get('mcp-session-id');
      return response;
    });
    await client[Symbol.asyncDispose]();
    const response = await fetch(running.url, {
      headers: { 'mcp-session-id': sessionId ?? '', accept: 'text/event-stream' },
    });
    expect([typeof sessionId, response.status]).toEqual(['string', 404]);
  });
});

/** The first piece of a stream, and then a broken connection. */
function cutAfterFirst(body: ReadableStream<Uint8Array>, onCut?: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let pieces = 0;
  return new ReadableStream({
    async pull(controller) {
      if (pieces++ === 0) {
        const { value } = await reader.read();
        if (value !== undefined) controller.enqueue(value);
        return;
      }
      await reader.cancel();
      onCut?.();
      controller.error(new Error('The connection broke'));
    },
  });
}
