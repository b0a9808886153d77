/** How answers are kept, told apart and used: SYSTEM R7, R8, R9, R11, P4, P5. */
import { elicit, elicitUrl, listRoots, McpServer, outcome, type Question, resolver, sample } from '@mrtr/server';
import type { InputResponse } from '@mrtr/types';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { recordingLogger } from '../support/recording.js';
import { textOf } from '../support/requests.js';
import { accept, agreeing, callOf } from '../support/rounds.js';

const INFO = { name: 'answers', version: '1.0.0' };
const Word = z.object({ word: z.string() });
const message = { role: 'user' as const, content: { type: 'text' as const, text: 'Sum up.' } };
const yes = accept({ word: 'yes' });

function serverOf() {
  const { entries, ...logger } = recordingLogger();
  return { server: new McpServer(INFO, { logger }), entries };
}

/** A tool that asks `first` as `question` says in each round, and `second` once that is answered. */
function changing(question: (round: number) => Question) {
  const { server, entries } = serverOf();
  const first = resolver({}, (_, { flow }) => question(flow.round));
  const second = resolver({ needs: { first } }, () => elicit('second', Word));
  server.tool('t', { resolve: { first, second } }, (given) => JSON.stringify(given.first ?? null));
  return { rounds: callOf(server, 't'), entries };
}

