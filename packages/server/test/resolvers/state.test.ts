/** What rides in the sealed state of resolvers, and what does not: SYSTEM R6, R10, H4, T4. */
import { elicit, elicitUrl, inputRequired, McpServer, outcome, resolver, sample, wait } from '@mrtr/server';
import { RequestStateSecurity } from '@mrtr/seal';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { recordingLogger } from '../support/recording.js';
import { textOf } from '../support/requests.js';
import { accept, agreeing, callOf, type Rounds } from '../support/rounds.js';

const INFO = { name: 'state', version: '1.0.0' };
const KEY = new Uint8Array(32).fill(3);
const Word = z.object({ word: z.string() });
const yes = accept({ word: 'yes' });

function serverOf() {
  const { entries, ...logger } = recordingLogger();
  return { server: new McpServer(INFO, { logger, requestState: new RequestStateSecurity({ keys: [KEY] }) }), entries };
}

/** The plain state that a flow carries, as its server would read it. */
async function stateOf({ requestState }: Rounds): Promise<unknown> {
  const security = new RequestStateSecurity({ keys: [KEY] });
  const binding = { method: 'tools/call', target: 't', arguments: {}, audience: INFO.name };
  const { state } = await security.open(requestState, binding);
  return JSON.parse(state ?? 'null');
}

const digest = expect.stringMatching(/^[\w-]{22}$/u) as string;

