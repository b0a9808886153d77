/** Methods of your own: SYSTEM L6. */
import { Server } from '@mrtr/server';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { recordingLogger } from './support/recording.js';
import { failure, result } from './support/requests.js';

const INFO = { name: 'own', version: '1.0.0' };

describe('a method of your own', () => {
  const Params = z.object({ text: z.string().trim().min(1), times: z.int().default(2) });

  function echo(): Server {
    return new Server(INFO).handle('example.org/echo', Params, (_ctx, { text, times }) => ({
      said: text.repeat(times),
    }));
  }

  test('gets what its schema makes of the parameters', async () => {
    expect(await result(echo(), 'example.org/echo', { text: ' ha ' })).toMatchObject({
      resultType: 'complete',
      said: 'haha',
    });
  });

  test('does not run for parameters that do not fit: -32602 names the field', async () => {
    const error = await failure(echo(), 'example.org/echo', { text: 3 });
    expect(error.code).toBe(-32602);
    expect(error.message).toContain('example.org/echo');
    expect(error.message).toContain('text');
  });

  test('may have a schema that validates later', async () => {
    const Known = z.object({ id: z.string().refine((id) => Promise.resolve(id === 'a')) });
    const server = new Server(INFO).handle('example.org/get', Known, (_ctx, { id }) => ({ id }));
    expect(await result(server, 'example.org/get', { id: 'a' })).toMatchObject({ id: 'a' });
    expect(await failure(server, 'example.org/get', { id: 'b' })).toMatchObject({ code: -32602 });
  });

  test('fails like any handler', async () => {
    const server = new Server(INFO, { logger: recordingLogger() }).handle('example.org/x', z.object({}), () => {
      throw new Error('secret');
    });
    expect(await failure(server, 'example.org/x')).toEqual({ code: -32603, message: 'Internal error' });
  });

  test('can be taken once', () => {
    expect(() => echo().handle('example.org/echo', Params, () => ({}))).toThrow(
      expect.objectContaining({ code: 'invalid_configuration' }),
    );
  });

  test.each(['__proto__', 'constructor', ''])('may be called %j', async (method) => {
    const server = new Server(INFO).handle(method, z.looseObject({}), () => ({ ok: true }));
    expect(await result(server, method)).toMatchObject({ ok: true });
  });
});
