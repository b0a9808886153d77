/** What a server may answer, and what is made of it: SYSTEM P1, P2, P8. Specification 2026-07-28, basic/index "Responses". */
import { Client, type ClientOptions } from '@mrtr/client';
import type { Transport } from '@mrtr/transport';
import { ErrorCode, MetaKey, ProtocolError } from '@mrtr/types';
import { describe, expect, test, vi } from 'vitest';
import type { OnElicit } from './support/callbacks.js';
import { clientErrorOf, failureOf } from './support/failure.js';
import { accept, done, fakeServer, formRequest, interim, scripted } from './support/fake-server.js';

const answering: ClientOptions = { onElicit: () => accept('x') };

/** Hands a result to the client as it is, without the copy and the checks of an in-process channel. */
function raw(result: unknown): Transport {
  return {
    send: async ({ id }) => ({ jsonrpc: '2.0', id, result }) as never,
    close: async () => undefined,
  };
}

describe('a final result', () => {
  test('without resultType is complete', async () => {
    const { resultType: _, ...older } = done();
    expect(await new Client(scripted(older)).callTool('t')).toEqual(done());
    expect(await new Client(raw({ ...older, resultType: undefined })).callTool('t')).toEqual(done());
  });

  test('keeps what this client does not know of', async () => {
    const result = {
      ...done(),
      'vendor.example/x': { a: [1] },
      _meta: { 'vendor.example/y': 1 },
      structuredContent: null,
    };
    expect(await new Client(scripted(result)).callTool('t')).toEqual(result);
  });

  test('that says isError is a result like any other', async () => {
    const failed = { ...done('No such book'), isError: true };
    expect(await new Client(scripted(failed)).callTool('t')).toEqual(failed);
  });

  test.each<unknown>([
    'unknown',
    '',
    'Complete',
    'input-required',
    'task',
    1,
    null,
    ['complete'],
    {},
    { toString: 1, valueOf: 1 },
  ])('with the resultType %j is invalid', async (resultType) => {
    const error = await clientErrorOf(new Client(scripted({ ...done(), resultType })).callTool('t'));
    expect(error.code).toBe('invalid_result');
  });

  const tool = (content: unknown, rest: object = {}) => ({ resultType: 'complete', content, ...rest });
  const blocks: [string, unknown][] = [
    ['text', { type: 'text', text: 'x' }],
    ['text with annotations', { type: 'text', text: 'x', annotations: { audience: ['user'], priority: 1 }, _meta: {} }],
    ['an image', { type: 'image', data: 'AAAA', mimeType: 'image/png' }],
    ['audio', { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' }],
    ['a link', { type: 'resource_link', uri: 'memo://1', name: 'One' }],
    ['a text resource', { type: 'resource', resource: { uri: 'memo://1', text: 'x', mimeType: 'text/plain' } }],
    ['a binary resource', { type: 'resource', resource: { uri: 'memo://1', blob: 'AAAA' } }],
  ];
  test.each(blocks)('may hold %s', async (_name, block) => {
    expect(await new Client(scripted(tool([block]))).callTool('t')).toEqual(tool([block]));
    const prompt = { resultType: 'complete', messages: [{ role: 'user', content: block }] };
    expect(await new Client(scripted(prompt)).getPrompt('p')).toEqual(prompt);
  });

  const misfits: [string, unknown][] = [
    ['no content', tool(undefined)],
    ['content that is no list', tool({ type: 'text', text: 'x' })],
    ['a null block', tool([null])],
    ['a block of an unknown type', tool([{ type: 'video', data: 'x' }])],
    ['text without text', tool([{ type: 'text' }])],
    ['text that is a number', tool([{ type: 'text', text: 1 }])],
    ['an image without data', tool([{ type: 'image', mimeType: 'image/png' }])],
    ['a link without a name', tool([{ type: 'resource_link', uri: 'memo://1' }])],
    ['a resource with neither text nor blob', tool([{ type: 'resource', resource: { uri: 'memo://1' } }])],
    ['annotations that are text', tool([{ type: 'text', text: 'x', annotations: 'loud' }])],
    ['an isError that is text', tool([], { isError: 'yes' })],
    ['a _meta that is a list', tool([], { _meta: [] })],
    ['a server without a version', tool([], { _meta: { [MetaKey.serverInfo]: { name: 's' } } })],
    [
      'a server with a broken title',
      tool([], { _meta: { [MetaKey.serverInfo]: { name: 's', version: '1', title: 1 } } }),
    ],
  ];
  test.each(misfits)('of a tool with %s is invalid', async (_name, result) => {
    const error = await clientErrorOf(new Client(scripted(result)).callTool('t'));
    expect(error.code).toBe('invalid_result');
    expect(error.message).toContain('tools/call');
  });

  test.each([
    { messages: 1 },
    { messages: [{ role: 'system', content: { type: 'text', text: 'x' } }] },
    { messages: [{ role: 'user', content: [{ type: 'text', text: 'x' }] }] },
    { messages: [], description: 1 },
  ])('of a prompt like %o is invalid', async (result) => {
    const error = await clientErrorOf(new Client(scripted({ resultType: 'complete', ...result })).getPrompt('p'));
    expect(error.code).toBe('invalid_result');
  });

  test.each([
    { contents: {} },
    { contents: [{ uri: 'memo://1' }] },
    { contents: [{ text: 'x' }] },
    { contents: [{ uri: 'memo://1', text: 'x', mimeType: 1 }] },
    { contents: [], ttlMs: 'long' },
    { contents: [], cacheScope: 'everyone' },
  ])('of a resource like %o is invalid', async (result) => {
    const server = scripted({ resultType: 'complete', ...result });
    const error = await clientErrorOf(new Client(server).readResource('memo://1'));
    expect(error.code).toBe('invalid_result');
  });

  test('of an older or careless server is stale at once, and for nobody else', async () => {
    const read = (hints: object) =>
      new Client(scripted({ resultType: 'complete', contents: [], ...hints })).readResource('memo://1');
    expect(await read({})).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
    expect(await read({ ttlMs: -5, cacheScope: 'public' })).toMatchObject({ ttlMs: 0, cacheScope: 'public' });
    expect(await read({ ttlMs: 5, cacheScope: 'public' })).toMatchObject({ ttlMs: 5, cacheScope: 'public' });
  });

  test.each([null, undefined, 'text', [], 1])('that is %j is invalid', async (result) => {
    expect((await clientErrorOf(new Client(raw(result)).callTool('t'))).code).toBe('invalid_result');
  });
});

describe('an interim result', () => {
  test.each(['tools/list', 'server/discover', 'completion/complete'] as const)('of %s is invalid', async (method) => {
    const client = new Client(scripted(interim({ q: formRequest() }, 's')), answering);
    const error = await clientErrorOf(client.request(method as 'tools/list', {}));
    expect(error.code).toBe('invalid_result');
  });

  test('of a method the protocol does not know is invalid too', async () => {
    const client = new Client(scripted(interim(undefined, 's')));
    const anything = {
      '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) },
    } as const;
    expect((await clientErrorOf(client.request('vendor/x', {}, { result: anything }))).code).toBe('invalid_result');
  });

  test.each([
    ['neither questions nor a state', interim()],
    ['no question and no state', interim({})],
    ['a state that is null', { ...interim(), requestState: null }],
    ['a state that is a number', { ...interim({ q: formRequest() }), requestState: 1 }],
    ['a state that is an object', { ...interim(), requestState: {} }],
    ['questions in a list', { ...interim(undefined, 's'), inputRequests: [formRequest()] }],
    ['questions that are text', { ...interim(undefined, 's'), inputRequests: 'q' }],
    ['a _meta that is text', { ...interim(undefined, 's'), _meta: 'x' }],
  ])('with %s is invalid', async (_name, result) => {
    const server = scripted(result);
    expect((await clientErrorOf(new Client(server, answering).callTool('t'))).code).toBe('invalid_result');
    expect(server.seen).toHaveLength(1);
  });

  test.each([
    ['null', null],
    ['text', 'elicitation/create'],
    ['without a method', { params: {} }],
    ['of an unknown method', { method: 'tools/call', params: { name: 't' } }],
    ['without params', { method: 'elicitation/create' }],
    ['of an unknown mode', { method: 'elicitation/create', params: { mode: 'voice', message: 'm' } }],
    [
      'without a message',
      { method: 'elicitation/create', params: { requestedSchema: { type: 'object', properties: {} } } },
    ],
    ['with a message that is markup', { method: 'elicitation/create', params: { message: { html: '' } } }],
  ])('whose question is %s can not be answered, and the key is named', async (_name, question) => {
    const server = scripted(interim({ fine: formRequest(), odd: question }, 's'));
    const onElicit = vi.fn<OnElicit>(() => accept('x'));
    const client = new Client(server, { onElicit });
    expect(await clientErrorOf(client.callTool('t'))).toMatchObject({ code: 'invalid_question', key: 'odd' });
    expect(onElicit).not.toHaveBeenCalled();
    expect(server.seen).toHaveLength(1);
  });

  test('with 10,000 questions is refused before anybody is asked', async () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`q${index}`, formRequest()]));
    const onElicit = vi.fn<OnElicit>(() => accept('x'));
    const error = await clientErrorOf(new Client(scripted(interim(many, 's')), { onElicit }).callTool('t'));
    expect(error.code).toBe('limit_exceeded');
    expect(error.message).toContain('maxInputRequests');
    expect(onElicit).not.toHaveBeenCalled();
    const patient = new Client(scripted(interim(many), done()), { onElicit, maxInputRequests: 10_000 });
    expect(await patient.callTool('t')).toEqual(done());
    expect(onElicit).toHaveBeenCalledTimes(10_000);
  });

  test('with a state over the limit is refused, and one at the limit is echoed whole', async () => {
    const huge = 'x'.repeat(10_000_000);
    const error = await clientErrorOf(new Client(scripted(interim(undefined, huge))).callTool('t'));
    expect(error.code).toBe('limit_exceeded');
    expect(error.message).toContain('maxStateBytes');
    expect(error.message.length).toBeLessThan(300);
    // The limit is in bytes, not in characters.
    for (const [state, fits] of [
      ['é'.repeat(50), true],
      ['é'.repeat(50) + 'x', false],
      ['x'.repeat(100), true],
    ] as const) {
      const server = scripted(interim({ q: formRequest() }, state), done());
      const client = new Client(server, { ...answering, maxStateBytes: 100 });
      const outcome = await client.callTool('t').catch((failure: { code: string }) => failure.code);
      expect(outcome).toEqual(fits ? done() : 'limit_exceeded');
      if (fits) expect(server.legs[1]?.['requestState']).toBe(state);
    }
  });

  test('nested a hundred thousand levels is refused without overflowing the stack', async () => {
    let deep: unknown = {};
    for (let level = 0; level < 100_000; level++) deep = { deep };
    for (const question of [deep, { ...formRequest(), _meta: deep }, { method: 'roots/list', params: deep }]) {
      const client = new Client(raw(interim({ q: question })), { ...answering, onListRoots: () => [] });
      expect((await clientErrorOf(client.callTool('t'))).code).toBe('invalid_question');
    }
  });
});