describe('an answer', () => {
  test('is kept while others are awaited, and nobody is asked twice', async () => {
    const { server } = serverOf();
    server.tool('t', { resolve: { a: elicit('a', Word), b: elicit('b', Word), c: elicit('c', Word) } }, ({ a, b, c }) =>
      [a.word, b.word, c.word].join(),
    );
    const rounds = callOf(server, 't');
    await rounds.next();
    await rounds.next({ b: accept({ word: 'B' }) });
    await rounds.next({});
    await rounds.next({ c: accept({ word: 'C' }), b: accept({ word: 'another B' }) });
    expect(textOf(await rounds.next({ a: accept({ word: 'A' }) }))).toBe('A,B,C');
    expect(rounds.asked).toEqual([['a', 'b', 'c'], ['a', 'c'], ['a', 'c'], ['a']]);
  });

  test('under a key that nobody asked for counts for nothing, also where a later round asks under it', async () => {
    const { server } = serverOf();
    const first = resolver({}, () => elicit('first', Word));
    const second = resolver({ needs: { first } }, () => elicit('second', Word));
    server.tool('t', { resolve: { second } }, (given) => given.second.word);
    const rounds = callOf(server, 't');
    await rounds.next({ first: yes, second: yes, else: yes });
    await rounds.next({ first: yes, second: accept({ word: 'too early' }) });
    expect(rounds.asked).toEqual([['first'], ['second']]);
    expect(textOf(await rounds.next({ second: accept({ word: 'in time' }) }))).toBe('in time');
  });

  test('to what the last round did not ask counts for nothing, though an earlier one did', async () => {
    const { server } = serverOf();
    const first = resolver({}, (_, { flow }) => elicit(flow.round < 3 ? 'first' : 'another first', Word));
    const second = resolver({ needs: { first } }, () => elicit('second', Word));
    server.tool('t', { resolve: { second } }, (given) => given.second.word);
    const rounds = callOf(server, 't');
    await rounds.next();
    await rounds.next({ first: yes });
    await rounds.next({});
    await rounds.next({ first: yes, second: accept({ word: 'out of turn' }) });
    expect(rounds.asked).toEqual([['first'], ['second'], ['first'], ['second']]);
    expect(textOf(await rounds.next({ second: accept({ word: 'in turn' }) }))).toBe('in turn');
  });

  test('is given to the body as the schema makes it, in every round anew', async () => {
    const { server } = serverOf();
    const Stay = z.object({
      from: z.iso.date().transform((text) => new Date(text)),
      nights: z.coerce.number().int().min(1).default(2),
      note: z.string().optional(),
    });
    const stay = resolver({}, () => elicit('When?', Stay));
    const sure = resolver({ needs: { stay } }, ({ stay: { from, nights } }) =>
      elicit(`${from.getUTCDate()} ${nights}?`, Word),
    );
    server.tool(
      't',
      { resolve: { stay, sure } },
      (given) => `${given.stay.from.toISOString()} ${given.stay.nights + 1}`,
    );
    const rounds = callOf(server, 't');
    await rounds.next();
    await rounds.next({ stay: accept({ from: '2026-12-05' }) });
    expect(rounds.requests[1]?.['sure']?.params).toMatchObject({ message: '5 2?' });
    expect(textOf(await rounds.next({ sure: yes }))).toBe('2026-12-05T00:00:00.000Z 3');
  });

  test('without content is a form that was left empty', async () => {
    const { server } = serverOf();
    const Note = z.object({ note: z.string().default('none') });
    server.tool('t', { resolve: { note: elicit('A note?', Note) } }, (given) => given.note.note);
    const rounds = callOf(server, 't');
    await rounds.next();
    expect(textOf(await rounds.next({ note: { action: 'accept' } }))).toBe('none');
  });

  test('of a schema that validates later is awaited', async () => {
    const { server } = serverOf();
    const Known = Word.refine(async ({ word }) => word === 'known', 'nobody knows that word');
    server.tool('t', { resolve: { known: elicit('Which?', Known) } }, ({ known }) => known.word);
    const rounds = callOf(server, 't');
    await rounds.next();
    await rounds.next({ known: accept({ word: 'unknown' }) });
    expect(rounds.requests[1]?.['known']?.params).toMatchObject({
      message: expect.stringContaining('nobody knows') as string,
    });
    expect(textOf(await rounds.next({ known: accept({ word: 'known' }) }))).toBe('known');
  });

  test('to a page is nothing but consent; samples and roots come as they are', async () => {
    const { server } = serverOf();
    const page = resolver({}, () => elicitUrl('Sign', 'https://x.example/'));
    server.tool(
      't',
      { resolve: { page, summary: sample({ messages: [message], maxTokens: 5 }), roots: listRoots() } },
      (given) => JSON.stringify({ ...given, page: given.page ?? 'agreed' }),
    );
    const rounds = callOf(server, 't');
    await rounds.next();
    const summary: InputResponse = { role: 'assistant', model: 'm', content: { type: 'text', text: 'in short' } };
    const roots: InputResponse = { roots: [{ uri: 'file:///home/ada', name: 'home' }] };
    const result = await rounds.next({ page: accept({ smuggled: 'in' }), summary, roots });
    expect(JSON.parse(textOf(result))).toEqual({ page: 'agreed', summary, roots });
  });

  test('that does not fit is asked for once more, with the problem named, and is after an error', async () => {
    const { server, entries } = serverOf();
    server.tool(
      't',
      { resolve: { size: elicit('Which size?', z.object({ size: z.number().max(9) })) } },
      ({ size }) => `${size.size}`,
    );
    const rounds = callOf(server, 't');
    await rounds.next();
    await rounds.next({ size: accept({ size: 12 }) });
    const again = JSON.stringify(rounds.requests[1]?.['size']?.params);
    expect(again).toContain('Which size?');
    expect(again).toMatch(/did not fit: size: .*9/u);
    const failed = await rounds.next({ size: accept({ size: 'PLANTED' }) });
    expect(failed.isError).toBe(true);
    expect(textOf(failed)).toContain('"size" does not fit the question, for the second time');
    expect(JSON.stringify(entries)).not.toContain('PLANTED');

    const mended = callOf(server, 't');
    await mended.next();
    await mended.next({ size: accept({}) });
    expect(textOf(await mended.next({ size: accept({ size: 3 }) }))).toBe('3');
  });

  test('of another kind than its question is -32602', async () => {
    const { server } = serverOf();
    server.tool('t', { resolve: { word: elicit('word', Word) } }, () => 'done');
    const rounds = callOf(server, 't');
    await rounds.next();
    expect(await rounds.raw({ word: { roots: [] } })).toMatchObject({ error: { code: -32602 } });
  });
});

