/** Resolvers that go wrong: each a clear error that names the resolver, nothing of its cause where nobody reads it, and the server goes on. */
import {
  elicit,
  inputRequired,
  listRoots,
  McpServer,
  type McpServerOptions,
  type Question,
  resolver,
} from '@mrtr/server';
import { ProtocolError } from '@mrtr/types';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { recordingLogger } from '../support/recording.js';
import { failure, result, send, textOf } from '../support/requests.js';
import { accept, callOf, Rounds } from '../support/rounds.js';

const INFO = { name: 'failures', version: '1.0.0' };
const Word = z.object({ word: z.string() });

function serverOf(options: McpServerOptions = {}) {
  const { entries, ...logger } = recordingLogger();
  return { server: new McpServer(INFO, { logger, ...options }), entries };
}

/** The same resolver on a tool, a prompt and a template, and one that is well. */
function everywhere(run: () => unknown, options: McpServerOptions = {}) {
  const { server, entries } = serverOf(options);
  const broken = resolver({ key: 'stock' }, run as () => string);
  const body = vi.fn(() => 'done');
  server.tool('t', { resolve: { stock: broken } }, body);
  server.prompt('p', { resolve: { stock: broken } }, body);
  server.resource('memo://{id}', { resolve: { stock: broken } }, body);
  server.tool('well', {}, () => 'well');
  return { server, entries, body };
}

function throwing(value: unknown): () => never {
  return () => {
    throw value;
  };
}

const SHOWS: [string, () => unknown, string][] = [
  ['throws', throwing(new Error('The shelf is gone.')), 'The shelf is gone.'],
  ['rejects', () => Promise.reject(new Error('The shelf is gone.')), 'The shelf is gone.'],
  ['throws a text', throwing('no shelf'), 'no shelf'],
  ['throws nothing', throwing(undefined), '"stock"'],
  ['rejects with a text', () => Promise.reject('no shelf'), 'no shelf'],
  ['rejects with nothing', () => Promise.reject(undefined), '"stock"'],
  ['returns an interim result', () => inputRequired({ roots: listRoots() }), 'it returned an interim result'],
  [
    'asks with what no form can show',
    () => elicit('?', z.object({ address: z.object({ street: z.string() }) })),
    '"address"',
  ],
  ['asks for no object', () => elicit('?', z.string() as never), 'must describe an object'],
];

describe.each(SHOWS)('a resolver that %s', (_what, run, says) => {
  test('ends the call of a tool with a result that names it and says why', async () => {
    const { server, body } = everywhere(run);
    const ended = await callOf(server, 't').next();
    expect(ended.isError).toBe(true);
    expect(textOf(ended)).toMatch(/^Could not resolve "stock"/u);
    expect(textOf(ended)).toContain(says);
    expect(textOf(ended)).not.toMatch(/at .*[.]ts|node_modules/u);
    expect(body).not.toHaveBeenCalled();
    expect(textOf(await callOf(server, 'well').next())).toBe('well');
  });

  test('is -32603 for a prompt and a template, by its name alone; the log has the cause', async () => {
    const { server, entries, body } = everywhere(run);
    for (const [method, params] of [
      ['prompts/get', { name: 'p' }],
      ['resources/read', { uri: 'memo://1' }],
    ] as const) {
      entries.length = 0;
      expect(await failure(server, method, params)).toEqual({ code: -32603, message: 'Could not resolve "stock"' });
      expect(entries).toMatchObject([
        { severity: 'error', event: 'handler_failed', message: expect.stringContaining('"stock"') as string },
      ]);
      expect(entries[0]).toHaveProperty('error');
    }
    expect(body).not.toHaveBeenCalled();
    expect(await result(server, 'tools/list')).toHaveProperty('tools');
  });
});

test('a mistake of the author is in the log, and an ordinary failure of a tool is not', async () => {
  const mistaken = everywhere(() => elicit('?', z.object({ address: z.object({}) })));
  await callOf(mistaken.server, 't').next();
  expect(mistaken.entries).toMatchObject([
    {
      severity: 'error',
      method: 'tools/call',
      target: 'tool "t"',
      message: expect.stringContaining('"address"') as string,
    },
  ]);
  const failing = everywhere(() => {
    throw new Error('PLANTED');
  });
  await callOf(failing.server, 't').next();
  expect(failing.entries).toEqual([]);
});

