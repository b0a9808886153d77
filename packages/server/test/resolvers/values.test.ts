/** What a flow keeps between its rounds is what was answered and computed, whatever functions do with the values they get. SYSTEM R6, R7, R9. */
import { elicit, listRoots, McpServer, type Resolver, resolver, sample } from '@mrtr/server';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { textOf } from '../support/requests.js';
import { accept, agreeing, callOf } from '../support/rounds.js';

const INFO = { name: 'values', version: '1.0.0' };
const Word = z.object({ word: z.string() });

interface Tags {
  readonly tags: string[];
}

/** A schema that hands on the very object that it validates. */
const inPlace = {
  '~standard': {
    version: 1 as const,
    vendor: 'by hand',
    validate: (value: unknown) => ({ value: value as Tags }),
    types: undefined as { readonly input: Tags; readonly output: Tags } | undefined,
    jsonSchema: {
      input: () => ({
        type: 'object',
        properties: { tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } } },
      }),
      output: () => ({}),
    },
  },
};

/**
 * Runs a flow in which somebody first takes something out of the value of `given`, in each round, and asks two more
 * questions, one after the other.
 * @returns what that one found in each of the rounds, and the body's value.
 */
async function found<Value>(given: Resolver<Value>, take: (value: Value) => unknown) {
  const server = new McpServer(INFO);
  const seen: unknown[] = [];
  const first = resolver({ needs: { given } }, (input) => {
    seen.push(take(input.given));
    return elicit('first', Word);
  });
  const second = resolver({ needs: { first } }, () => elicit('second', Word));
  server.tool('t', { resolve: { second } }, () => 'done');
  const { result } = await callOf(server, 't').run((key, request) =>
    key === 'given' && request.method === 'elicitation/create'
      ? accept({ tags: ['a', 'b'] })
      : agreeing({ word: 'w' })(key, request),
  );
  expect(result && textOf(result)).toBe('done');
  return seen;
}

describe('a value that somebody changes is in the next round what it was:', () => {
  test('one that is kept by once', async () => {
    const price = resolver({ once: true }, () => ({ cents: [1000] }));
    expect(await found(price, ({ cents }) => cents.pop())).toEqual([1000, 1000, 1000]);
  });

  test('a form, of a schema that validates in place', async () => {
    expect(
      await found(
        resolver({}, () => elicit('Tags?', inPlace)),
        ({ tags }) => tags.pop(),
      ),
    ).toEqual(['b', 'b', 'b']);
  });

  test('a list of roots', async () => {
    const roots = resolver({}, () => listRoots());
    expect(await found(roots, (list) => list.roots.pop()?.uri)).toEqual(Array(3).fill('file:///home/ada'));
  });

  test('a sample', async () => {
    const summary = resolver({}, () => sample({ messages: [], maxTokens: 1 }));
    const take = (result: { model: string }) => [result.model, (result.model = 'another')][0];
    expect(await found(summary, take)).toEqual(['m', 'm', 'm']);
  });
});

test('an answer is validated in each round, and asked for again where it does not fit any more', async () => {
  const server = new McpServer(INFO);
  const taken = new Set<string>();
  const Seat = z.object({ seat: z.string().refine((seat) => !taken.has(seat), 'that seat is taken') });
  const seat = resolver({}, () => elicit('Which seat?', Seat));
  const sure = resolver({ needs: { seat } }, ({ seat: { seat: name } }) => elicit(`Seat ${name}?`, Word));
  server.tool('t', { resolve: { seat, sure } }, (given) => given.seat.seat);
  const rounds = callOf(server, 't');
  await rounds.next();
  await rounds.next({ seat: accept({ seat: '7A' }) });
  taken.add('7A');
  await rounds.next({ sure: accept({ word: 'yes' }) });
  expect(rounds.asked).toEqual([['seat'], ['sure'], ['seat']]);
  expect(rounds.requests[2]?.['seat']?.params).toMatchObject({
    message: expect.stringContaining('that seat is taken') as string,
  });
  await rounds.next({ seat: accept({ seat: '7B' }) });
  expect(rounds.requests[3]?.['sure']?.params).toMatchObject({ message: 'Seat 7B?' });
  expect(textOf(await rounds.next({ sure: accept({ word: 'yes' }) }))).toBe('7B');
});
