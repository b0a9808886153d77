/** Resources, static and by template: SYSTEM H1. Specification 2026-07-28, server/resources. */
import { McpServer } from '@mrtr/server';
import { ProtocolError } from '@mrtr/types';
import { describe, expect, test } from 'vitest';
import { recordingLogger } from './support/recording.js';
import { failure, result } from './support/requests.js';

function serverWith() {
  const logger = recordingLogger();
  return { server: new McpServer({ name: 'resources', version: '1.0.0' }, { logger }), logger };
}

async function read(server: McpServer, uri: string): Promise<unknown> {
  return (await result(server, 'resources/read', { uri }))['contents'];
}

describe('a static resource', () => {
  test('is listed with all that is said of it', async () => {
    const { server } = serverWith();
    const annotations = { audience: ['user' as const], priority: 0.5 };
    const definition = {
      name: 'today',
      title: 'Today',
      description: 'd',
      mimeType: 'text/plain',
      annotations,
      size: 3,
      meta: { a: 1 },
    };
    server.resource('notes://today', definition, () => 'abc');
    server.resource('notes://bare', {}, () => '');
    expect((await result(server, 'resources/list'))['resources']).toEqual([
      {
        uri: 'notes://today',
        name: 'today',
        title: 'Today',
        description: 'd',
        mimeType: 'text/plain',
        annotations,
        size: 3,
        _meta: { a: 1 },
      },
      { uri: 'notes://bare', name: 'notes://bare' },
    ]);
    expect((await result(server, 'resources/templates/list'))['resourceTemplates']).toEqual([]);
  });

  test('is read under its very URI', async () => {
    const { server } = serverWith();
    server.resource('notes://today', {}, () => 'abc');
    expect(await read(server, 'notes://today')).toEqual([{ uri: 'notes://today', text: 'abc' }]);
    for (const uri of ['notes://Today', 'notes://today/', 'notes://today#a', 'NOTES://today', '']) {
      expect(await failure(server, 'resources/read', { uri })).toEqual({
        code: -32602,
        message: 'Resource not found',
        data: { uri },
      });
    }
  });

  test.each(['today', '/today', './today', '', '//host/today'])('needs an absolute URI, not %j', (uri) => {
    const { server } = serverWith();
    expect(() => server.resource(uri, {}, () => '')).toThrow(
      expect.objectContaining({ name: 'ServerError', code: 'invalid_definition' }),
    );
  });

  test('that was refused promises nothing to clients', async () => {
    const { server } = serverWith();
    expect(() => server.resource('today', {}, () => '')).toThrow();
    expect((await result(server, 'server/discover'))['capabilities']).toEqual({ logging: {} });
  });
});

