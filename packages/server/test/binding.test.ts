/** What a state is bound to: SYSTEM T4, T5 and T7, HOSTILE "Binding". */
import { RequestStateSecurity } from '@mrtr/seal';
import { inputRequired, McpServer, requestStateBoundary, Server } from '@mrtr/server';
import { type } from 'arktype';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bound, CALLS, FROZEN, KEY, retryWith, tokenOf, TIERS } from './support/bound.js';
import { request, result, send } from './support/requests.js';

describe('arguments', () => {
  /** Whether a state that was sealed for some arguments is taken with others. */
  async function same(sealedFor: unknown, presented: unknown): Promise<boolean> {
    const { server } = bound('a low-level server');
    const answer = await retryWith(server, await tokenOf(server, sealedFor), presented);
    if (answer === 'done') return true;
    expect(answer).toEqual(FROZEN);
    return false;
  }

  test('may come with their keys in another order, at any depth', async () => {
    expect(
      await same({ a: 1, b: { c: [1, { d: 2, e: 3 }], f: null } }, { b: { f: null, c: [1, { e: 3, d: 2 }] }, a: 1 }),
    ).toBe(true);
  });

  test('are one where they are absent, null or empty', async () => {
    for (const sealedFor of [undefined, null, {}]) {
      for (const presented of [undefined, null, {}]) expect(await same(sealedFor, presented)).toBe(true);
    }
  });

  test.each([
    ['another value', { a: 1 }, { a: 2 }],
    ['another type', { a: 1 }, { a: '1' }],
    ['one more', { a: 1 }, { a: 1, b: null }],
    ['one fewer', { a: 1, b: 2 }, { a: 1 }],
    ['another order of a list', { a: [1, 2] }, { a: [2, 1] }],
    ['null for absent', {}, { a: null }],
    ['another key', { a: 1 }, { b: 1 }],
    ['an empty list for an empty object', { a: [] }, { a: {} }],
    ['a nested change', { a: { b: { c: 'x' } } }, { a: { b: { c: 'y' } } }],
    ['text that is equal only when normalised', { a: '\u00e9' }, { a: 'e\u0301' }],
    ['another lone surrogate', { a: '\ud800' }, { a: '\ud801' }],
    ['a lone surrogate for its replacement', { a: '\ud800' }, { a: '\ufffd' }],
    ['an own __proto__', JSON.parse('{"a":1,"__proto__":{"admin":true}}'), { a: 1 }],
    ['another own __proto__', JSON.parse('{"__proto__":{"a":1}}'), JSON.parse('{"__proto__":{"a":2}}')],
  ])('are refused with %s', async (_, sealedFor, presented) => {
    expect(await same(sealedFor, sealedFor)).toBe(true);
    expect(await same(sealedFor, presented)).toBe(false);
    expect(await same(presented, sealedFor)).toBe(false);
  });

  test('are numbers by their value and not by their spelling', async () => {
    const { server } = bound('a low-level server');
    const spelled = async (number: string, requestState?: string) => {
      const message = request('tools/call', {
        name: 't',
        ...(requestState && { requestState }),
        arguments: { n: 'N' },
      });
      return server.exchange(JSON.parse(JSON.stringify(message).replace('"N"', number)));
    };
    for (const [first, second] of [
      ['-0', '0'],
      ['1e21', '1000000000000000000000'],
      ['1E21', '1e+21'],
      ['0.10', '0.1'],
      ['1e-7', '0.0000001'],
    ] as const) {
      const interim = await spelled(first);
      const { requestState } = (interim as unknown as { result: { requestState: string } }).result;
      expect(await spelled(second, requestState)).toHaveProperty('result.content');
    }
  });

  test.each([['1E400'], ['-1E400']])(
    'that do not survive parsing can not be bound, and the client is told: %s',
    async (number) => {
      const { server, runs } = bound('a low-level server');
      const message = JSON.stringify(request('tools/call', { name: 't', arguments: { n: 'N' } })).replace(
        '"N"',
        number,
      );
      expect(await server.exchange(JSON.parse(message))).toMatchObject({
        error: { code: -32602, message: expect.stringContaining('arguments') },
      });
      const token = await tokenOf(server, {});
      const retry = JSON.stringify(
        request('tools/call', { name: 't', requestState: token, arguments: { n: 'N' } }),
      ).replace('"N"', number);
      runs.length = 0;
      expect(await server.exchange(JSON.parse(retry))).toMatchObject({ error: FROZEN });
      expect(runs).toEqual([]);
    },
  );

  test('that are duplicated in the JSON are bound as the handler sees them', async () => {
    const { server } = bound('a low-level server');
    const twice = JSON.parse('{"a":1,"a":2}') as unknown;
    expect(await retryWith(server, await tokenOf(server, twice), { a: 2 })).toBe('done');
    expect(await retryWith(server, await tokenOf(server, twice), { a: 1 })).toEqual(FROZEN);
  });

  test('of any kind are the same exactly where their JSON is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.string(), fc.jsonValue({ noUnicodeString: false })),
        fc.dictionary(fc.string(), fc.jsonValue()),
        async (a, b) => {
          expect(await same(a, a)).toBe(true);
          expect(await same(a, shuffled(a))).toBe(true);
          if (sorted(a) !== sorted(b)) expect(await same(a, b)).toBe(false);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('that a handler changes for itself are bound as they came', async () => {
    const server = new McpServer({ name: 'changing', version: '1.0.0' });
    // It validates in place, and gives back what it was given.
    const Input = type({ list: 'number[]' });
    server.tool('t', { input: Input }, ({ list }, ctx) => {
      list.sort((a, b) => a - b);
      return ctx.flow.round === 1 ? inputRequired({}, { requestState: 's' }) : JSON.stringify(list);
    });
    server.prompt('p', { input: type({ topic: 'string' }) }, (input, ctx) => {
      input.topic = input.topic.trim();
      return ctx.flow.round === 1 ? inputRequired({}, { requestState: 's' }) : input.topic;
    });
    const list = { list: [3, 1, 2] };
    expect(await retryWith(server, await tokenOf(server, list), list)).toBe('[1,2,3]');
    const params = { name: 'p', arguments: { topic: ' a ' } };
    const { requestState } = await result(server, 'prompts/get', params);
    expect(await result(server, 'prompts/get', { ...params, requestState })).toMatchObject({
      messages: [{ content: { text: 'a' } }],
    });
  });
});

describe('what a state is not bound to', () => {
  test('is the rest of _meta, the id, the progress token, the client and its capabilities', async () => {
    const { server } = bound('an McpServer');
    const { requestState } = await result(
      server,
      'tools/call',
      { name: 't' },
      { id: 1, meta: { progressToken: 1, a: 1 } },
    );
    const retry = await send(
      server,
      'tools/call',
      { name: 't', requestState },
      { id: 'two', meta: { progressToken: 2, b: 2 }, capabilities: {} },
    );
    expect(retry).toMatchObject({ id: 'two', result: { resultType: 'complete' } });
  });

  test('is the process: any instance with the keys serves the next round', async () => {
    for (const tier of TIERS) {
      for (const other of TIERS)
        expect(await retryWith(bound(other).server, await tokenOf(bound(tier).server))).toBe('done');
    }
  });

  test('is use: a token may be used again, in parallel too', async () => {
    const { server, runs } = bound('an McpServer');
    const token = await tokenOf(server);
    expect(await Promise.all([1, 2, 3].map(() => retryWith(server, token)))).toEqual(['done', 'done', 'done']);
    expect(runs).toHaveLength(4);
  });
});

describe('method and target', () => {
  test('are those of the call: a state of one is refused by every other', async () => {
    const { server, rejections } = bound('an McpServer');
    for (const [method, params] of CALLS) {
      const { requestState } = await result(server, method, params);
      for (const [otherMethod, otherParams] of CALLS) {
        const response = await send(server, otherMethod, { ...otherParams, requestState });
        if (otherMethod === method) expect(response).toHaveProperty('result');
        else expect(response).toMatchObject({ error: FROZEN });
      }
    }
    expect(rejections.every(({ reason }) => reason === 'method')).toBe(true);
  });

  test('are the very URI, not the template', async () => {
    const { server, rejections } = bound('an McpServer');
    const { requestState } = await result(server, 'resources/read', { uri: 'memo://1' });
    expect(await send(server, 'resources/read', { uri: 'memo://2', requestState })).toMatchObject({ error: FROZEN });
    expect(rejections).toEqual([{ reason: 'target', method: 'resources/read', target: 'memo://2' }]);
  });
});

describe('the audience', () => {
  test('is the name of the server, so that two with the same keys do not take each other’s state', async () => {
    const token = await tokenOf(bound('an McpServer', {}, 'one').server);
    expect(await retryWith(bound('an McpServer', {}, 'one').server, token)).toBe('done');
    expect(await retryWith(bound('an McpServer', {}, 'two').server, token)).toEqual(FROZEN);
  });

  test('may be shared: then they do', async () => {
    const token = await tokenOf(bound('an McpServer', { audience: 'shared' }, 'one').server);
    expect(await retryWith(bound('an McpServer', { audience: 'shared' }, 'two').server, token)).toBe('done');
    expect(await retryWith(bound('an McpServer', {}, 'one').server, token)).toEqual(FROZEN);
  });

  test.each(['', '   ', '\t\n'])(
    'has to be there with keys of your own: a server named %j throws where it is made',
    (name) => {
      const refused = expect.objectContaining({ name: 'ServerError', code: 'invalid_configuration' });
      const keyed = new RequestStateSecurity({ keys: [KEY] });
      expect(() => new McpServer({ name, version: '1' }, { requestState: keyed })).toThrow(refused);
      expect(() =>
        new Server({ name: 'x', version: '1' }).use(requestStateBoundary(keyed, { audience: name })),
      ).toThrow(refused);
      const named = new RequestStateSecurity({ keys: [KEY], audience: 'a' });
      expect(() => new McpServer({ name, version: '1' }, { requestState: named })).not.toThrow();
      expect(() => new McpServer({ name, version: '1' })).not.toThrow();
    },
  );
});

function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, inner]) => [key, shuffled(inner)]),
  );
}

/** A text that is the same for values that are. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1))
      : inner,
  );
}
