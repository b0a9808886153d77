import { getEventListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { JsonRpcRequest, JsonRpcResponse } from '@mrtr/types';
import { describe, expect, test } from 'vitest';
import { type Exchange, type ExchangeInfo, memoryTransport, TransportError } from '../src/index.js';

const request: JsonRpcRequest = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'add' } };

const answer = (message: unknown, result: Record<string, unknown> = {}): JsonRpcResponse => ({
  jsonrpc: '2.0',
  id: (message as JsonRpcRequest).id,
  result,
});

const echo: Exchange = (message) => Promise.resolve(answer(message, { got: message }));

/** Never answers, and shows what it was called with. */
function silent(): { exchange: Exchange; calls: { message: unknown; info: ExchangeInfo | undefined }[] } {
  const calls: { message: unknown; info: ExchangeInfo | undefined }[] = [];
  return {
    calls,
    exchange: (message, info) => {
      calls.push({ message, info });
      return new Promise(() => {});
    },
  };
}

/** Sends a notification, and then its answer, after its caller has had time to go away. */
async function late(message: unknown, info?: ExchangeInfo): Promise<JsonRpcResponse> {
  await setImmediate();
  info?.notify?.({ jsonrpc: '2.0', method: 'notifications/message' });
  return answer(message);
}

describe('memoryTransport', () => {
  test('carries a request to the server and its response back', async () => {
    const transport = memoryTransport({ exchange: echo });
    await expect(transport.send(request)).resolves.toEqual({ jsonrpc: '2.0', id: 1, result: { got: request } });
  });

  test('isolates both sides from each other', async () => {
    const kept: { message?: { params: { name: string } }; result?: { list: string[] } } = {};
    const transport = memoryTransport({
      exchange: (message) => {
        kept.message = message as { params: { name: string } };
        kept.result = { list: ['server'] };
        return Promise.resolve(answer(message, kept.result));
      },
    });
    const mine = { ...request, params: { name: 'mine' } };
    const response = (await transport.send(mine)) as unknown as { result: { list: string[] } };
    kept.message!.params.name = 'theirs';
    kept.result!.list.push('later');
    expect(mine.params.name).toBe('mine');
    expect(response.result.list).toEqual(['server']);
  });

  test('a JSON-RPC error is a response', async () => {
    const error = { jsonrpc: '2.0', error: { code: -32600, message: 'no' } } as const;
    const transport = memoryTransport({ exchange: () => Promise.resolve(error) });
    await expect(transport.send(request)).resolves.toEqual(error);
  });

  test('delivers notifications in order, before the response, and copies of them', async () => {
    const progress = { value: 1 };
    const transport = memoryTransport({
      exchange: async (message, info) => {
        for (const step of [1, 2]) {
          info?.notify?.({ jsonrpc: '2.0', method: 'notifications/progress', params: { step, progress } });
        }
        progress.value = 2;
        await setImmediate();
        return answer(message);
      },
    });
    const seen: unknown[] = [];
    await transport.send(request, { onNotification: ({ params }) => seen.push(params) });
    expect(seen).toEqual([
      { step: 1, progress: { value: 1 } },
      { step: 2, progress: { value: 1 } },
    ]);
  });

  test('tells the server of the caller and the headers given at construction', async () => {
    const server = silent();
    const auth = { clientId: 'c', issuer: 'https://issuer.example', subject: 'ada' };
    const headers = new Headers({ 'X-Trace': 'abc' });
    void memoryTransport(server, { auth, headers }).send(request);
    expect(server.calls[0]?.info?.auth).toEqual(auth);
    expect(server.calls[0]?.info?.headers?.get('x-trace')).toBe('abc');
  });

  test('an abort rejects at once with its reason and reaches the server without it', async () => {
    const server = silent();
    const abort = new AbortController();
    const sent = memoryTransport(server).send(request, { signal: abort.signal });
    const { signal } = server.calls[0]!.info!;
    const reason = new Error('the person went away');
    abort.abort(reason);
    await expect(sent).rejects.toBe(reason);
    expect(signal!.aborted).toBe(true);
    expect(signal!.reason).not.toBe(reason);
  });

  test('a signal that the server reads only after the abort is aborted', async () => {
    const server = silent();
    const abort = new AbortController();
    const sent = memoryTransport(server).send(request, { signal: abort.signal });
    abort.abort();
    await expect(sent).rejects.toBe(abort.signal.reason);
    expect(server.calls[0]!.info!.signal!.aborted).toBe(true);
  });

  test('an aborted signal keeps the request from the server', async () => {
    const server = silent();
    const signal = AbortSignal.abort(new Error('too late'));
    await expect(memoryTransport(server).send(request, { signal })).rejects.toThrow('too late');
    expect(server.calls).toEqual([]);
  });

  test('nothing is delivered after an abort', async () => {
    const abort = new AbortController();
    const seen: unknown[] = [];
    let done: Promise<JsonRpcResponse> | undefined;
    const transport = memoryTransport({ exchange: (message, info) => (done = late(message, info)) });
    const sent = transport.send(request, { signal: abort.signal, onNotification: (n) => seen.push(n) });
    abort.abort();
    await expect(sent).rejects.toBe(abort.signal.reason);
    await done;
    expect(seen).toEqual([]);
  });

  test('the signal of a finished request does not abort it afterwards', async () => {
    let signal: AbortSignal | undefined;
    const abort = new AbortController();
    const transport = memoryTransport({
      exchange: (message, info) => {
        signal = info?.signal;
        return Promise.resolve(answer(message));
      },
    });
    await transport.send(request, { signal: abort.signal });
    expect(getEventListeners(abort.signal, 'abort')).toEqual([]);
    abort.abort();
    await transport.close();
    expect(signal?.aborted).toBe(false);
  });

  test('an onNotification that throws ends the request with what it threw, and not the handler', async () => {
    const failure = new Error('display is gone');
    let handler: unknown = 'not run';
    const transport = memoryTransport({
      exchange: (message, info) => {
        info?.notify?.({ jsonrpc: '2.0', method: 'notifications/message' });
        handler = info?.signal?.aborted;
        return Promise.resolve(answer(message));
      },
    });
    const sent = transport.send(request, {
      onNotification: () => {
        throw failure;
      },
    });
    await expect(sent).rejects.toBe(failure);
    expect(handler).toBe(true);
  });

  test('close ends what is under way, refuses what comes later, and can be called twice', async () => {
    const server = silent();
    const transport = memoryTransport(server);
    const sent = transport.send(request);
    const { signal } = server.calls[0]!.info!;
    await transport.close();
    await transport.close();
    await expect(sent).rejects.toMatchObject({ code: 'closed' });
    expect(signal!.aborted).toBe(true);
    await expect(transport.send(request)).rejects.toMatchObject({ code: 'closed' });
    expect(server.calls).toHaveLength(1);
  });

  test.each<[string, unknown, RegExp]>([
    ['no response', undefined, /not a JSON-RPC/],
    ['the response to another request', { jsonrpc: '2.0', id: 2, result: {} }, /another request/],
    ['an id of another type', { jsonrpc: '2.0', id: '1', result: {} }, /another request/],
    ['a result without an id', { jsonrpc: '2.0', result: {} }, /another request/],
    ['a result and an error', { jsonrpc: '2.0', id: 1, result: {}, error: { code: 1, message: '' } }, /neither one/],
    ['an error without a message', { jsonrpc: '2.0', id: 1, error: { code: 1 } }, /integer code/],
    ['a result that is a list', { jsonrpc: '2.0', id: 1, result: [] }, /not an object/],
  ])('%s is an invalid response', async (_name, response, message) => {
    const sent = memoryTransport({ exchange: () => Promise.resolve(response as JsonRpcResponse) }).send(request);
    await expect(sent).rejects.toMatchObject({ name: 'TransportError', code: 'invalid_response' });
    await expect(sent).rejects.toThrow(message);
  });

  test('a response that is not JSON is invalid, and the cause says why', async () => {
    const sent = memoryTransport({ exchange: (message) => Promise.resolve(answer(message, { big: 1n })) }).send(
      request,
    );
    await expect(sent).rejects.toMatchObject({ code: 'invalid_response', cause: { message: /BigInt/ } });
  });

  test.each<[string, Exchange]>([
    ['rejects', () => Promise.reject(new Error('secret'))],
    [
      'throws',
      () => {
        throw new Error('secret');
      },
    ],
  ])('a server that %s is an invalid response, and its text stays in the cause', async (_name, exchange) => {
    const sent = memoryTransport({ exchange }).send(request);
    await expect(sent).rejects.toMatchObject({ code: 'invalid_response', cause: { message: 'secret' } });
    await expect(sent).rejects.not.toThrow('secret');
  });

  test('a request that is not JSON never reaches the server', async () => {
    const server = silent();
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    const sent = memoryTransport(server).send({ ...request, params: cycle });
    await expect(sent).rejects.toBeInstanceOf(TransportError);
    await expect(sent).rejects.toMatchObject({ code: 'invalid_message' });
    expect(server.calls).toEqual([]);
  });

  test('two hundred callers that all use the same id each get their own answer', async () => {
    const transport = memoryTransport({ exchange: echo });
    const names = Array.from({ length: 200 }, (_, index) => `caller ${index}`);
    const responses = await Promise.all(names.map((name) => transport.send({ ...request, params: { name } })));
    expect(
      responses.map((response) => (response as unknown as { result: { got: typeof request } }).result.got.params),
    ).toEqual(names.map((name) => ({ name })));
  });
});
