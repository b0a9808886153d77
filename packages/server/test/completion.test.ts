/** Completion. Specification 2026-07-28, server/utilities/completion. */
import { type Completer, McpServer } from '@mrtr/server';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { recordingLogger } from './support/recording.js';
import { failure, result } from './support/requests.js';

const CITIES = ['Basel', 'Berlin', 'Bern', 'Zürich'];
const byPrefix: Completer<undefined> = (value) => CITIES.filter((city) => city.startsWith(value));

function serverWith(completer: Completer<undefined> = byPrefix): McpServer {
  const server = new McpServer({ name: 'complete', version: '1.0.0' }, { logger: recordingLogger() });
  server.prompt('travel', { input: z.object({ city: z.string(), hotel: z.string() }) }, () => '');
  server.resource('weather://{city}', {}, () => '');
  server.completion({ prompt: 'travel' }, 'city', completer);
  server.completion({ template: 'weather://{city}' }, 'city', completer);
  return server;
}

const PROMPT = { type: 'ref/prompt', name: 'travel' };
const TEMPLATE = { type: 'ref/resource', uri: 'weather://{city}' };

async function complete(
  server: McpServer,
  ref: object,
  name: string,
  value: string,
  more: object = {},
): Promise<unknown> {
  return (await result(server, 'completion/complete', { ref, argument: { name, value }, ...more }))['completion'];
}

describe.each([
  ['a prompt', PROMPT],
  ['a template', TEMPLATE],
])('an argument of %s', (_, ref) => {
  test('is completed by what was typed', async () => {
    expect(await complete(serverWith(), ref, 'city', 'Ber')).toEqual({
      values: ['Berlin', 'Bern'],
      total: 2,
      hasMore: false,
    });
    expect(await complete(serverWith(), ref, 'city', 'X')).toEqual({ values: [], total: 0, hasMore: false });
  });

  test('is completed with what is known already, and with the context', async () => {
    const completer = vi.fn<Completer<undefined>>(() => Promise.resolve(['a']));
    await complete(serverWith(completer), ref, 'city', 'B', { context: { arguments: { country: 'CH' } } });
    await complete(serverWith(completer), ref, 'city', 'B');
    expect(completer.mock.calls).toMatchObject([
      ['B', { country: 'CH' }, { method: 'completion/complete' }],
      ['B', {}, { method: 'completion/complete' }],
    ]);
  });

  test('has no suggestions where there is no completion', async () => {
    expect(await complete(serverWith(), ref, 'other', 'B')).toEqual({ values: [], total: 0, hasMore: false });
    for (const name of ['__proto__', 'constructor', '']) {
      expect(await complete(serverWith(), ref, name, 'B')).toEqual({ values: [], total: 0, hasMore: false });
    }
  });

  test('is given at most 100 suggestions, the first ones, and told how many there are', async () => {
    const many = Array.from({ length: 101 }, (_, index) => `v${index}`);
    expect(
      await complete(
        serverWith(() => many),
        ref,
        'city',
        '',
      ),
    ).toEqual({ values: many.slice(0, 100), total: 101, hasMore: true });
    expect(
      await complete(
        serverWith(() => many.slice(1)),
        ref,
        'city',
        '',
      ),
    ).toEqual({ values: many.slice(1), total: 100, hasMore: false });
  });

  test('fails like any handler', async () => {
    const server = serverWith(() => {
      throw new Error('secret');
    });
    expect(await failure(server, 'completion/complete', { ref, argument: { name: 'city', value: '' } })).toEqual({
      code: -32603,
      message: 'Internal error',
    });
  });
});

test.each([
  ['a prompt', { type: 'ref/prompt', name: 'nowhere' }],
  ['a template', { type: 'ref/resource', uri: 'nowhere://{x}' }],
])('what does not exist is -32602: %s', async (_, ref) => {
  expect(
    await failure(serverWith(), 'completion/complete', { ref, argument: { name: 'city', value: '' } }),
  ).toMatchObject({ code: -32602 });
});

test.each([
  ['no argument', { ref: PROMPT }],
  ['a reference of another type', { ref: { type: 'ref/tool', name: 'x' }, argument: { name: 'a', value: '' } }],
  ['a value that is no text', { ref: PROMPT, argument: { name: 'city', value: 7 } }],
])('a malformed request is -32602: %s', async (_, params) => {
  expect(await failure(serverWith(), 'completion/complete', params)).toMatchObject({ code: -32602 });
});

test('a prompt and a template of one name do not share completions', async () => {
  const server = new McpServer({ name: 'complete', version: '1.0.0' });
  server.prompt('x://{a}', {}, () => '');
  server.resource('x://{a}', {}, () => '');
  server.completion({ prompt: 'x://{a}' }, 'a', () => ['prompt']);
  server.completion({ template: 'x://{a}' }, 'a', () => ['template']);
  expect(await complete(server, { type: 'ref/prompt', name: 'x://{a}' }, 'a', '')).toMatchObject({
    values: ['prompt'],
  });
  expect(await complete(server, { type: 'ref/resource', uri: 'x://{a}' }, 'a', '')).toMatchObject({
    values: ['template'],
  });
});

describe('registering a completion', () => {
  test('is possible once for an argument', () => {
    expect(() => serverWith().completion({ prompt: 'travel' }, 'city', () => [])).toThrow(
      expect.objectContaining({ name: 'ServerError', code: 'duplicate_name' }),
    );
  });

  test('can be taken back, and then can not take back what came after', async () => {
    const server = serverWith();
    const first = server.completion({ prompt: 'travel' }, 'hotel', () => ['first']);
    first.remove();
    server.completion({ prompt: 'travel' }, 'hotel', () => ['second']);
    first.remove();
    expect(await complete(server, PROMPT, 'hotel', '')).toMatchObject({ values: ['second'] });
  });

  test('makes the server say that it completes', async () => {
    expect((await result(serverWith(), 'server/discover'))['capabilities']).toMatchObject({ completions: {} });
    expect(
      (await result(new McpServer({ name: 'x', version: '1' }), 'server/discover'))['capabilities'],
    ).not.toHaveProperty('completions');
  });
});
