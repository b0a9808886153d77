/** What comes of a tool: SYSTEM H5. Specification 2026-07-28, server/tools "Tool Result" and "Error Handling". */
import { inputRequired, listRoots, McpServer, toolError } from '@mrtr/server';
import { ProtocolError } from '@mrtr/types';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { recordingLogger } from './support/recording.js';
import { call, failure, request, textOf } from './support/requests.js';

const INFO = { name: 'tools', version: '1.0.0' };

function serverWith(): { server: McpServer; logger: ReturnType<typeof recordingLogger> } {
  const logger = recordingLogger();
  return { server: new McpServer(INFO, { logger }), logger };
}

describe('what a tool returns', () => {
  const image = { type: 'image' as const, data: 'AA==', mimeType: 'image/png' };

  test.each([
    ['text', 'hello', { content: [{ type: 'text', text: 'hello' }] }],
    ['no text', '', { content: [{ type: 'text', text: '' }] }],
    ['content', [image], { content: [image] }],
    ['no content', [], { content: [] }],
    [
      'a whole result',
      { content: [image], _meta: { a: 1 }, structuredContent: [1] },
      { content: [image], structuredContent: [1] },
    ],
    ['an error of its own', toolError('Sold out.'), { content: [{ type: 'text', text: 'Sold out.' }], isError: true }],
  ])('becomes a result: %s', async (_, returned, expected) => {
    const { server } = serverWith();
    server.tool('t', {}, () => returned as never);
    expect(await call(server, 't')).toMatchObject({ resultType: 'complete', ...expected });
  });

  test.each([undefined, null, 7, true, { anything: 1 }, ['text'], [{ notype: 1 }], { content: 'text' }])(
    'is -32603 where it is none of these, and the log says to declare an output: %j',
    async (returned) => {
      const { server, logger } = serverWith();
      server.tool('t', {}, () => returned as never);
      expect(await failure(server, 'tools/call', { name: 't' })).toEqual({ code: -32603, message: 'Internal error' });
      expect(logger.entries).toEqual([
        expect.objectContaining({ event: 'invalid_result', message: expect.stringContaining('output') }),
      ]);
    },
  );

  test('is structured where it has an output, with its JSON as text', async () => {
    const { server } = serverWith();
    server.tool('t', { output: z.object({ price: z.number(), currency: z.string().default('EUR') }) }, () => ({
      price: 3,
    }));
    const complete = await call(server, 't');
    expect(complete).toMatchObject({ structuredContent: { price: 3, currency: 'EUR' } });
    expect(JSON.parse(textOf(complete))).toEqual({ price: 3, currency: 'EUR' });
  });

  test.each([[[1, 2]], ['text'], [0], [false], [null]])('may be structured as any JSON value: %j', async (value) => {
    const { server } = serverWith();
    server.tool('t', { output: z.json() }, () => value);
    const complete = await call(server, 't');
    expect(complete['structuredContent']).toEqual(value);
    expect(JSON.parse(textOf(complete))).toEqual(value);
  });

  test('is -32603 where it does not fit its own output, and the log names the field', async () => {
    const { server, logger } = serverWith();
    server.tool('t', { output: z.object({ price: z.number() }) }, () => ({ price: 'PLANTED' }) as never);
    expect(await failure(server, 'tools/call', { name: 't' })).toEqual({ code: -32603, message: 'Internal error' });
    expect(logger.entries[0]?.message).toContain('price');
    expect(logger.entries[0]?.message).not.toContain('PLANTED');
  });

  test('may be an error although it has an output', async () => {
    const { server } = serverWith();
    server.tool('t', { output: z.object({ price: z.number() }) }, () => ({
      ...toolError('Sold out.'),
      isError: true as const,
    }));
    expect(await call(server, 't')).toMatchObject({ isError: true, content: [{ text: 'Sold out.' }] });
  });

  test('may be a question although it has an output', async () => {
    const { server } = serverWith();
    server.tool('t', { output: z.object({ price: z.number() }) }, () => inputRequired({ roots: listRoots() }));
    expect(await call(server, 't')).toMatchObject({ resultType: 'input_required' });
  });
});

describe('what a tool throws', () => {
  async function thrown(value: unknown) {
    const { server, logger } = serverWith();
    server.tool('t', {}, () => {
      throw value;
    });
    return {
      response: await server.exchange(request('tools/call', { name: 't' })),
      logger,
    };
  }

  test.each([
    ['an error', new Error('The shop is closed.'), 'The shop is closed.'],
    ['an error of its own class', new (class Closed extends Error {})('Closed.'), 'Closed.'],
    ['text', 'Closed.', 'Closed.'],
    ['nothing', undefined, 'The tool failed.'],
    ['an object', { secret: 1 }, 'The tool failed.'],
  ])('is a result that the model can read: %s', async (_, value, text) => {
    const { response, logger } = await thrown(value);
    expect(response).toMatchObject({ result: { isError: true, content: [{ type: 'text', text }] } });
    expect(JSON.stringify(response)).not.toMatch(/\.ts|\bat /);
    expect(logger.entries).toEqual([]);
  });

  test('tells nothing of its cause', async () => {
    const { response } = await thrown(new Error('Closed.', { cause: new Error('PLANTED') }));
    expect(JSON.stringify(response)).not.toContain('PLANTED');
  });

  test('is a JSON-RPC error where it is a ProtocolError', async () => {
    const { response } = await thrown(new ProtocolError(4711, 'No', { data: [1] }));
    expect(response).toMatchObject({ error: { code: 4711, message: 'No', data: [1] } });
  });

  test('is -32603 where it is a mistake of the author, such as a question that can not be asked', async () => {
    const { server, logger } = serverWith();
    server.tool('t', {}, () => inputRequired({}));
    expect(await failure(server, 'tools/call', { name: 't' })).toEqual({ code: -32603, message: 'Internal error' });
    expect(logger.entries).toHaveLength(1);
  });
});
