/** A client that sends what nobody asked for, and names that mean something to JavaScript: SYSTEM P4, P5, P6, R1. */
import { elicit, elicitUrl, listRoots, McpServer, outcome, resolver, sample } from '@mrtr/server';
import type { ClientCapabilities } from '@mrtr/types';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { recordingLogger } from '../support/recording.js';
import { call, failure, textOf } from '../support/requests.js';
import { accept, agreeing, callOf, Rounds } from '../support/rounds.js';

const INFO = { name: 'hostile', version: '1.0.0' };
const Word = z.object({ word: z.string() });
const yes = accept({ word: 'yes' });
const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'then', ''];

/** An object with one member, which is its own even where it is called `__proto__`. */
function only<Value>(name: string, value: Value): Readonly<Record<string, Value>> {
  return Object.fromEntries([[name, value]]);
}

describe.each(NAMES)('the name %j', (name) => {
  test('is one like any other for a parameter, and for what a resolver needs', async () => {
    const server = new McpServer(INFO);
    const inner = resolver({ key: 'inner' }, () => elicit('inner', Word));
    const outer = resolver({ key: 'outer', needs: only(name, inner) }, (given) =>
      JSON.stringify(Object.entries(given)),
    );
    server.tool('t', { resolve: only(name, outer) }, (given) => JSON.stringify(Object.entries(given)));
    const { asked, result } = await callOf(server, 't').run(agreeing({ word: 'w' }));
    expect(asked).toEqual([['inner']]);
    const [[parameter, needed]] = JSON.parse(result ? textOf(result) : '') as [[string, string]];
    expect(parameter).toBe(name);
    expect(JSON.parse(needed)).toEqual([[name, { word: 'w' }]]);
  });

  test('is one like any other for an outcome, and for a value that is kept', async () => {
    const server = new McpServer(INFO);
    const look = vi.fn(() => 'looked up');
    const kept = resolver({ key: name, once: true }, look);
    const sure = resolver({}, () => elicit('sure', Word));
    server.tool('t', { resolve: { ...only(name, outcome(kept)), sure } }, (given: object) =>
      JSON.stringify(Object.entries(given)),
    );
    const { result } = await callOf(server, 't').run(agreeing({ word: 'w' }));
    expect(JSON.parse(result ? textOf(result) : '')).toEqual([
      [name, { action: 'accept', data: 'looked up' }],
      ['sure', { word: 'w' }],
    ]);
    expect(look).toHaveBeenCalledOnce();
  });

  test('brings nothing that was not sent: neither an argument nor an answer', async () => {
    const server = new McpServer(INFO);
    const reads = resolver({ args: only(name, z.string().optional()) as Record<never, never> }, (given) =>
      JSON.stringify(Object.keys(given)),
    );
    server.tool('reads', { input: z.looseObject({}), resolve: { reads } }, (given) => given.reads);
    expect(textOf(await call(server, 'reads', {}))).toBe('[]');

    server.tool('asks', { resolve: { asked: resolver({ key: name }, () => elicit('?', Word)) } }, () => 'done');
    const rounds = callOf(server, 'asks');
    await rounds.next();
    await rounds.next({});
    expect(rounds.asked).toEqual([[name], [name]]);
  });

  test('answers nothing where nobody asked under it', async () => {
    const server = new McpServer(INFO);
    const body = vi.fn(() => 'done');
    server.tool('t', { resolve: { asked: elicit('?', Word) } }, body);
    const rounds = callOf(server, 't');
    await rounds.next(only(name, yes));
    await rounds.next(only(name, { ...yes, asked: yes }));
    expect(rounds.asked).toEqual([['asked'], ['asked']]);
    expect(body).not.toHaveBeenCalled();
    expect(Object.prototype).not.toHaveProperty('asked');
  });
});