describe('a question is another one, and asked again, when it changes', () => {
  const elsewhere = z.object({ word: z.string(), more: z.string().optional() });
  test.each<[string, Question, Question]>([
    ['its message', elicit('Buy for 3?', Word), elicit('Buy for 4?', Word)],
    ['its schema', elicit('Which?', Word), elicit('Which?', elsewhere)],
    [
      'a bound in its schema',
      elicit('?', z.object({ word: z.string().max(9) })),
      elicit('?', z.object({ word: z.string().max(8) })),
    ],
    ['its URL', elicitUrl('Sign', 'https://x.example/1'), elicitUrl('Sign', 'https://x.example/2')],
    ['its kind', elicit('Sign', Word), elicitUrl('Sign', 'https://x.example/2')],
    ['its kind, to one that nobody refuses', elicit('Where?', Word), listRoots()],
    [
      'what the model is told',
      sample({ messages: [message], maxTokens: 5 }),
      sample({ messages: [message], maxTokens: 6 }),
    ],
  ])('%s', async (_what, before, after) => {
    const answer = (question: Question) => agreeing({ word: 'w' })('first', question.request) as InputResponse;
    // As the answer arrives …
    const arriving = changing((round) => (round === 1 ? before : after));
    await arriving.rounds.next();
    await arriving.rounds.next({ first: answer(before) });
    expect(arriving.rounds.asked).toEqual([['first'], ['first']]);
    await arriving.rounds.next({ first: answer(after) });
    expect((await arriving.rounds.next({ second: yes })).isError).toBeUndefined();
    // … and later, when it is used again.
    const reused = changing((round) => (round < 3 ? before : after));
    await reused.rounds.next();
    await reused.rounds.next({ first: answer(before) });
    await reused.rounds.next({ second: yes });
    expect(reused.rounds.asked).toEqual([['first'], ['second'], ['first']]);
    expect(reused.entries).toMatchObject([{ event: 'question_changed', severity: 'warn', target: 'tool "t"' }]);
  });

  test('also where it is written by hand and only its surface is frozen', async () => {
    const properties: Record<string, { type: 'string' }> = { word: { type: 'string' } };
    const params = { mode: 'form', message: 'Which?', requestedSchema: { type: 'object', properties } } as const;
    Object.freeze(params.requestedSchema);
    const question = { ...elicit('Which?', Word), request: { method: 'elicitation/create', params } } as Question;
    const { rounds } = changing((round) => {
      if (round === 2) properties['more'] = { type: 'string' };
      return question;
    });
    await rounds.next();
    await rounds.next({ first: yes });
    expect(rounds.asked).toEqual([['first'], ['first']]);
  });

  test('also where only something beside its words and its form does', async () => {
    const { request, ...form } = elicit('Which?', Word);
    const withMeta = (trace: number) =>
      ({ ...form, request: { ...request, params: { ...request.params, _meta: { trace } } } }) as Question;
    const { rounds } = changing(withMeta);
    await rounds.next();
    await rounds.next({ first: yes });
    expect(rounds.asked).toEqual([['first'], ['first']]);
  });

  test('and not when only the order of its members does', async () => {
    const [first, second] = [
      { messages: [message], maxTokens: 5, metadata: { a: 1, b: 2 } },
      { metadata: { b: 2, a: 1 }, maxTokens: 5, messages: [message] },
    ];
    const { rounds, entries } = changing((round) => sample(round === 1 ? first : second));
    await rounds.next();
    await rounds.next({ first: { role: 'assistant', model: 'm', content: { type: 'text', text: 'x' } } });
    expect(rounds.asked).toEqual([['first'], ['second']]);
    expect(entries).toEqual([]);
  });

  test('without an answer to discard it is no fault', async () => {
    const { rounds, entries } = changing((round) => elicit(`Question ${round}`, Word));
    for (let round = 0; round < 6; round++) await rounds.next();
    expect(rounds.asked).toEqual(Array.from({ length: 6 }, () => ['first']));
    expect(entries).toEqual([]);
  });

  test('in every round it is noticed by name, and stopped after three answers in vain', async () => {
    const { rounds, entries } = changing((round) => elicit(`It is ${round} o'clock. Go?`, Word));
    await rounds.next();
    await rounds.next({ first: yes });
    await rounds.next({ first: yes });
    const stopped = await rounds.next({ first: yes });
    expect(stopped.isError).toBe(true);
    expect(textOf(stopped)).toContain('"first" asks another question in every round');
    expect(entries.map(({ event, severity }) => [event, severity])).toEqual([
      ['question_changed', 'warn'],
      ['question_changed', 'warn'],
      ['question_changed', 'warn'],
      ['handler_failed', 'error'],
    ]);
    for (const { message: text } of entries) expect(text).toContain('"first"');
  });

  test('once or twice it converges', async () => {
    const { rounds, entries } = changing((round) => elicit(`Version ${Math.min(round, 3)}?`, Word));
    await rounds.next();
    for (let round = 0; round < 3; round++) await rounds.next({ first: yes });
    expect(textOf(await rounds.next({ second: yes }))).toBe('{"word":"yes"}');
    expect(rounds.asked).toEqual([['first'], ['first'], ['first'], ['second']]);
    expect(entries).toHaveLength(2);
  });

  test('back and forth it is stopped too', async () => {
    const { rounds } = changing((round) => elicit(round % 2 === 0 ? 'even' : 'odd', Word));
    let result = await rounds.next();
    for (let round = 0; round < 3; round++) result = await rounds.next({ first: yes });
    expect(result.isError).toBe(true);
  });
});

