/** The edge: which messages are answered at all, and with what. Specification 2026-07-28, basic/index "Messages". */
import type { Exchanger } from '@mrtr/transport';
import { Server } from '@mrtr/server';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recordingLogger } from './support/recording.js';
import { request } from './support/requests.js';

const logger = recordingLogger();
const server = new Server({ name: 'edge', version: '1.0.0' }, { onListTools: () => ({ tools: [] }), logger });

function refusal(message: unknown): Promise<unknown> {
  return server.exchange(message);
}

describe('a request', () => {
  test.each([
    ['a string', 'abc'],
    ['an empty string', ''],
    ['zero', 0],
    ['negative', -7],
  ])('is answered under its id: %s', async (_, id) => {
    expect(await server.exchange(request('tools/list', {}, { id }))).toMatchObject({ jsonrpc: '2.0', id, result: {} });
  });

  test('is answered in the order of its own making, whatever else is under way', async () => {
    const ids = Array.from({ length: 20 }, (_, id) => id);
    const responses = await Promise.all(ids.map((id) => server.exchange(request('tools/list', {}, { id }))));
    expect(responses.map((response) => response?.id)).toEqual(ids);
  });

  test('for a method that nobody serves is -32601', async () => {
    expect(await refusal(request('prompts/list'))).toMatchObject({ id: 1, error: { code: -32601 } });
  });

  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', ''])(
    'for the method %j is -32601, since no object is asked for it',
    async (method) => {
      expect(await refusal(request(method))).toMatchObject({ id: 1, error: { code: -32601 } });
    },
  );

  test('leaves the message as it was', async () => {
    const message = request('tools/list');
    const before = structuredClone(message);
    await server.exchange(message);
    expect(message).toEqual(before);
  });
});

describe('a notification', () => {
  test.each([
    ['known', { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }],
    ['unknown', { jsonrpc: '2.0', method: 'notifications/of-a-future' }],
    ['of the older era', { jsonrpc: '2.0', method: 'notifications/initialized' }],
    ['that names a request method', { jsonrpc: '2.0', method: 'tools/list', params: {} }],
  ])('is not answered: %s', async (_, message) => {
    expect(await server.exchange(message)).toBeUndefined();
  });
});

describe('what is no request', () => {
  test.each([
    ['null', null],
    ['undefined', undefined],
    ['a number', 1],
    ['a string', '{"jsonrpc":"2.0"}'],
    ['an empty batch', []],
    ['a batch', [request('tools/list')]],
    ['an empty object', {}],
    ['JSON-RPC 1.0', { ...request('tools/list'), jsonrpc: '1.0' }],
    ['no version', { id: 1, method: 'tools/list' }],
    ['a method that is no string', { jsonrpc: '2.0', id: 1, method: 7 }],
    ['parameters by position', { jsonrpc: '2.0', id: 1, method: 'tools/list', params: [] }],
    ['parameters that are null', { jsonrpc: '2.0', id: 1, method: 'tools/list', params: null }],
    ['parameters that are text', { jsonrpc: '2.0', id: 1, method: 'tools/list', params: 'x' }],
  ])('is -32600: %s', async (_, message) => {
    expect(await refusal(message)).toMatchObject({ jsonrpc: '2.0', error: { code: -32600 } });
  });

  test.each([
    ['null', null],
    ['a fraction', 1.5],
    ['beyond what JSON numbers hold exactly', 2 ** 53],
    ['an object', {}],
    ['true', true],
  ])('is -32600 without an id, where the id is %s', async (_, id) => {
    const response = await refusal({ ...request('tools/list'), id });
    expect(response).toMatchObject({ error: { code: -32600 } });
    expect(response).not.toHaveProperty('id');
  });

  test.each([null, undefined, 7, 'text', [], {}])(
    'is answered without an id where there is none: %j',
    async (message) => {
      expect(await refusal(message)).not.toHaveProperty('id');
    },
  );

  test('is told what is wrong with it', async () => {
    expect(await refusal([])).toMatchObject({ error: { message: expect.stringContaining('batch') } });
    expect(await refusal({ ...request('tools/list'), method: 7 })).toMatchObject({
      error: { message: expect.stringContaining('"method"') },
    });
  });

  test('is answered under its id, where that can be read', async () => {
    expect(await refusal({ jsonrpc: '2.0', id: 'mine', method: 7 })).toMatchObject({ id: 'mine' });
  });

  test('is no news for the operator', () => {
    expect(logger.entries).toEqual([]);
  });
});

test('no JSON whatever makes an exchange reject', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.jsonValue(),
      fc.constantFrom('tools/list', 'tools/call', 'server/discover'),
      async (json, method) => {
        for (const message of [
          json,
          { jsonrpc: '2.0', id: 1, method, params: json },
          request(method, { name: json }),
        ]) {
          const response = await (server as Exchanger).exchange(message);
          if (response !== undefined) expect('error' in response || 'result' in response).toBe(true);
        }
      },
    ),
    { numRuns: 200 },
  );
});