describe('the state', () => {
  test('holds what was asked and what was answered, and nothing else', async () => {
    const { server } = serverOf();
    const secret = resolver({}, () => 'a value that was computed');
    const a = resolver({ needs: { secret } }, () => elicit('a', Word));
    const b = resolver({}, () => elicit('b', Word));
    const c = resolver({ needs: { a } }, () => elicit('c', Word));
    server.tool('t', { resolve: { a, b, c } }, () => 'done');
    const rounds = callOf(server, 't');
    await rounds.next();
    expect(await stateOf(rounds)).toEqual([
      'resolvers/1',
      [
        ['b', digest, 0, 0],
        ['a', digest, 0, 0],
      ],
      [],
    ]);
    await rounds.next({ a: accept({ word: 'A' }), nothing: yes });
    const answer = { action: 'accept', content: { word: 'A' } };
    expect(await stateOf(rounds)).toEqual([
      'resolvers/1',
      [
        ['b', digest, 0, 0],
        ['a', digest, 0, 0, answer],
        ['c', digest, 0, 0],
      ],
      [],
    ]);
  });

  test('of an answer holds the answer alone, whatever a client sends with it', async () => {
    const { server } = serverOf();
    const a = resolver({}, () => elicit('a', Word));
    server.tool('t', { resolve: { b: resolver({ needs: { a: outcome(a) } }, () => elicit('b', Word)) } }, () => 'done');
    const rounds = callOf(server, 't');
    await rounds.next();
    await rounds.next({ a: { action: 'decline', content: { word: 'said no' }, _meta: { trace: 1 }, more: 'x' } });
    expect(JSON.stringify(await stateOf(rounds))).toContain('{"action":"decline"}]');
  });

  test('grows by each answer alone', async () => {
    const { server } = serverOf();
    const questions = Array.from({ length: 20 }, (_, n) => [`q${n}`, elicit(`${n}`, Word)] as const);
    server.tool('t', { resolve: { ...Object.fromEntries(questions), last: elicit('last', Word) } }, () => 'done');
    const rounds = callOf(server, 't');
    await rounds.next();
    const before = JSON.stringify(await stateOf(rounds)).length;
    await rounds.next(Object.fromEntries(questions.map(([key]) => [key, yes])));
    const answered = JSON.stringify(await stateOf(rounds)).length;
    expect(answered - before).toBe(20 * `,${JSON.stringify(yes)}`.length);
  });

  test('drops what nobody asks for any more, and keeps what could not be asked yet', async () => {
    const { server } = serverOf();
    const a = resolver({}, (_, { flow }) => elicit(flow.round < 3 ? 'a' : 'another a', Word));
    const b = resolver({ needs: { a } }, () => elicit('b', Word));
    const c = resolver({}, (_, { flow }) => (flow.round < 2 ? elicit('c', Word) : { word: 'computed' }));
    const d = resolver({ needs: { b } }, () => elicit('d', Word));
    server.tool('t', { resolve: { b, c, d } }, ({ b: { word } }) => word);
    const rounds = callOf(server, 't');
    await rounds.next();
    await rounds.next({ a: yes, c: yes });
    expect(JSON.stringify(await stateOf(rounds))).not.toContain('"c"');
    // The question behind `b` changes: `b` can't be asked now, and its answer is not forgotten.
    await rounds.next({ b: accept({ word: 'B' }) });
    expect(rounds.asked.at(-1)).toEqual(['a']);
    await rounds.next({ a: yes });
    expect(rounds.asked.at(-1)).toEqual(['d']);
    expect(textOf(await rounds.next({ d: yes }))).toBe('B');
  });

  test('of another format, or by hand, is no progress and no error', async () => {
    const resolving = serverOf().server;
    resolving.tool('t', { resolve: { word: elicit('word', Word) } }, ({ word: { word } }) => word);
    for (const requestState of [
      'asked-word',
      '["resolvers/0",[],[]]',
      '["resolvers/1",',
      '["resolvers/1",[',
      '["resolvers/1",[[5]]]',
      '["resolvers/1",5,[]]',
      '["resolvers/1",[],[null]]',
      '{}',
      '',
    ]) {
      const byHand = serverOf().server;
      byHand.tool('t', {}, () => inputRequired({ word: elicit('word', Word) }, { requestState }));
      const rounds = callOf(byHand, 't');
      await rounds.next();
      await rounds.next({ word: yes }, resolving);
      expect(rounds.asked).toEqual([['word'], ['word']]);
      expect(textOf(await rounds.next({ word: yes }, resolving))).toBe('yes');
    }
  });

  test('of another format keeps no value either', async () => {
    const resolving = serverOf().server;
    resolving.tool('t', { resolve: { n: resolver({ once: true }, () => 'computed') } }, (given) => given.n);
    const byHand = serverOf().server;
    byHand.tool('t', {}, () => inputRequired({}, { requestState: '["resolvers/0",[],[["n","kept"]]]' }));
    const rounds = callOf(byHand, 't');
    await rounds.next();
    expect(textOf(await rounds.next({}, resolving))).toBe('computed');
  });

  test('is read by another instance with the same keys, in the middle of a flow', async () => {
    const instance = () => {
      const { server } = serverOf();
      const first = resolver({}, () => elicit('first', Word));
      server.tool(
        't',
        { resolve: { second: resolver({ needs: { first } }, ({ first: { word } }) => elicit(word, Word)) } },
        ({ second }) => second.word,
      );
      return server;
    };
    const rounds = callOf(instance(), 't');
    await rounds.next();
    await rounds.next({ first: accept({ word: 'A' }) }, instance());
    expect(textOf(await rounds.next({ second: accept({ word: 'B' }) }, instance()))).toBe('B');
  });
});

