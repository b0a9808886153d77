/** JSON that bites: HOSTILE. Nesting, size and odd keys end no request otherwise than with an answer. */
import { elicit, inputRequired, McpServer, Server } from '@mrtr/server';
import { MetaKey } from '@mrtr/types';
import type { Exchanger } from '@mrtr/transport';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { bound, FROZEN, TIERS, tokenOf } from './support/bound.js';
import { recordingLogger } from './support/recording.js';
import { request, result, send } from './support/requests.js';

const DEPTH = 100_000;

function nested(depth: number, kind: 'list' | 'object'): unknown {
  let value: unknown = 'core';
  for (let level = 0; level < depth; level++) value = kind === 'list' ? [value] : { a: value };
  return value;
}

/** Straight in, since `JSON.stringify` itself gives up at such a depth: an in-memory channel can bring it. */
async function ask(server: Exchanger, method: string, params: Readonly<Record<string, unknown>>) {
  const response = await server.exchange(request(method, params));
  if (response === undefined) throw new Error('Not answered.');
  return response;
}

describe.each(['list', 'object'] as const)(`${DEPTH} levels of nesting, as %s,`, (kind) => {
  const deep = nested(DEPTH, kind);

  test.each(TIERS)('in the arguments can not be bound by %s, and the client is told', async (tier) => {
    const { server } = bound(tier);
    expect(await ask(server, 'tools/call', { name: 't', arguments: { deep } })).toMatchObject({
      error: { code: -32602, message: expect.stringContaining('nested') },
    });
  });

  test.each(TIERS)('in the arguments of a retry are refused by %s', async (tier) => {
    const { server, runs } = bound(tier);
    const requestState = await tokenOf(server);
    runs.length = 0;
    expect(await ask(server, 'tools/call', { name: 't', requestState, arguments: { deep } })).toMatchObject({
      error: FROZEN,
    });
    expect(runs).toEqual([]);
  });

  test('in the arguments reach a tool that takes anything', async () => {
    const server = new McpServer({ name: 'deep', version: '1.0.0' });
    server.tool('t', { input: z.looseObject({}) }, (input) => Object.keys(input).join());
    expect(await ask(server, 'tools/call', { name: 't', arguments: { deep } })).toMatchObject({
      result: { content: [{ text: 'deep' }] },
    });
  });

  test('in the arguments are an error of the tool whose schema follows them', async () => {
    const server = new McpServer({ name: 'deep', version: '1.0.0' });
    server.tool('t', { input: z.object({ deep: z.json() }) }, () => 'done');
    expect(await ask(server, 'tools/call', { name: 't', arguments: { deep } })).toHaveProperty('result.isError', true);
  });

  test.each([
    ['an answer', { inputResponses: { a: deep } }],
    ['the content of an answer', { inputResponses: { a: { action: 'accept', content: { deep } } } }],
    [
      'a sampled message',
      {
        inputResponses: { a: { role: 'assistant', model: 'm', content: { type: 'text', text: 'x', _meta: { deep } } } },
      },
    ],
    [
      'a sampled tool use',
      {
        inputResponses: {
          a: { role: 'assistant', model: 'm', content: { type: 'tool_use', id: '1', name: 'n', input: { deep } } },
        },
      },
    ],
    ['a root', { inputResponses: { a: { roots: [{ uri: 'file:///', _meta: { deep } }] } } }],
    ['a state', { requestState: deep }],
    ['a name', { name: deep }],
    ['a parameter nobody knows', { unknown: deep }],
  ])('in %s are answered', async (_, params) => {
    const { server } = bound('an McpServer');
    expect(await ask(server, 'tools/call', { name: 't', ...params })).toMatchObject({ jsonrpc: '2.0', id: 1 });
  });

  test.each([
    ['an unknown key', { 'example.org/x': deep }, false],
    ['the capabilities', { [MetaKey.clientCapabilities]: { experimental: { x: deep } } }, false],
    ['the extensions', { [MetaKey.clientCapabilities]: { extensions: { 'x/y': { deep } } } }, false],
    ['the client', { [MetaKey.clientInfo]: deep }, true],
    ['the version', { [MetaKey.protocolVersion]: deep }, true],
    ['the log level', { [MetaKey.logLevel]: deep }, true],
    ['the progress token', { progressToken: deep }, true],
  ])('in %s of _meta are answered', async (_, meta, refused) => {
    const { server } = bound('an McpServer');
    const response = await server.exchange(request('tools/call', { name: 't' }, { meta }));
    if (refused) expect(response).toHaveProperty('error.code', -32602);
    else expect(response).toMatchObject({ id: 1 });
  });

  test('instead of a request are no request', async () => {
    const { server } = bound('an McpServer');
    for (const message of [
      deep,
      { jsonrpc: '2.0', id: deep, method: 'tools/list' },
      { jsonrpc: '2.0', id: 1, method: deep },
    ]) {
      expect(await server.exchange(message)).toHaveProperty('error.code', -32600);
    }
  });
});