test('a question that was dropped in one round and comes back is asked anew', async () => {
  const { server } = serverOf();
  const now = resolver({}, (_, { flow }) => (flow.round === 2 ? { word: 'computed' } : elicit('now', Word)));
  const later = resolver({ needs: { now } }, () => elicit('later', Word));
  server.tool('t', { resolve: { now, later } }, (given) => given.now.word);
  const rounds = callOf(server, 't');
  await rounds.next();
  await rounds.next({ now: yes });
  await rounds.next({ later: yes });
  expect(rounds.asked).toEqual([['now'], ['later'], ['now']]);
});

describe('keys', () => {
  test('are the names of the declaration: the parameter, the name in needs, or an explicit key', async () => {
    const { server } = serverOf();
    const inner = resolver({}, () => elicit('inner', Word));
    const keyed = resolver({ key: 'explicit' }, () => elicit('keyed', Word));
    server.tool(
      't',
      { resolve: { outer: resolver({ needs: { named: inner } }, () => 1), other: keyed, asked: elicit('?', Word) } },
      () => '',
    );
    const rounds = callOf(server, 't');
    await rounds.next();
    expect(rounds.asked[0]?.toSorted()).toEqual(['asked', 'explicit', 'named']);
  });

  test('of one resolver under several names are the first, level by level', async () => {
    const { server } = serverOf();
    const shared = resolver({}, () => elicit('shared', Word));
    const deep = resolver({ needs: { deepest: shared } }, () => 1);
    server.tool('t', { resolve: { deep, parameter: shared, again: outcome(shared) } }, () => '');
    const rounds = callOf(server, 't');
    await rounds.next();
    expect(rounds.asked).toEqual([['parameter']]);

    const deeper = resolver({ needs: { deep } }, () => 1);
    const near = resolver({ needs: { near: shared } }, () => 1);
    server.tool('levels', { resolve: { deeper, nearer: near } }, () => '');
    const levels = callOf(server, 'levels');
    await levels.next();
    expect(levels.asked).toEqual([['near']]);
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 'ключ 🔑', 'with "quotes"\n'])(
    'may be anything: %j',
    async (key) => {
      const { server } = serverOf();
      const first = resolver({ key }, () => elicit('first', Word));
      const second = resolver({ needs: { first } }, ({ first: { word } }) => elicit(`after ${word}`, Word));
      server.tool(
        't',
        {
          resolve: Object.fromEntries([
            [key || 'empty', first],
            ['second', second],
          ]) as never,
        },
        (given: object) => JSON.stringify(Object.entries(given)),
      );
      const rounds = callOf(server, 't');
      await rounds.next();
      expect(rounds.asked).toEqual([[key]]);
      await rounds.next(Object.fromEntries([[key, yes]]));
      const result = await rounds.next({ second: yes });
      expect(JSON.parse(textOf(result))).toEqual([
        [key || 'empty', { word: 'yes' }],
        ['second', { word: 'yes' }],
      ]);
      expect(Object.prototype).not.toHaveProperty('word');
    },
  );
});