describe('what is read', () => {
  const definition = { mimeType: 'text/x' };

  test.each([
    ['text', 'abc', [{ uri: 'a:b', mimeType: 'text/x', text: 'abc' }]],
    ['no text', '', [{ uri: 'a:b', mimeType: 'text/x', text: '' }]],
    ['bytes', new Uint8Array([0, 1, 254, 255]), [{ uri: 'a:b', mimeType: 'text/x', blob: 'AAH+/w==' }]],
    ['no bytes', new Uint8Array(), [{ uri: 'a:b', mimeType: 'text/x', blob: '' }]],
    ['contents', [{ uri: 'a:b#1', text: 'x' }], [{ uri: 'a:b#1', text: 'x' }]],
    ['a whole result', { contents: [{ uri: 'a:c', blob: '' }] }, [{ uri: 'a:c', blob: '' }]],
  ])('may be %s', async (_, returned, contents) => {
    const { server } = serverWith();
    server.resource('a:b', definition, () => returned as never);
    expect(await read(server, 'a:b')).toEqual(contents);
  });

  test('may be large', async () => {
    const { server } = serverWith();
    const bytes = new Uint8Array(100_000).map((_, index) => index % 251);
    server.resource('a:b', {}, () => bytes);
    const [{ blob }] = (await read(server, 'a:b')) as [{ blob: string }];
    expect(Buffer.from(blob, 'base64').equals(bytes)).toBe(true);
  });

  test('may be nothing: then there is no such resource', async () => {
    const { server } = serverWith();
    server.resource('a:{id}', {}, () => undefined);
    expect(await failure(server, 'resources/read', { uri: 'a:7' })).toEqual({
      code: -32602,
      message: 'Resource not found',
      data: { uri: 'a:7' },
    });
  });

  test.each([null, 7, true, {}, { contents: 'text' }])('is -32603 where it is none of these: %j', async (returned) => {
    const { server, logger } = serverWith();
    server.resource('a:b', {}, () => returned as never);
    server.resource('t:{id}', {}, () => returned as never);
    for (const uri of ['a:b', 't:1']) {
      expect(await failure(server, 'resources/read', { uri })).toEqual({ code: -32603, message: 'Internal error' });
    }
    expect(logger.entries).toHaveLength(2);
    expect(logger.entries[0]).toMatchObject({ event: 'invalid_result', message: expect.stringContaining('a:b') });
  });

  test('carries the hints of the definition, and those of a whole result before them', async () => {
    const { server } = serverWith();
    const cache = { ttlMs: 5, cacheScope: 'public' as const };
    server.resource('a:b', { cache }, () => 'x');
    server.resource('a:c', { cache }, () => ({ contents: [], ttlMs: 9 }));
    expect(await result(server, 'resources/read', { uri: 'a:b' })).toMatchObject(cache);
    expect(await result(server, 'resources/read', { uri: 'a:c' })).toMatchObject({ ttlMs: 9, cacheScope: 'public' });
  });

  test('fails like any handler', async () => {
    const { server, logger } = serverWith();
    const thrown = new Error('secret');
    server.resource('a:b', {}, () => Promise.reject(thrown));
    server.resource('p:{id}', {}, () => Promise.reject(new ProtocolError(1, 'No')));
    expect(await failure(server, 'resources/read', { uri: 'a:b' })).toEqual({
      code: -32603,
      message: 'Internal error',
    });
    expect(await failure(server, 'resources/read', { uri: 'p:1' })).toEqual({ code: 1, message: 'No' });
    expect(logger.entries).toEqual([expect.objectContaining({ event: 'handler_failed', error: thrown })]);
  });
});

describe('a template', () => {
  test('is listed apart from the static resources', async () => {
    const { server } = serverWith();
    server.resource('notes://{day}', { title: 'A day', mimeType: 'text/plain' }, () => '');
    expect((await result(server, 'resources/templates/list'))['resourceTemplates']).toEqual([
      { uriTemplate: 'notes://{day}', name: 'notes://{day}', title: 'A day', mimeType: 'text/plain' },
    ]);
    expect((await result(server, 'resources/list'))['resources']).toEqual([]);
  });

  test('answers under the URI that was read', async () => {
    const { server } = serverWith();
    server.resource('notes://{day}', { mimeType: 'text/plain' }, ({ day }) => `on ${day}`);
    expect(await read(server, 'notes://monday')).toEqual([
      { uri: 'notes://monday', mimeType: 'text/plain', text: 'on monday' },
    ]);
  });

  test('comes after a fixed URI, and before the templates that were registered later', async () => {
    const { server } = serverWith();
    server.resource('notes://{day}', {}, () => 'first template');
    server.resource('notes://{+path}', {}, () => 'second template');
    server.resource('notes://monday', {}, () => 'static');
    const texts = [];
    for (const uri of ['notes://monday', 'notes://tuesday', 'notes://a/b']) texts.push(await read(server, uri));
    expect(texts).toMatchObject([[{ text: 'static' }], [{ text: 'first template' }], [{ text: 'second template' }]]);
  });

  test.each(['notes://{day', 'notes://{', 'notes://{a}{'])('that can not be parsed is refused: %j', (template) => {
    const { server } = serverWith();
    expect(() => server.resource(template, {}, () => '')).toThrow(
      expect.objectContaining({ code: 'invalid_definition' }),
    );
  });
});
