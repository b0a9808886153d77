/** The rest of the client: connecting, lists, completion, custom methods, options. */
import { Client, type ClientLogEntry, type ClientOptions } from '@mrtr/client';
import { httpHandler } from '@mrtr/http/server';
import { memoryTransport } from '@mrtr/transport';
import { type CallToolResult, ClientRequestSchema, type ListToolsResult, MetaKey } from '@mrtr/types';
import { describe, expect, expectTypeOf, test, vi } from 'vitest';
import * as z from 'zod';
import { clientErrorOf, failureOf, thrownBy } from './support/failure.js';
import { done, fakeServer, formRequest, interim, sampled, scripted } from './support/fake-server.js';

const hints = { ttlMs: 0, cacheScope: 'private' } as const;
const discovery = {
  resultType: 'complete',
  ...hints,
  supportedVersions: ['2026-07-28'],
  capabilities: { tools: {} },
  instructions: 'Ask first.',
  _meta: { [MetaKey.serverInfo]: { name: 'srv', version: '9' } },
};

describe('connecting', () => {
  test('asks the server about itself once', async () => {
    const server = scripted(discovery);
    await using client = await Client.connect(server);
    expect(client.protocolVersion).toBe('2026-07-28');
    expect(client.serverInfo).toEqual({ name: 'srv', version: '9' });
    expect(client.serverCapabilities).toEqual({ tools: {} });
    expect(client.instructions).toBe('Ask first.');
    expect(server.seen.map(({ method }) => method)).toEqual(['server/discover']);
  });

  test('is not needed: a client is made without contacting anybody, and learns who answers', async () => {
    const server = scripted({ ...done(), _meta: discovery._meta });
    const client = new Client(server);
    expect([client.serverInfo, client.serverCapabilities, client.instructions]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(server.seen).toHaveLength(0);
    await client.callTool('t');
    expect(client.serverInfo).toEqual({ name: 'srv', version: '9' });
  });

  test('fails and closes when the server speaks no version of this client', async () => {
    const server = scripted({ ...discovery, supportedVersions: ['2031-01-01'] });
    const transport = memoryTransport(server);
    const close = vi.spyOn(transport, 'close');
    const error = await clientErrorOf(Client.connect(transport));
    expect(error.code).toBe('unsupported_version');
    expect(close).toHaveBeenCalledOnce();
  });

  test('fails with the error of the server', async () => {
    const error = { code: -32022, message: 'Unsupported protocol version', data: { supported: ['2031-01-01'] } };
    expect(await failureOf(Client.connect(scripted({ error })))).toMatchObject(error);
  });

  test('can be given up', async () => {
    const reason = new Error('enough');
    const call = Client.connect(scripted(discovery), {}, { signal: AbortSignal.abort(reason) });
    expect(await failureOf(call)).toBe(reason);
  });
});

describe('lists', () => {
  const tool = (name: string, inputSchema: object = { type: 'object' }) => ({ name, inputSchema });
  const page = (tools: object[], nextCursor?: string) => ({
    resultType: 'complete',
    ...hints,
    tools,
    ...(nextCursor !== undefined && { nextCursor }),
  });

  test('one page at a time, by cursor', async () => {
    const server = scripted(page([tool('a')], 'next'), page([tool('b')]));
    const client = new Client(server);
    const { nextCursor } = await client.listTools();
    expect((await client.listTools({ cursor: nextCursor })).tools).toEqual([tool('b')]);
    expect(server.legs).toEqual([{}, { cursor: 'next' }]);
  });

  test('all pages, fetched as they are asked for, with empty ones and an empty cursor between', async () => {
    const server = scripted(page([tool('a'), tool('b')], ''), page([], 'x'), page([tool('c')]));
    const client = new Client(server);
    const names: string[] = [];
    for await (const { name } of client.tools()) {
      names.push(`${name} after ${server.seen.length}`);
    }
    expect(names).toEqual(['a after 1', 'b after 1', 'c after 3']);
    expect(server.legs).toEqual([{}, { cursor: '' }, { cursor: 'x' }]);
    const again = scripted(page([tool('a')], 'more'));
    for await (const _ of new Client(again).tools()) break;
    expect(again.seen).toHaveLength(1);
  });

  test('a server that leads in a circle is noticed', async () => {
    const client = new Client(scripted(page([tool('a')], 'x'), page([tool('b')], 'y'), page([tool('c')], 'x')));
    const error = await clientErrorOf(
      (async () => {
        for await (const _ of client.tools());
      })(),
    );
    expect(error.code).toBe('invalid_result');
  });

  test('prompts, resources and templates have the same', async () => {
    const server = fakeServer(({ method }) => ({
      resultType: 'complete',
      ...hints,
      prompts: [{ name: 'p' }],
      resources: [{ uri: 'memo://1', name: 'One' }],
      resourceTemplates: [{ uriTemplate: 'memo://{id}', name: 'Memo' }],
      method,
    }));
    const client = new Client(server);
    expect((await client.listPrompts()).prompts).toEqual([{ name: 'p' }]);
    expect((await client.listResources()).resources).toEqual([{ uri: 'memo://1', name: 'One' }]);
    expect((await client.listResourceTemplates()).resourceTemplates).toEqual([
      { uriTemplate: 'memo://{id}', name: 'Memo' },
    ]);
    for await (const { name } of client.prompts()) expect(name).toBe('p');
    for await (const { uri } of client.resources()) expect(uri).toBe('memo://1');
    for await (const { uriTemplate } of client.resourceTemplates()) expect(uriTemplate).toBe('memo://{id}');
    expect(server.seen.map(({ method }) => method)).toEqual([
      'prompts/list',
      'resources/list',
      'resources/templates/list',
      'prompts/list',
      'resources/list',
      'resources/templates/list',
    ]);
  });

  test.each([{}, { tools: {} }, { tools: [{ name: 'a' }] }, { tools: [tool('a')], nextCursor: 1 }])(
    'a list like %o is invalid',
    async (broken) => {
      const error = await clientErrorOf(new Client(scripted({ resultType: 'complete', ...broken })).listTools());
      expect(error.code).toBe('invalid_result');
    },
  );

  test('a tool with an invalid header annotation is left out, and the logger is told', async () => {
    const bad = tool('bad', { type: 'object', properties: { a: { type: 'number', 'x-mcp-header': 'A' } } });
    const entries: ClientLogEntry[] = [];
    const client = new Client(scripted(page([tool('a'), bad, tool('b')])), {
      logger: { warn: (entry) => entries.push(entry) },
    });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(entries).toMatchObject([{ event: 'tool_dropped', target: 'bad' }]);
    expect(entries[0]?.message).toContain('"bad"');
  });
});

test('completion passes on what has been chosen so far', async () => {
  const server = scripted({ resultType: 'complete', completion: { values: ['paris'] } });
  const client = new Client(server);
  const ref = { type: 'ref/prompt', name: 'p' } as const;
  const result = await client.complete(ref, { name: 'city', value: 'pa' }, { arguments: { country: 'fr' } });
  expect(result.completion.values).toEqual(['paris']);
  await client.complete(ref, { name: 'city', value: 'pa' });
  expect(server.legs).toEqual([
    { ref, argument: { name: 'city', value: 'pa' }, context: { arguments: { country: 'fr' } } },
    { ref, argument: { name: 'city', value: 'pa' } },
  ]);
});

describe('any request', () => {
  test('of the protocol has the result of its method', async () => {
    const client = new Client(scripted({ resultType: 'complete', ...hints, tools: [] }));
    const result = await client.request('tools/list', {});
    expectTypeOf(result).toEqualTypeOf<ListToolsResult>();
    expect(result.tools).toEqual([]);
    const check = () =>
      expectTypeOf(client.request('tools/call', { name: 't' })).resolves.toEqualTypeOf<CallToolResult>();
    expect(check).toBeTypeOf('function');
  });

  test('of an extension has the result of its schema', async () => {
    const schema = z.object({ count: z.number() });
    const client = new Client(scripted({ resultType: 'complete', count: 3, extra: true }));
    const result = await client.request('vendor/count', { of: 'x' }, { result: schema });
    expectTypeOf(result).toEqualTypeOf<{ count: number }>();
    expect(result).toEqual({ count: 3 });
  });

  test('whose result does not fit the schema fails, naming the member', async () => {
    const client = new Client(scripted({ resultType: 'complete', inner: { count: 'three' } }));
    const schema = z.object({ inner: z.object({ count: z.number() }) });
    const error = await clientErrorOf(client.request('vendor/count', undefined, { result: schema }));
    expect(error.code).toBe('invalid_result');
    expect(error.message).toContain('inner.count');
    expect(error.message).not.toContain('three');
  });
});

describe('what a request says of itself', () => {
  const metaOf = async (options: Parameters<Client['callTool']>[2]) => {
    const server = scripted(done());
    await new Client(server, { info: { name: 'host', version: '1' } }).callTool('t', {}, options);
    return server.seen[0]?.params['_meta'] as Record<string, unknown>;
  };
  const own = {
    [MetaKey.protocolVersion]: '2026-07-28',
    [MetaKey.clientInfo]: { name: 'host', version: '1' },
    [MetaKey.clientCapabilities]: {},
  };

  test('has room for more, but not for other values of the protocol', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01';
    const meta = { traceparent, [MetaKey.protocolVersion]: '1900-01-01', progressToken: 'mine' };
    expect(await metaOf({ meta })).toEqual({ ...own, traceparent });
  });

  test('asks for progress and log messages where somebody listens', async () => {
    expect(await metaOf({})).toEqual(own);
    expect(await metaOf({ onProgress: () => undefined })).toEqual({ ...own, progressToken: expect.any(Number) });
    expect(await metaOf({ onLog: () => undefined })).toEqual({ ...own, [MetaKey.logLevel]: 'info' });
    expect(await metaOf({ logLevel: 'debug' })).toEqual({ ...own, [MetaKey.logLevel]: 'debug' });
  });

  test('names this library unless told otherwise', async () => {
    const server = scripted(done());
    await new Client(server).callTool('t');
    const { version } = (await import('../package.json')) as { version: string };
    expect(server.seen[0]?.params['_meta']).toMatchObject({ [MetaKey.clientInfo]: { name: '@mrtr/client', version } });
  });
});