test('answers without a state, as if a round had been, count for nothing', async () => {
  const server = new McpServer(INFO);
  const body = vi.fn(() => 'done');
  server.tool('t', { resolve: { sure: elicit('Sure?', Word) } }, body);
  const first = await callOf(server, 't').next({ sure: yes });
  expect(first.resultType).toBe('input_required');
  expect(body).not.toHaveBeenCalled();
});

test('answers of one call count for nothing in another', async () => {
  const server = new McpServer(INFO);
  server.tool('t', { input: z.object({ n: z.number() }), resolve: { sure: elicit('Sure?', Word) } }, () => 'done');
  const [one, another] = [callOf(server, 't', { n: 1 }), callOf(server, 't', { n: 2 })];
  await one.next();
  another.requestState = one.requestState;
  expect(await another.raw({ sure: yes })).toMatchObject({ error: { code: -32602 } });
});

test.each([[5], ['text'], [[yes]], [{ word: 5 }], [{ word: [] }], [{ word: { action: 'perhaps' } }]])(
  'inputResponses of the wrong shape are -32602, and no resolver runs: %j',
  async (inputResponses) => {
    const server = new McpServer(INFO);
    const run = vi.fn(() => elicit('?', Word));
    server.tool('t', { resolve: { word: resolver({}, run) } }, () => 'done');
    const rounds = callOf(server, 't');
    await rounds.next();
    expect(await rounds.raw(inputResponses as never)).toMatchObject({ error: { code: -32602 } });
    expect(run).toHaveBeenCalledOnce();
  },
);

test('a question that the client did not say it can answer is not sent: -32021 says what all is missing', async () => {
  const server = new McpServer(INFO);
  const page = resolver({}, () => elicitUrl('Sign', 'https://x.example/'));
  const questions = { word: elicit('?', Word), page, summary: sample({ messages: [], maxTokens: 1 }) };
  server.tool('t', { resolve: { ...questions, roots: listRoots() } }, () => 'done');
  const lacking = async (capabilities: ClientCapabilities) =>
    (await failure(server, 'tools/call', { name: 't' }, { capabilities })) satisfies { readonly code: number };
  expect(await lacking({ elicitation: { url: {} }, roots: {} })).toMatchObject({
    code: -32021,
    data: { requiredCapabilities: { elicitation: { form: {} }, sampling: {} } },
  });
  expect(await lacking({ elicitation: {}, sampling: {} })).toMatchObject({
    data: { requiredCapabilities: { elicitation: { url: {} }, roots: {} } },
  });
});

test('nothing of an answer, nor of what a resolver threw, is in a message of the log', async () => {
  const { entries, ...logger } = recordingLogger();
  const server = new McpServer(INFO, { logger });
  const Pin = z.object({ pin: z.string().max(4) });
  const asked = resolver({}, () => elicit('Your PIN?', Pin));
  const changing = resolver({}, (_, { flow }) => elicit(`Your PIN, ${flow.round}?`, Pin));
  const throwing = resolver({ needs: { asked } }, ({ asked: { pin } }) => {
    throw new Error(`${pin} PLANTED`);
  });
  const mistaken = resolver({ needs: { asked }, once: true }, ({ asked: { pin } }) => new Map([[pin, 'PLANTED']]));
  for (const [name, one] of Object.entries({ asked, changing, throwing, mistaken })) {
    server.tool(name, { resolve: { one } }, () => 'done');
    server.prompt(name, { resolve: { one } }, () => 'done');
  }
  for (const name of ['asked', 'changing', 'throwing', 'mistaken']) {
    for (const pin of ['1375', 'PLANTED']) {
      await callOf(server, name).run(() => accept({ pin }));
      await new Rounds(server, 'prompts/get', { name }).run(() => accept({ pin }));
    }
  }
  expect(new Set(entries.map(({ event, method }) => `${event} ${method}`)).size).toBe(4);
  for (const entry of entries) expect(entry.message).not.toMatch(/1375|PLANTED/u);
});