describe('an error that the server answers with', () => {
  test('is thrown with its code, message and data', async () => {
    const error = {
      code: ErrorCode.MissingRequiredClientCapability,
      message: 'No',
      data: { requiredCapabilities: { roots: {} } },
    };
    const failure = await failureOf(new Client(scripted({ error })).callTool('t'));
    expect(failure).toBeInstanceOf(ProtocolError);
    expect(failure).toMatchObject(error);
  });

  test('ends the flow in any round', async () => {
    const error = { code: -32602, message: 'Invalid or expired requestState' };
    const server = scripted(interim({ q: formRequest() }, 's'), { error });
    expect(await failureOf(new Client(server, answering).callTool('t'))).toMatchObject(error);
    expect(server.seen).toHaveLength(2);
  });

  test('without a code or a message is an invalid result', async () => {
    for (const error of [{}, { code: '1', message: 'm' }, { code: 1.5, message: 'm' }, { code: 1 }]) {
      const transport: Transport = {
        send: async ({ id }) => ({ jsonrpc: '2.0', id, error }) as never,
        close: async () => undefined,
      };
      expect((await clientErrorOf(new Client(transport).callTool('t'))).code).toBe('invalid_result');
    }
  });
});

test('the server in process can not reach into what the caller holds, nor the caller into the server', async () => {
  const args = { list: [1] };
  const kept: { arguments?: { list: number[] } }[] = [];
  const server = fakeServer(({ params }, leg) => {
    const held = params as { arguments: { list: number[] } };
    kept.push(held);
    held.arguments.list.push(2);
    return leg === 1 ? interim({ q: formRequest() }) : done();
  });
  await new Client(server, answering).callTool('t', args);
  expect(args).toEqual({ list: [1] });
  expect(kept).toMatchObject([{ arguments: { list: [1, 2] } }, { arguments: { list: [1, 2] } }]);
});
