/** What runs when: SYSTEM R4, R5, R6. */
import { elicit, elicitUrl, listRoots, McpServer, outcome, type Resolver, resolver, sample } from '@mrtr/server';
import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { textOf } from '../support/requests.js';
import { accept, agreeing, callOf } from '../support/rounds.js';

const INFO = { name: 'order', version: '1.0.0' };
const Word = z.object({ word: z.string() });
const message = { role: 'user' as const, content: { type: 'text' as const, text: 'Sum up.' } };

function toolWith(resolve: Readonly<Record<string, Resolver<unknown, never, never>>>, body = vi.fn(() => 'done')) {
  const server = new McpServer(INFO);
  server.tool('t', { resolve }, body);
  return { server, body };
}

describe('in one round', () => {
  test('each resolver runs once, however many need it', async () => {
    const shared = vi.fn(() => 1);
    const base = resolver({}, shared);
    const left = resolver({ needs: { base } }, ({ base: n }) => n);
    const right = resolver({ needs: { base, again: base, maybe: outcome(base) } }, ({ base: n }) => n);
    const { server } = toolWith({ base, left, right, top: resolver({ needs: { left, right, base } }, () => 1) });
    await callOf(server, 't').next();
    expect(shared).toHaveBeenCalledOnce();
  });

  test('one runs after all that it needs, and with their values', async () => {
    const log: string[] = [];
    const slow = resolver({}, async () => {
      await new Promise((done) => setImmediate(done));
      log.push('slow');
      return 'S';
    });
    const quick = resolver({}, () => {
      log.push('quick');
      return 'Q';
    });
    const both = resolver({ needs: { slow, quick } }, (given) => {
      log.push('both');
      return given.slow + given.quick;
    });
    const server = new McpServer(INFO);
    server.tool('t', { resolve: { both } }, (given) => given.both);
    expect(textOf(await callOf(server, 't').next())).toBe('SQ');
    expect(log).toEqual(['quick', 'slow', 'both']);
  });

  test('independent ones run beside each other', async () => {
    let arrived = 0;
    let open = (): void => undefined;
    const all = new Promise<void>((resolve) => (open = resolve));
    // None of them ends before all have begun.
    const meeting = () => async () => {
      if (++arrived === 3) open();
      await all;
      return arrived;
    };
    const { server } = toolWith({ a: resolver({}, meeting()), b: resolver({}, meeting()), c: resolver({}, meeting()) });
    await callOf(server, 't').next();
    expect(arrived).toBe(3);
  });

  test('all questions that can be asked go out together, of every kind, and what needs them waits', async () => {
    const dependent = vi.fn(({ form }: { readonly form: { readonly word: string } }) =>
      elicit(`after ${form.word}`, Word),
    );
    const body = vi.fn(() => 'done');
    const form = resolver({}, () => elicit('form', Word));
    const page = resolver({}, async () => elicitUrl('page', 'https://x.example/'));
    const server = new McpServer(INFO);
    server.tool(
      't',
      {
        resolve: {
          later: resolver({ needs: { form } }, dependent),
          page,
          summary: sample({ messages: [message], maxTokens: 5 }),
          roots: resolver({}, () => listRoots()),
        },
      },
      body,
    );
    const rounds = callOf(server, 't');
    await rounds.next();
    expect(rounds.asked[0]?.toSorted()).toEqual(['form', 'page', 'roots', 'summary']);
    expect(
      Object.values(rounds.requests[0] ?? {})
        .map(({ method }) => method)
        .toSorted(),
    ).toEqual(['elicitation/create', 'elicitation/create', 'roots/list', 'sampling/createMessage'].toSorted());
    expect(dependent).not.toHaveBeenCalled();
    expect(body).not.toHaveBeenCalled();
    const { asked } = await callOf(server, 't').run(agreeing({ word: 'w' }));
    expect(asked[1]).toEqual(['later']);
    expect(body).toHaveBeenCalledOnce();
  });

  test('one that needs nothing that is pending runs all the same, and its questions go out', async () => {
    const first = resolver({}, () => elicit('first', Word));
    const blocked = resolver({ needs: { first } }, () => elicit('blocked', Word));
    const free = resolver({ needs: { value: resolver({}, () => 1) } }, () => elicit('free', Word));
    const { server } = toolWith({ blocked, free });
    const rounds = callOf(server, 't');
    await rounds.next();
    expect(rounds.asked).toEqual([['first', 'free']].map((keys) => expect.arrayContaining(keys) as string[]));
    expect(rounds.asked[0]).toHaveLength(2);
  });
});