describe('a resolver with once', () => {
  /** A tool that charges the price, after it was shown and agreed to. */
  function shop(price: () => unknown) {
    const { server, entries } = serverOf();
    const look = vi.fn(price);
    const pinned = resolver({ once: true }, look);
    const agreed = resolver({ needs: { pinned } }, ({ pinned: p }) => elicit(`For ${JSON.stringify(p)}?`, Word));
    server.tool('t', { resolve: { pinned, agreed } }, ({ pinned: p }) => `charged ${JSON.stringify(p)}`);
    return { server, look, entries };
  }

  test('computes once in a flow: the price that was shown is the price that is charged', async () => {
    let price = 10;
    const { server, look } = shop(() => price);
    const rounds = callOf(server, 't');
    await rounds.next();
    price = 99;
    expect(textOf(await rounds.next({ agreed: yes }))).toBe('charged 10');
    expect(look).toHaveBeenCalledOnce();
    expect(rounds.requests[0]?.['agreed']?.params).toMatchObject({ message: 'For 10?' });
    expect(
      textOf(
        await callOf(server, 't')
          .run(agreeing({ word: 'w' }))
          .then(({ result }) => result!),
      ),
    ).toBe('charged 99');
  });

  test('keeps a value for its own flow, however the rounds of several come', async () => {
    let price = 0;
    const { server } = shop(() => ++price);
    const [one, another] = [callOf(server, 't'), callOf(server, 't')];
    await one.next();
    await another.next();
    expect(textOf(await another.next({ agreed: yes }))).toBe('charged 2');
    expect(textOf(await one.next({ agreed: yes }))).toBe('charged 1');
  });

  test.each([
    null,
    0,
    false,
    '',
    [],
    {},
    { a: [1, { b: null }] },
    { left: undefined },
    'ü 🙂 \ud800',
    Object.create(null),
  ])('keeps %j', async (value) => {
    const { server } = shop(() => value as unknown);
    const { result } = await callOf(server, 't').run(agreeing({ word: 'w' }));
    expect(result && textOf(result)).toBe(`charged ${JSON.stringify(value)}`);
  });

  test.each<[string, unknown, string]>([
    ['NaN', { prices: [Number.NaN] }, 'prices[0]: NaN'],
    ['Infinity', -Infinity, '-Infinity'],
    ['a bigint', { cents: 5n }, 'cents: a bigint'],
    ['a date', { on: new Date(0) }, 'on: a Date'],
    ['a map', new Map(), 'a Map'],
    ['bytes', { data: new Uint8Array(2) }, 'data: a Uint8Array'],
    [
      'an instance',
      new (class Price {
        cents = 5;
      })(),
      'a Price',
    ],
    ['a function', { f: () => 1 }, 'f: a function'],
    ['a symbol', Symbol('s'), 'a symbol'],
    ['undefined in a list', [undefined], '[0]: undefined'],
    [
      'itself',
      ((): unknown => {
        const loop: Record<string, unknown> = {};
        return (loop['again'] = loop);
      })(),
      'itself',
    ],
  ])('refuses %s, by the name of the resolver and of the place', async (_what, value, place) => {
    const { server, entries } = shop(() => value);
    const refused = await callOf(server, 't').next();
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toContain('Could not resolve "pinned": its value is kept (once) as JSON');
    expect(textOf(refused)).toContain(place);
    expect(entries).toMatchObject([
      { event: 'handler_failed', message: expect.stringContaining('"pinned"') as string },
    ]);
  });

  test('keeps that there is no value, as after a page was agreed to', async () => {
    const { server } = serverOf();
    const [none, page] = [vi.fn(() => undefined), vi.fn(() => elicitUrl('Sign', 'https://x.example/'))];
    const resolvers = { none: resolver({ once: true }, none), page: resolver({ once: true }, page) };
    const after = resolver({ needs: resolvers }, () => elicit('after', Word));
    server.tool('t', { resolve: { ...resolvers, after } }, (given) => `${String(given.none)} ${String(given.page)}`);
    const { result } = await callOf(server, 't').run(agreeing({ word: 'w' }));
    expect(result && textOf(result)).toBe('undefined undefined');
    expect(none).toHaveBeenCalledOnce();
    expect(page).toHaveBeenCalledTimes(2);
  });

  test('that asks keeps the answer as its schema made it', async () => {
    const { server } = serverOf();
    const run = vi.fn(() => elicit('Size?', z.object({ size: z.coerce.number().default(3) })));
    const size = resolver({ once: true }, run);
    const after = resolver({ needs: { size } }, ({ size: { size: n } }) => elicit(`${n + 1}?`, Word));
    server.tool('t', { resolve: { after, size } }, (given) => String(given.size.size + 1));
    const rounds = callOf(server, 't');
    await rounds.next();
    await rounds.next({ size: accept({}) });
    expect(textOf(await rounds.next({ after: yes }))).toBe('4');
    expect(run).toHaveBeenCalledTimes(2);
  });

  test('spares what only it needs from running again', async () => {
    const { server } = serverOf();
    const expensive = vi.fn(() => 7);
    const kept = resolver({ once: true, needs: { looked: resolver({}, expensive) } }, ({ looked }) => looked * 2);
    server.tool('t', { resolve: { kept, sure: elicit('sure', Word) } }, (given) => String(given.kept));
    const { result } = await callOf(server, 't').run(agreeing({ word: 'w' }));
    expect(result && textOf(result)).toBe('14');
    expect(expensive).toHaveBeenCalledOnce();
  });

  test('computes anew in every call, and where nothing was asked keeps nothing', async () => {
    const { server } = serverOf();
    let n = 0;
    server.tool('t', { resolve: { n: resolver({ once: true }, () => ++n) } }, (given) => String(given.n));
    expect(textOf(await callOf(server, 't').next())).toBe('1');
    expect(textOf(await callOf(server, 't').next())).toBe('2');
  });

  test('that was refused is asked no second time, and its outcome is the same', async () => {
    const { server } = serverOf();
    const sure = resolver({ once: true }, () => elicit('sure', Word));
    const after = resolver({ needs: { sure: outcome(sure) } }, ({ sure: { action } }) => elicit(action, Word));
    server.tool('t', { resolve: { sure: outcome(sure), after } }, (given) => given.sure.action);
    const rounds = callOf(server, 't');
    await rounds.next();
    await rounds.next({ sure: { action: 'decline' } });
    expect(textOf(await rounds.next({ after: yes }))).toBe('decline');
    expect(rounds.asked).toEqual([['sure'], ['after']]);
  });
});