test('log messages and other notifications reach their listeners; a listener that throws decides nothing', async () => {
  const notify = (method: string, params: Record<string, unknown>) => ({ jsonrpc: '2.0' as const, method, params });
  const server = fakeServer(({ info }) => {
    info.notify?.(notify('notifications/message', { level: 'info', data: 'hello' }));
    info.notify?.(notify('notifications/message', { level: 'loud', data: 'malformed' }));
    info.notify?.(notify('vendor/event', { a: 1 }));
    return done();
  });
  const heard: unknown[] = [];
  const entries: ClientLogEntry[] = [];
  const error = new Error('listener');
  const client = new Client(server, { logger: { warn: (entry) => entries.push(entry) } });
  const result = await client.callTool(
    't',
    {},
    {
      onLog: ({ data }) => {
        heard.push(data);
        throw error;
      },
      onNotification: ({ method }) => heard.push(method),
    },
  );
  expect(result).toEqual(done());
  expect(heard).toEqual(['hello', 'vendor/event']);
  expect(entries).toMatchObject([{ event: 'listener_failed', error }]);
});

test('a logger that throws decides nothing either', async () => {
  const warn = (): void => {
    throw new Error('disk full');
  };
  const bad = { name: 'bad', inputSchema: { type: 'object', 'x-mcp-header': 'A' } };
  const server = fakeServer(({ method, info }) => {
    info.notify?.({ jsonrpc: '2.0', method: 'vendor/event' });
    return method === 'tools/list' ? { resultType: 'complete', ...hints, tools: [bad] } : done();
  });
  const client = new Client(server, { logger: { warn } });
  expect((await client.listTools()).tools).toEqual([]);
  expect(await client.callTool('t', {}, { onNotification: warn })).toEqual(done());
});