describe('a great many', () => {
  const many = (value: unknown) =>
    Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, value]));

  test.each([
    ['answers that nobody asked for', { inputResponses: many({ action: 'accept' }) }],
    ['arguments', { arguments: many(1) }],
    ['parameters', many(1)],
  ])('%s are answered', async (_, params) => {
    const { server } = bound('an McpServer');
    expect(await send(server, 'tools/call', { name: 't', ...params })).toHaveProperty(
      'result.resultType',
      'input_required',
    );
  });

  test('faults are counted, and ten of them named', async () => {
    const server = new McpServer({ name: 'many', version: '1.0.0' });
    server.tool('t', { input: z.object({ list: z.array(z.number()) }) }, () => '');
    const list = Array.from({ length: 10_000 }, () => 'x');
    const complete = await result(server, 'tools/call', { name: 't', arguments: { list } });
    expect(complete).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/list\.9: .*; and 9990 more$/) }],
    });
    const ten = await result(server, 'tools/call', { name: 't', arguments: { list: list.slice(0, 10) } });
    expect(ten.content[0]?.text).not.toContain('more');
    const error = await send(server, 'tools/call', { name: 't', inputResponses: many(7) });
    expect(error).toMatchObject({ error: { code: -32602, message: expect.stringMatching(/ more$/) } });
    expect(JSON.stringify(error).length).toBeLessThan(2_000);
  });

  test('questions are asked, and answered', async () => {
    const keys = Object.keys(many(0)).slice(0, 1000);
    const server = new McpServer({ name: 'many', version: '1.0.0' });
    const Word = z.object({ word: z.string() });
    server.tool('t', {}, (_input, ctx) => {
      if (ctx.flow.round === 1) return inputRequired(Object.fromEntries(keys.map((key) => [key, elicit('?', Word)])));
      return String(keys.filter((key) => ctx.answer(key, Word)?.word === key).length);
    });
    const { requestState } = await result(server, 'tools/call', { name: 't' });
    const inputResponses = Object.fromEntries(keys.map((key) => [key, { action: 'accept', content: { word: key } }]));
    expect(await result(server, 'tools/call', { name: 't', requestState, inputResponses })).toMatchObject({
      content: [{ text: '1000' }],
    });
  });
});

describe('an own __proto__', () => {
  test('in the arguments, in _meta and in the parameters is data, and pollutes nothing', async () => {
    const seen: unknown[] = [];
    const server = new Server(
      { name: 'proto', version: '1.0.0' },
      {
        onCallTool: (ctx, params) => {
          seen.push(
            Object.keys(params.arguments ?? {}),
            Object.keys(ctx.meta).includes('__proto__'),
            ctx.clientCapabilities.roots,
          );
          return { content: [] };
        },
      },
    );
    const text = JSON.stringify(request('tools/call', { name: 't', arguments: {} }, { capabilities: {} }))
      .replace('"arguments":{}', '"arguments":{"__proto__":{"admin":true}},"__proto__":{"name":"other"}')
      .replace('"_meta":{', '"_meta":{"__proto__":{"io.modelcontextprotocol/logLevel":"debug"},')
      .replace('clientCapabilities":{}', 'clientCapabilities":{"__proto__":{"roots":{}}}');
    expect(await server.exchange(JSON.parse(text))).toHaveProperty('result');
    expect(seen).toEqual([['__proto__'], true, undefined]);
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
  });

  test('can not lend a request what it lacks', async () => {
    const server = new Server(
      { name: 'proto', version: '1.0.0' },
      { onCallTool: () => ({ content: [] }), logger: recordingLogger() },
    );
    const message: unknown = JSON.parse('{"__proto__":{"jsonrpc":"2.0","id":1,"method":"tools/call"}}');
    expect(await server.exchange(message)).toHaveProperty('error.code', -32600);
  });
});