test('a ProtocolError keeps its code, message and data', async () => {
  const { server } = everywhere(() => {
    throw new ProtocolError(-32602, 'Your login has expired', { data: { again: true } });
  });
  const error = { code: -32602, message: 'Your login has expired', data: { again: true } };
  expect(await failure(server, 'tools/call', { name: 't' })).toEqual(error);
  expect(await failure(server, 'prompts/get', { name: 'p' })).toEqual(error);
  expect(await failure(server, 'resources/read', { uri: 'memo://1' })).toEqual(error);
});

describe('a resolver that does not end', () => {
  /** A clock whose timers the test fires. */
  function handClock() {
    const timers: { readonly ms: number; readonly fire: () => void }[] = [];
    return {
      timers,
      setTimeout: (callback: () => void, ms: number) => timers.push({ ms, fire: callback }),
      clearTimeout: (handle: unknown) =>
        void timers.splice(0, timers.length, ...timers.filter((_, n) => n + 1 !== handle)),
    };
  }

  test('is ended after the time of the server, or its own, with its signal aborted', async () => {
    const clock = handClock();
    const { server, entries } = serverOf({ clock, resolverTimeoutMs: 700 });
    const signals: AbortSignal[] = [];
    const hang = (_: unknown, ctx: { readonly signal: AbortSignal }) => {
      signals.push(ctx.signal);
      return new Promise<string>(() => undefined);
    };
    server.tool('t', { resolve: { slow: resolver({}, hang) } }, () => 'done');
    server.tool('own', { resolve: { slow: resolver({ timeoutMs: 30 }, hang) } }, () => 'done');
    server.tool('well', { resolve: { quick: resolver({}, async () => 'well') } }, ({ quick }) => quick);
    for (const [tool, ms] of [
      ['t', 700],
      ['own', 30],
    ] as const) {
      const call = callOf(server, tool).next();
      await vi.waitFor(() => expect(clock.timers).toHaveLength(1));
      expect(clock.timers[0]?.ms).toBe(ms);
      clock.timers[0]?.fire();
      expect(textOf(await call)).toBe(`Could not resolve "slow": it took longer than ${ms} ms`);
      expect(entries.at(-1)).toMatchObject({ severity: 'error', message: expect.stringContaining('"slow"') as string });
    }
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    expect(textOf(await callOf(server, 'well').next())).toBe('well');
    expect(clock.timers).toEqual([]);
  });

  test.each([
    ['where it says so', { timeoutMs: Infinity }, {}],
    ['where its own is longer than timers wait, which would fire at once', { timeoutMs: 2 ** 31 }, {}],
    ['where that of the server is', {}, { resolverTimeoutMs: Number.MAX_SAFE_INTEGER }],
  ])('has no bound %s', async (_where, declaration, options) => {
    const clock = handClock();
    const { server } = serverOf({ clock, ...options });
    let end = (_: string): void => undefined;
    const slow = resolver(declaration, () => new Promise<string>((resolve) => (end = resolve)));
    server.tool('t', { resolve: { slow } }, (given) => given.slow);
    const call = callOf(server, 't').next();
    await new Promise((resolve) => setImmediate(resolve));
    expect(clock.timers).toEqual([]);
    end('late');
    expect(textOf(await call)).toBe('late');
  });

  test('does not keep the call when another one fails: its signal aborts, and what it does later is dropped', async () => {
    const { server } = serverOf();
    const aborted = vi.fn();
    let fail = (): void => undefined;
    const hanging = resolver(
      {},
      (_, { signal }) => new Promise<string>(() => signal.addEventListener('abort', aborted)),
    );
    const failing = resolver(
      {},
      () => new Promise<string>((_resolve, reject) => (fail = () => reject(new Error('no')))),
    );
    server.tool('t', { resolve: { hanging, failing } }, () => 'done');
    const call = callOf(server, 't').next();
    await vi.waitFor(() => fail());
    await new Promise((resolve) => setImmediate(resolve));
    fail();
    expect(textOf(await call)).toContain('"failing"');
    expect(aborted).toHaveBeenCalledOnce();
  });

  test('and one that fails at once ends those that were started before it', async () => {
    const { server } = serverOf();
    const aborted = vi.fn();
    const hanging = resolver(
      {},
      (_, { signal }) => new Promise<string>(() => signal.addEventListener('abort', aborted)),
    );
    const failing = resolver({}, () => {
      throw new Error('no');
    });
    server.tool('t', { resolve: { hanging, failing } }, () => 'done');
    expect(textOf(await callOf(server, 't').next())).toContain('"failing"');
    expect(aborted).toHaveBeenCalledOnce();
  });
});