test('every request fits the schema of its method', async () => {
  const seen: unknown[] = [];
  const server = fakeServer(({ id, method, params }) => {
    seen.push({ jsonrpc: '2.0', id, method, params });
    return { error: { code: -32603, message: 'No' } };
  });
  const client = new Client(server, { onElicit: () => ({ action: 'decline' }), onSample: () => sampled });
  const ref = { type: 'ref/resource', uri: 'memo://{id}' } as const;
  await Promise.allSettled([
    client.callTool(
      't',
      { a: [null] },
      { onProgress: () => undefined, onLog: () => undefined, meta: { traceparent: 'x' } },
    ),
    client.getPrompt('p', { a: '1' }),
    client.readResource('memo://1'),
    client.session.callTool('t', undefined, { inputResponses: { q: { action: 'cancel' } }, requestState: '' }),
    client.listTools({ cursor: 'c' }),
    client.listPrompts(),
    client.listResources(),
    client.listResourceTemplates(),
    client.complete(ref, { name: 'id', value: '1' }, { arguments: { x: 'y' } }),
    client.discover(),
    client.listen({ toolsListChanged: true }, () => undefined),
  ]);
  expect(seen).toHaveLength(11);
  for (const request of seen) expect(ClientRequestSchema.safeParse(request)).toMatchObject({ success: true });
});