describe('waiting', () => {
  test('is a round with only a state, until the value is there', async () => {
    const { server } = serverOf();
    const store = new Map<string, string>();
    server.tool('t', { resolve: { late: resolver({}, () => store.get('value') ?? wait()) } }, (given) => given.late);
    const rounds = callOf(server, 't');
    for (let round = 0; round < 3; round++) {
      const waiting = await rounds.next();
      expect(waiting).toMatchObject({ resultType: 'input_required', requestState: expect.any(String) as string });
      expect(waiting).not.toHaveProperty('inputRequests');
    }
    store.set('value', 'there');
    expect(textOf(await rounds.next())).toBe('there');
  });

  test('goes on beside questions, and holds back what needs the value', async () => {
    const { server } = serverOf();
    const dependent = vi.fn(() => 1);
    const late = resolver({}, () => wait());
    server.tool(
      't',
      { resolve: { after: resolver({ needs: { late } }, dependent), word: elicit('word', Word) } },
      () => 'done',
    );
    const rounds = callOf(server, 't');
    await rounds.next();
    expect(rounds.asked).toEqual([['word']]);
    await rounds.next({ word: yes });
    expect(rounds.asked).toEqual([['word'], []]);
    expect(dependent).not.toHaveBeenCalled();
  });

  test('keeps the answers that are there, and the flow', async () => {
    const { server } = serverOf();
    const done = new Set<string>();
    const page = resolver({}, () => sample({ messages: [], maxTokens: 1 }));
    const late = resolver({ needs: { page } }, (_, { flow }) => (done.has(flow.id) ? flow.id : wait()));
    server.tool('t', { resolve: { late } }, (given, { flow }) => String(given.late === flow.id));
    const rounds = callOf(server, 't');
    await rounds.next();
    await rounds.next({ page: { role: 'assistant', model: 'm', content: { type: 'text', text: 'x' } } });
    const state = (await stateOf(rounds)) as readonly unknown[];
    expect(JSON.stringify(state)).toContain('"page"');
    const { flow } = await new RequestStateSecurity({ keys: [KEY] }).open(rounds.requestState, {
      method: 'tools/call',
      target: 't',
      arguments: {},
      audience: INFO.name,
    });
    done.add(flow.id);
    expect(textOf(await rounds.next())).toBe('true');
    expect(rounds.asked).toEqual([['page'], []]);
  });
});
