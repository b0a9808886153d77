/** What a store in memory keeps, and what it lets go of first. Specification 2025-11-25, basic/transports "Resumability". */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memoryEventStore, type MemoryEventStoreOptions, type StreamEvent } from '../src/server.js';

describe('memoryEventStore', () => {
  /** What is there of a stream, as numbers. */
  function numbers(store: ReturnType<typeof memoryEventStore>, session: string, stream = '0', after = 0): number[] {
    return [...(store.replay(session, stream, after) as Iterable<StreamEvent>)].map(({ number }) => number);
  }

  test('gives what comes after a number, of one stream of one session', () => {
    const store = memoryEventStore();
    for (const number of [1, 2, 3]) {
      for (const session of ['a', 'b']) {
        for (const stream of ['0', '1'])
          void store.append(session, stream, { number, data: `${session}${stream}${number}` });
      }
    }
    expect([...(store.replay('a', '1', 1) as Iterable<StreamEvent>)]).toMatchObject([
      { number: 2, data: 'a12' },
      { number: 3, data: 'a13' },
    ]);
    expect(numbers(store, 'a', '1', 3)).toEqual([]);
    expect(numbers(store, 'c')).toEqual([]);
  });

  test('lets go of a stream, and of a session', () => {
    const store = memoryEventStore();
    for (const session of ['a', 'b']) {
      for (const stream of ['0', '1']) void store.append(session, stream, { number: 1, data: 'x' });
    }
    void store.forget('a', '1');
    expect([numbers(store, 'a', '0'), numbers(store, 'a', '1'), numbers(store, 'b', '1')]).toEqual([[1], [], [1]]);
    void store.forget('b');
    void store.forget('nobody');
    expect([numbers(store, 'a', '0'), numbers(store, 'b', '0'), numbers(store, 'b', '1')]).toEqual([[1], [], []]);
  });

  test('holds to its limits whatever comes, and keeps the newest', () => {
    const event = fc.record({
      session: fc.constantFrom('a', 'b', '__proto__'),
      length: fc.integer({ min: 0, max: 12 }),
      forgets: fc.integer({ min: 0, max: 9 }).map((die) => die === 0),
    });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        const limits = { maxEvents: 4, maxCharacters: 20, maxTotalCharacters: 30 };
        const store = memoryEventStore(limits);
        // The same by hand: a list, cut at its old end.
        let model: { session: string; number: number; length: number }[] = [];
        const over = (kept: typeof model): boolean => {
          const size = kept.reduce((sum, { length }) => sum + length, 0);
          return size > limits.maxTotalCharacters;
        };
        const overIn = (kept: typeof model): boolean =>
          kept.length > limits.maxEvents || kept.reduce((sum, { length }) => sum + length, 0) > limits.maxCharacters;
        events.forEach(({ session, length, forgets }, index) => {
          if (forgets) {
            void store.forget(session);
            model = model.filter((kept) => kept.session !== session);
          }
          void store.append(session, '0', { number: index + 1, data: 'x'.repeat(length) });
          model.push({ session, number: index + 1, length });
          while (overIn(model.filter((kept) => kept.session === session))) {
            model.splice(
              model.findIndex((kept) => kept.session === session),
              1,
            );
          }
          while (over(model)) model.shift();
        });
        for (const session of ['a', 'b', '__proto__']) {
          const expected = model.filter((kept) => kept.session === session).map(({ number }) => number);
          expect(numbers(store, session)).toEqual(expected);
        }
      }),
    );
  });

  test.each<MemoryEventStoreOptions>([{ maxEvents: -1 }, { maxCharacters: NaN }, { maxTotalCharacters: 1.5 }])(
    '%j is refused',
    (options) => {
      expect(() => memoryEventStore(options)).toThrow(RangeError);
    },
  );

  test('may keep nothing', () => {
    const store = memoryEventStore({ maxEvents: 0 });
    void store.append('a', '0', { number: 1, data: 'x' });
    expect(numbers(store, 'a')).toEqual([]);
  });
});