describe('over HTTP', () => {
  test('a URL reaches a server by fetch, with the headers of the protocol, and rounds as anywhere', async () => {
    const server = scripted(interim({ q: formRequest() }, 's'), done('over HTTP'));
    const handle = httpHandler(server);
    const requests: Request[] = [];
    const fetch = (url: string, init: RequestInit): Promise<Response> => {
      requests.push(new Request(url, init));
      return handle(new Request(url, init));
    };
    const options: ClientOptions = {
      http: { fetch, headers: { 'X-Tenant': 'a' } },
      onElicit: () => ({ action: 'accept', content: { word: 'x' } }),
    };
    for (const target of ['http://127.0.0.1:8000/mcp', new URL('http://127.0.0.1:8000/mcp')]) {
      await using client = new Client(target, options);
      expect(await client.callTool('t')).toEqual(done('over HTTP'));
    }
    const sent = requests.map(({ headers }) => ['Mcp-Method', 'Mcp-Name', 'X-Tenant'].map((name) => headers.get(name)));
    expect(sent.slice(0, 2)).toEqual([
      ['tools/call', 't', 'a'],
      ['tools/call', 't', 'a'],
    ]);
    expect(server.legs[1]).toMatchObject({ requestState: 's' });
  });

  test('a call that is aborted closes its request', async () => {
    const controller = new AbortController();
    let closed: AbortSignal | null | undefined;
    const fetch = (_url: string, { signal }: RequestInit): Promise<Response> => {
      closed = signal;
      return new Promise(() => undefined);
    };
    const client = new Client('http://127.0.0.1:8000/mcp', { http: { fetch } });
    const call = failureOf(client.callTool('t', {}, { signal: controller.signal }));
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort(new Error('enough'));
    expect(await call).toMatchObject({ message: 'enough' });
    expect(closed?.aborted).toBe(true);
  });
});

describe('options', () => {
  const wrong: ClientOptions[] = [
    { timeoutMs: 0 },
    { timeoutMs: -1 },
    { timeoutMs: NaN },
    { timeoutMs: 2 ** 31 },
    { timeoutMs: '5' as never },
    { deadlineMs: 0 },
    { inputRequiredMaxRounds: -1 },
    { inputRequiredMaxRounds: 1.5 },
    { inputRequiredMaxRounds: NaN },
    { maxConcurrentInputs: 0 },
    { maxInputRequests: 0 },
    { maxStateBytes: 0 },
    { waiting: { pauseMs: 0 } },
    { waiting: { pauseMs: Infinity } },
    { waiting: { maxPauseMs: -1 } },
    { waiting: { maxRounds: -1 } },
  ];
  test.each(wrong)('%o is refused when the client is made, naming it', (options) => {
    const error = thrownBy(() => new Client(scripted(done()), options));
    expect(error.code).toBe('invalid_option');
    const [name] = Object.keys(options);
    expect(error.message).toContain(name);
  });

  test('of a call are refused before anything is sent', async () => {
    const server = scripted(done());
    const client = new Client(server);
    for (const options of [
      { timeoutMs: 0 },
      { deadlineMs: NaN },
      { inputRequiredMaxRounds: -1 },
      { waiting: { pauseMs: 0 } },
    ]) {
      expect((await clientErrorOf(client.callTool('t', {}, options))).code).toBe('invalid_option');
    }
    expect(server.seen).toHaveLength(0);
  });

  test.each([
    undefined,
    null,
    1,
    {},
    'not a url',
    'ftp://example.org/',
    'https://user:secret@example.org/',
    { exchange: true },
    { send: 'x' },
  ])('%j is no server', (target) => {
    const error = thrownBy(() => new Client(target as never));
    expect(error.code).toBe('invalid_option');
    expect(error.message).not.toContain('secret');
  });
});