describe('from round to round', () => {
  test('bodies of resolvers run anew, and the body of the tool once, at the end', async () => {
    const look = vi.fn(() => 1);
    const first = resolver({ needs: { looked: resolver({}, look) } }, () => elicit('first', Word));
    const second = resolver({ needs: { first } }, () => elicit('second', Word));
    const { server, body } = toolWith({ second });
    await callOf(server, 't').run(agreeing({ word: 'w' }));
    expect(look).toHaveBeenCalledTimes(3);
    expect(body).toHaveBeenCalledOnce();
  });

  test('what a resolver computes counts, not what it computed before', async () => {
    let stock = 0;
    const confirm = resolver({ needs: { left: resolver({}, () => stock) } }, ({ left }) =>
      left > 0 ? { word: `${left} left` } : elicit('None left. Wait?', Word),
    );
    const server = new McpServer(INFO);
    server.tool('t', { resolve: { confirm } }, (given) => given.confirm.word);
    const rounds = callOf(server, 't');
    await rounds.next();
    stock = 5;
    expect(textOf(await rounds.next({ confirm: accept({ word: 'yes' }) }))).toBe('5 left');
  });

  test.each([1, 11, 40])('a chain of %i questions converges, one a round', async (length) => {
    let last: Resolver<{ word: string }> = resolver({ key: 'q0' }, () => elicit('0', Word));
    for (let n = 1; n < length; n++) {
      last = resolver({ key: `q${n}`, needs: { before: last } }, ({ before }) =>
        elicit(`${n} after ${before.word}`, Word),
      );
    }
    const server = new McpServer(INFO);
    server.tool('t', { resolve: { last } }, (given, { flow }) => `${given.last.word} ${flow.round}`);
    const { asked, result } = await callOf(server, 't').run(agreeing({ word: 'w' }));
    expect(asked).toEqual(Array.from({ length }, (_, n) => [`q${n}`]));
    expect(result && textOf(result)).toBe(`w ${length + 1}`);
  });

  test.each([
    ['at once', (n: number) => n + 1],
    ['later', async (n: number) => n + 1],
  ])('a chain of 5,000 that answer %s does not overflow the stack', async (_name, step) => {
    let last: Resolver<number> = resolver({ key: 'r0' }, () => 0);
    for (let n = 1; n < 5000; n++)
      last = resolver({ key: `r${n}`, needs: { before: last } }, ({ before }) => step(before));
    const server = new McpServer(INFO);
    server.tool('t', { resolve: { last } }, (given) => String(given.last));
    expect(textOf(await callOf(server, 't').next())).toBe('4999');
  });
});

test('any graph converges: nothing runs twice in a round or before what it needs, and each question is answered once', async () => {
  const graph = fc.integer({ min: 1, max: 9 }).chain((size) =>
    fc.tuple(
      ...Array.from({ length: size }, (_, n) =>
        fc.record({
          asks: fc.boolean(),
          isAsync: fc.boolean(),
          once: fc.boolean(),
          asOutcome: fc.boolean(),
          needs: fc.subarray(Array.from({ length: n }, (__, before) => before)),
        }),
      ),
    ),
  );
  // How many of the questions of a round are answered; at least one is.
  const patience = fc.array(fc.nat({ max: 100 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(graph, patience, async (nodes, shares) => {
      let ran = new Map<string, string>();
      const problems: string[] = [];
      const resolvers: Resolver<string>[] = [];
      for (const [n, { asks, isAsync, once, needs, asOutcome }] of nodes.entries()) {
        const key = `n${n}`;
        const map = Object.fromEntries(needs.map((need) => [`n${need}`, resolvers[need] as Resolver<string>]));
        const given = Object.fromEntries(
          Object.entries(map).map(([name, one]) => [name, asOutcome ? outcome(one) : one]),
        ) as typeof map;
        const run = (values: Readonly<Record<string, unknown>>) => {
          if (ran.has(key)) problems.push(`${key} ran twice`);
          for (const need of needs) {
            const value = values[`n${need}`];
            const seen = asOutcome ? (value as { data: unknown }).data : value;
            if (seen === undefined) problems.push(`${key} ran before n${need}`);
          }
          ran.set(key, '');
          return asks
            ? elicit(`${key}?`, z.object({ v: z.string() }).transform(({ v }) => v) as never)
            : `value of ${key}`;
        };
        resolvers.push(
          resolver(
            { key, needs: given, once },
            (isAsync ? async (v: never) => run(v) : run) as never,
          ) as Resolver<string>,
        );
      }
      const server = new McpServer(INFO);
      const last = Object.fromEntries(resolvers.map((one, n) => [`p${n}`, one]));
      server.tool('t', { resolve: last }, (values: object) => JSON.stringify(values));
      const rounds = callOf(server, 't');
      const answered: string[] = [];
      let result = await rounds.next();
      for (let round = 0; result.resultType === 'input_required'; round++) {
        const keys = rounds.asked.at(-1) ?? [];
        for (const key of keys) if (answered.includes(key)) problems.push(`${key} was asked again`);
        const share = shares[round % shares.length] ?? 0;
        const chosen = keys.slice(0, Math.max(1, Math.round((keys.length * share) / 100)));
        answered.push(...chosen);
        ran = new Map();
        result = await rounds.next(Object.fromEntries(chosen.map((key) => [key, accept({ v: `answer to ${key}` })])));
      }
      expect(problems).toEqual([]);
      const asking = nodes.flatMap(({ asks }, n) => (asks ? [`n${n}`] : []));
      expect(answered.toSorted()).toEqual(asking.toSorted());
      const expected = nodes.map(({ asks }, n) => [`p${n}`, asks ? `answer to n${n}` : `value of n${n}`]);
      expect(JSON.parse(textOf(result))).toEqual(Object.fromEntries(expected));
    }),
    { numRuns: 150 },
  );
});
