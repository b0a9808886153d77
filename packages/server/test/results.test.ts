/** What every result carries: SYSTEM P7 and P9. Specification 2026-07-28, basic/index, server/utilities/caching. */
import { inputRequired, listRoots, McpServer, Server, type ServerOptions } from '@mrtr/server';
import { MetaKey } from '@mrtr/types';
import { describe, expect, test } from 'vitest';
import { call, result } from './support/requests.js';

const INFO = { name: 'results', version: '2.0.0', title: 'Results' };

const CACHEABLE = [
  ['server/discover', {}],
  ['tools/list', {}],
  ['prompts/list', {}],
  ['resources/list', {}],
  ['resources/templates/list', {}],
  ['resources/read', { uri: 'memo://static' }],
] as const;

const handlers: ServerOptions = {
  onListTools: () => ({ tools: [] }),
  onListPrompts: () => ({ prompts: [] }),
  onListResources: () => ({ resources: [] }),
  onListResourceTemplates: () => ({ resourceTemplates: [] }),
  onReadResource: ({ clientCapabilities }, { uri }) =>
    uri === 'memo://asks' && clientCapabilities.roots
      ? ({ ...inputRequired({ roots: listRoots() }), ttlMs: 5, cacheScope: 'public' } as never)
      : { contents: [] },
  onCallTool: () => ({ content: [], _meta: { 'example.org/note': 1 } }),
};

describe('resultType', () => {
  test('is complete where a handler says nothing', async () => {
    expect(await call(new Server(INFO, handlers), 'x')).toMatchObject({ resultType: 'complete' });
  });

  test('is kept where a handler says it', async () => {
    const server = new Server(INFO, { onCallTool: () => ({ resultType: 'complete', content: [] }) });
    expect(await call(server, 'x')).toMatchObject({ resultType: 'complete' });
  });

  test('of an extension is passed on', async () => {
    const server = new Server(INFO, { onCallTool: () => ({ resultType: 'example.org/task', content: [] }) as never });
    expect(await call(server, 'x')).toMatchObject({ resultType: 'example.org/task' });
  });
});

describe('the server says who it is', () => {
  test.each([...CACHEABLE, ['tools/call', { name: 'x' }] as const])('in the result of %s', async (method, params) => {
    const { _meta } = await result(new Server(INFO, handlers), method, params);
    expect(_meta).toMatchObject({ [MetaKey.serverInfo]: INFO });
  });

  test('in an interim result', async () => {
    const interim = await result(new Server(INFO, handlers), 'resources/read', { uri: 'memo://asks' });
    expect(interim).toMatchObject({ resultType: 'input_required', _meta: { [MetaKey.serverInfo]: INFO } });
  });

  test('beside what a handler puts into _meta', async () => {
    const { _meta } = await call(new Server(INFO, handlers), 'x');
    expect(_meta).toEqual({ 'example.org/note': 1, [MetaKey.serverInfo]: INFO });
  });

  test('and no handler can say it is another', async () => {
    const server = new Server(INFO, {
      onCallTool: () => ({ content: [], _meta: { [MetaKey.serverInfo]: { name: 'x', version: '0' } } }),
    });
    expect((await call(server, 'x'))._meta).toEqual({ [MetaKey.serverInfo]: INFO });
  });

  test('or keeps it to itself', async () => {
    const server = new Server(INFO, { ...handlers, sendServerInfo: false });
    expect(await result(server, 'tools/list')).not.toHaveProperty('_meta');
    expect((await call(server, 'x'))._meta).toEqual({ 'example.org/note': 1 });
    expect(await result(server, 'resources/read', { uri: 'memo://asks' })).not.toHaveProperty('_meta');
  });

  test('and what a handler returned stays as it was', async () => {
    const returned = Object.freeze({ content: [], _meta: Object.freeze({ mine: true }) });
    await call(new Server(INFO, { onCallTool: () => returned }), 'x');
    expect(returned).toEqual({ content: [], _meta: { mine: true } });
  });
});

describe('cache hints', () => {
  test.each(CACHEABLE)(
    'are 0 ms and private in the result of %s, unless somebody says more',
    async (method, params) => {
      expect(await result(new Server(INFO, handlers), method, params)).toMatchObject({
        ttlMs: 0,
        cacheScope: 'private',
      });
    },
  );

  test.each(CACHEABLE)('are the default of the server for %s', async (method, params) => {
    const server = new Server(INFO, { ...handlers, cache: { default: { ttlMs: 60_000, cacheScope: 'public' } } });
    expect(await result(server, method, params)).toMatchObject({ ttlMs: 60_000, cacheScope: 'public' });
  });

  test('may be set for one method', async () => {
    const server = new Server(INFO, {
      ...handlers,
      cache: { default: { ttlMs: 1, cacheScope: 'private' }, 'tools/list': { ttlMs: 2, cacheScope: 'public' } },
    });
    expect(await result(server, 'tools/list')).toMatchObject({ ttlMs: 2, cacheScope: 'public' });
    expect(await result(server, 'prompts/list')).toMatchObject({ ttlMs: 1, cacheScope: 'private' });
  });

  test('of a handler come first, each for itself', async () => {
    const server = new Server(INFO, {
      onListTools: () => ({ tools: [], ttlMs: 7 }),
      cache: { default: { ttlMs: 1, cacheScope: 'public' } },
    });
    expect(await result(server, 'tools/list')).toMatchObject({ ttlMs: 7, cacheScope: 'public' });
  });

  test.each([{ requestState: 's' }, { inputResponses: {} }])(
    'are 0 ms and private for what depends on answers, whatever the author says: a request with %o',
    async (continuation) => {
      const server = new Server(INFO, {
        onReadResource: () => ({ contents: [], ttlMs: 7, cacheScope: 'public' }),
        cache: { default: { ttlMs: 1, cacheScope: 'public' } },
      });
      const read = { uri: 'memo://asks', ...continuation };
      expect(await result(server, 'resources/read', read)).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
      const nothing = { uri: 'memo://asks', inputResponses: null };
      expect(await result(server, 'resources/read', nothing)).toMatchObject({ ttlMs: 7, cacheScope: 'public' });
    },
  );

  test('are never in an interim result, even where a handler put them there', async () => {
    const server = new Server(INFO, { ...handlers, cache: { default: { ttlMs: 1, cacheScope: 'public' } } });
    const interim = await result(server, 'resources/read', { uri: 'memo://asks' });
    expect(interim.resultType).toBe('input_required');
    expect(interim).not.toHaveProperty('ttlMs');
    expect(interim).not.toHaveProperty('cacheScope');
  });

  test.each([
    ['tools/call', { name: 'x' }],
    ['completion/complete', { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'a', value: '' } }],
  ] as const)('are not in the result of %s, which is not cacheable', async (method, params) => {
    const server = new McpServer(INFO, { cache: { default: { ttlMs: 1, cacheScope: 'public' } } });
    server.tool('x', {}, () => 'done');
    server.prompt('p', {}, () => 'hello');
    server.completion({ prompt: 'p' }, 'a', () => []);
    const complete = await result(server, method, params);
    expect(complete).not.toHaveProperty('ttlMs');
    expect(complete).not.toHaveProperty('cacheScope');
  });
});