describe('a client that leaves', () => {
  test('has its signal passed on, dependents do not run any more, and the body does not', async () => {
    const { server } = serverOf();
    const [dependent, body] = [vi.fn(() => 1), vi.fn(() => 'done')];
    const controller = new AbortController();
    let seen: AbortSignal | undefined;
    let end = (): void => undefined;
    const slow = resolver({}, (_, { signal }) => {
      seen = signal;
      return new Promise<number>((resolve) => (end = () => resolve(1)));
    });
    server.tool('t', { resolve: { slow, after: resolver({ needs: { slow } }, dependent) } }, body);
    server.tool('bare', { resolve: { slow } }, body);
    for (const name of ['t', 'bare']) {
      const response = send(server, 'tools/call', { name }, { info: { signal: controller.signal } });
      await vi.waitFor(() => expect(seen).toBeDefined());
      controller.abort();
      expect(seen?.aborted).toBe(true);
      end();
      await response;
      seen = undefined;
      expect(dependent).not.toHaveBeenCalled();
      expect(body).not.toHaveBeenCalled();
    }
  });
});

describe('a prompt and a template', () => {
  const sure = resolver({}, () => elicit('Sure?', Word));

  function asking() {
    const { server } = serverOf();
    const second = resolver({ needs: { sure } }, ({ sure: { word } }) => elicit(`After ${word}?`, Word));
    server.prompt(
      'p',
      { input: z.object({ topic: z.string() }), resolve: { second } },
      ({ topic, second: { word } }) => `${topic} ${word}`,
    );
    server.resource('memo://{id}', { resolve: { second } }, ({ id, second: { word } }) => `${id} ${word}`);
    return server;
  }

  test.each([
    ['prompts/get', { name: 'p', arguments: { topic: 'T' } }, 'T yes'],
    ['resources/read', { uri: 'memo://7' }, '7 yes'],
  ] as const)('ask in rounds like a tool: %s', async (method, params, text) => {
    const server = asking();
    const first = await result(server, method, params);
    expect(Object.keys(first.inputRequests)).toEqual(['sure']);
    const second = await result(server, method, {
      ...params,
      requestState: first.requestState,
      inputResponses: { sure: accept({ word: 'yes' }) },
    });
    expect(second.inputRequests['second']?.params).toMatchObject({ message: 'After yes?' });
    const last = await result(server, method, {
      ...params,
      requestState: second.requestState,
      inputResponses: { second: accept({ word: 'yes' }) },
    });
    expect(JSON.stringify(last)).toContain(text);
  });

  test.each([
    ['prompts/get', { name: 'p', arguments: { topic: 'T' } }],
    ['resources/read', { uri: 'memo://7' }],
  ] as const)('answer a refusal with -32602 that names the parameter: %s', async (method, params) => {
    const server = asking();
    const first = await result(server, method, params);
    const declined = { ...params, requestState: first.requestState, inputResponses: { sure: { action: 'decline' } } };
    expect(await failure(server, method, declined)).toMatchObject({
      code: -32602,
      message: expect.stringContaining('"sure" was declined') as string,
    });
  });
});

describe.each([
  ['prompts/get', { name: 'p' }],
  ['resources/read', { uri: 'memo://1' }],
] as const)('an answer in vain, by %s,', (method, params) => {
  function asking(question: (round: number) => Question) {
    const { server } = serverOf();
    const asked = resolver({}, (_, { flow }) => question(flow.round));
    server.prompt('p', { resolve: { asked } }, () => 'done');
    server.resource('memo://{id}', { resolve: { asked } }, () => 'done');
    return new Rounds(server, method, params);
  }

  test('is -32602 where it does not fit for the second time', async () => {
    const { asked, error } = await asking(() => elicit('?', Word)).run(() => accept({ word: 5 }));
    expect(asked).toEqual([['asked'], ['asked']]);
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('"asked"') as string });
  });

  test('is -32603 where the question changes in every round', async () => {
    const { error } = await asking((round) => elicit(`${round}?`, Word)).run(() => accept({ word: 'yes' }));
    expect(error).toMatchObject({ code: -32603, message: expect.stringContaining('"asked"') as string });
  });
});