describe('a refusal', () => {
  const sure = resolver({}, () => elicit('Sure?', Word));

  test.each(['decline', 'cancel'] as const)(
    '(%s) ends the call, names the parameter, and the body does not run',
    async (action) => {
      const { server, entries } = serverOf();
      const body = vi.fn(() => 'done');
      const other = vi.fn(() => 1);
      server.tool('t', { resolve: { backorder: sure, after: resolver({ needs: { sure } }, other) } }, body);
      const rounds = callOf(server, 't');
      await rounds.next();
      const ended = await rounds.next({ backorder: { action } });
      expect(ended.isError).toBe(true);
      expect(textOf(ended)).toContain('"backorder"');
      expect(textOf(ended)).toContain('Nothing was done.');
      expect(body).not.toHaveBeenCalled();
      expect(other).not.toHaveBeenCalled();
      expect(entries).toEqual([]);
    },
  );

  test('of what another needs names the parameter by which that one needs it', async () => {
    const { server } = serverOf();
    const deep = resolver({ needs: { consent: sure } }, () => 1);
    server.tool('t', { resolve: { deep, seen: outcome(sure) } }, () => 'done');
    const rounds = callOf(server, 't');
    await rounds.next();
    expect(textOf(await rounds.next({ seen: { action: 'decline' } }))).toContain('"consent" was declined');
  });

  test.each(['decline', 'cancel'] as const)('(%s) is an outcome where the outcome is asked for', async (action) => {
    const { server } = serverOf();
    server.tool(
      't',
      { resolve: { sure: outcome(sure), page: outcome(elicitUrl('Sign', 'https://x.example/')) } },
      (given) => JSON.stringify(given),
    );
    const rounds = callOf(server, 't');
    await rounds.next();
    const result = await rounds.next({ sure: { action }, page: { action } });
    expect(JSON.parse(textOf(result))).toEqual({ sure: { action }, page: { action } });
  });

  test('as an outcome is kept like any answer', async () => {
    const { server } = serverOf();
    const after = resolver({ needs: { sure: outcome(sure) } }, ({ sure: { action } }) =>
      elicit(`You said ${action}. Why?`, Word),
    );
    server.tool('t', { resolve: { after } }, ({ after: { word } }) => word);
    const rounds = callOf(server, 't');
    await rounds.next();
    await rounds.next({ sure: { action: 'decline' } });
    expect(rounds.requests[1]?.['after']?.params).toMatchObject({ message: 'You said decline. Why?' });
    expect(textOf(await rounds.next({ after: yes }))).toBe('yes');
  });

  test('ends the call at once, though another question is open', async () => {
    const { server } = serverOf();
    server.tool('t', { resolve: { sure, open: elicit('open', Word) } }, () => 'done');
    const rounds = callOf(server, 't');
    await rounds.next();
    expect((await rounds.next({ sure: { action: 'decline' } })).isError).toBe(true);
  });

  test('never comes of samples and roots: their outcome is accepted, as is that of a computed value', async () => {
    const { server } = serverOf();
    server.tool(
      't',
      {
        resolve: {
          roots: outcome(listRoots()),
          summary: outcome(sample({ messages: [message], maxTokens: 5 })),
          value: outcome(resolver({}, () => 7)),
        },
      },
      (given) => JSON.stringify([given.roots.action, given.summary.action, given.value]),
    );
    const { result } = await callOf(server, 't').run(agreeing({}));
    expect(result && textOf(result)).toBe('["accept","accept",{"action":"accept","data":7}]');
  });
});
