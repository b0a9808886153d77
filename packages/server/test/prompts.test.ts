/** Prompts: SYSTEM H1. Specification 2026-07-28, server/prompts. */
import { assistantMessage, McpServer, userMessage } from '@mrtr/server';
import { ProtocolError } from '@mrtr/types';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { recordingLogger } from './support/recording.js';
import { failure, result } from './support/requests.js';

function serverWith() {
  const logger = recordingLogger();
  return { server: new McpServer({ name: 'prompts', version: '1.0.0' }, { logger }), logger };
}

describe('a prompt', () => {
  test('is listed with its arguments', async () => {
    const { server } = serverWith();
    const input = z.object({
      topic: z.string().meta({ title: 'Topic', description: 'What about' }),
      tone: z.string().optional(),
      length: z.string().default('short'),
    });
    server.prompt('write', { title: 'Write', description: 'Writes', meta: { a: 1 }, input }, () => '');
    server.prompt('bare', {}, () => '');
    expect((await result(server, 'prompts/list'))['prompts']).toEqual([
      {
        name: 'write',
        title: 'Write',
        description: 'Writes',
        _meta: { a: 1 },
        arguments: [
          { name: 'topic', title: 'Topic', description: 'What about', required: true },
          { name: 'tone', required: false },
          { name: 'length', required: false },
        ],
      },
      { name: 'bare' },
    ]);
  });

  const message = { role: 'user', content: { type: 'text', text: 'Hi' } };

  test.each([
    ['text', 'Hi', { messages: [message] }],
    [
      'messages',
      [userMessage('Hi'), assistantMessage('Ho')],
      { messages: [message, { role: 'assistant', content: { type: 'text', text: 'Ho' } }] },
    ],
    [
      'a message with other content',
      [userMessage({ type: 'image', data: 'AA==', mimeType: 'image/png' })],
      { messages: [{ role: 'user', content: { type: 'image', data: 'AA==', mimeType: 'image/png' } }] },
    ],
    ['a whole result', { description: 'd', messages: [] }, { description: 'd', messages: [] }],
  ])('returns %s', async (_, returned, expected) => {
    const { server } = serverWith();
    server.prompt('p', {}, () => returned as never);
    expect(await result(server, 'prompts/get', { name: 'p' })).toMatchObject({ resultType: 'complete', ...expected });
  });

  test.each([undefined, null, 7, { text: 'Hi' }])('that returns %j is -32603', async (returned) => {
    const { server, logger } = serverWith();
    server.prompt('p', {}, () => returned as never);
    expect(await failure(server, 'prompts/get', { name: 'p' })).toEqual({ code: -32603, message: 'Internal error' });
    expect(logger.entries).toEqual([
      expect.objectContaining({ event: 'invalid_result', message: expect.stringContaining('"p"') }),
    ]);
  });

  test('that nobody registered is -32602', async () => {
    const { server } = serverWith();
    server.prompt('p', {}, () => '');
    for (const name of ['q', '__proto__', 'constructor']) {
      expect(await failure(server, 'prompts/get', { name })).toEqual({
        code: -32602,
        message: `Unknown prompt: ${name}`,
      });
    }
  });
});

describe('the arguments of a prompt', () => {
  const input = z.object({ topic: z.string().trim().min(1), pages: z.coerce.number().default(2) });

  test('are what the schema makes of them', async () => {
    const { server } = serverWith();
    server.prompt('p', { input }, (args) => JSON.stringify(args));
    expect(await result(server, 'prompts/get', { name: 'p', arguments: { topic: ' a ', pages: '3' } })).toMatchObject({
      messages: [{ content: { text: '{"topic":"a","pages":3}' } }],
    });
  });

  test.each([
    ['none', undefined, 'topic'],
    ['null', null, 'topic'],
    ['an empty one', { topic: ' ' }, 'topic'],
    ['one of another kind', { topic: 'a', pages: 'many' }, 'pages'],
    ['one that is no text', { topic: 7 }, 'topic'],
  ])('that do not fit are -32602 that names the field: %s', async (_, args, field) => {
    const { server } = serverWith();
    const run = vi.fn(() => '');
    server.prompt('p', { input }, run);
    const error = await failure(server, 'prompts/get', { name: 'p', arguments: args });
    expect(error.code).toBe(-32602);
    expect(error.message).toContain(field);
    expect(run).not.toHaveBeenCalled();
  });

  test.each([
    ['absent', undefined],
    ['null', null],
    ['empty', {}],
  ])('may be %s where all have defaults', async (_, args) => {
    const { server } = serverWith();
    server.prompt('p', { input: z.object({ tone: z.string().default('kind') }) }, ({ tone }) => tone);
    expect(await result(server, 'prompts/get', { name: 'p', arguments: args })).toMatchObject({
      messages: [{ content: { text: 'kind' } }],
    });
  });

  test('of a schema that is no object are refused at registration', () => {
    const { server } = serverWith();
    expect(() => server.prompt('broken', { input: z.string() as never }, () => '')).toThrow(
      expect.objectContaining({ code: 'invalid_schema', message: expect.stringContaining('"broken"') }),
    );
  });
});

describe('what a prompt throws', () => {
  test('is -32603 that says nothing of it', async () => {
    const { server, logger } = serverWith();
    const thrown = new Error('secret');
    server.prompt('p', {}, () => Promise.reject(thrown));
    expect(await failure(server, 'prompts/get', { name: 'p' })).toEqual({ code: -32603, message: 'Internal error' });
    expect(logger.entries).toEqual([expect.objectContaining({ event: 'handler_failed', error: thrown })]);
  });

  test('is kept where it is a ProtocolError', async () => {
    const { server } = serverWith();
    server.prompt('p', {}, () => Promise.reject(new ProtocolError(1, 'No', { data: 2 })));
    expect(await failure(server, 'prompts/get', { name: 'p' })).toEqual({ code: 1, message: 'No', data: 2 });
  });
});
