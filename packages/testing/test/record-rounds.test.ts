import assert from 'node:assert/strict';
import { accept, decline, recordRounds, roots, sampled, scripted } from '@mrtr/testing';
import type { ElicitResult, InputRequests } from '@mrtr/types';
import { describe, expect, test } from 'vitest';
import { ask, folders, form, page, prompt, put } from './support/asking.js';

const ALL: InputRequests = {
  word: form('Which word?'),
  login: page('Log in'),
  summary: prompt('Be brief.', 'Sum up.'),
  folders,
  ['__proto__']: form('And this one?'),
};

/** Entries rather than a literal, where `__proto__` would be something else. */
const byKey = <Value>(...entries: [string, Value][]) => Object.fromEntries(entries);

describe('the record of a round', () => {
  test('is plain data, to the letter: kinds, messages, questions, answers and the state', async () => {
    const script = scripted(
      { word: accept({ word: 'a' }), login: decline(), summary: sampled('Sand.'), folders: roots() },
      { otherwise: accept() },
    );
    await ask(script, ALL, 3, 'the state');
    // The strictest comparison that there is: it looks at prototypes, too.
    assert.deepEqual(script.rounds, [
      {
        round: 3,
        kinds: byKey(
          ['word', 'form'],
          ['login', 'url'],
          ['summary', 'sampling'],
          ['folders', 'roots'],
          ['__proto__', 'form'],
        ),
        messages: byKey(
          ['word', 'Which word?'],
          ['login', 'Log in'],
          ['summary', 'Sum up.'],
          ['__proto__', 'And this one?'],
        ),
        requests: ALL,
        answers: byKey<unknown>(
          ['word', accept({ word: 'a' })],
          ['login', decline()],
          ['summary', sampled('Sand.')],
          ['folders', roots()],
          ['__proto__', accept()],
        ),
        requestState: 'the state',
      },
    ]);
    assert.deepEqual(script.asked, [['word', 'login', 'summary', 'folders', '__proto__']]);
  });

  test('is made without a script, too, and then has no answers', () => {
    const { onRound, ...record } = recordRounds();
    onRound({ round: 1, requests: { word: form('Which word?') }, requestState: undefined });
    expect(record.rounds).toMatchObject([{ messages: { word: 'Which word?' }, answers: {} }]);
  });

  test('names the keys of each round, and none where it only waited', () => {
    const record = recordRounds();
    record.onRound({ round: 1, requests: { a: form('?'), b: form('?') }, requestState: 's' });
    record.onRound({ round: 2, requests: {}, requestState: 's' });
    record.onRound({ round: 3, requests: { c: form('?') }, requestState: 's' });
    assert.deepEqual(record.asked, [['a', 'b'], [], ['c']]);
  });

  test.each([
    [
      'several blocks',
      [text('One'), { type: 'image' as const, data: '', mimeType: 'image/png' }, text('two')],
      'One\ntwo',
    ],
    ['no text', [{ type: 'image' as const, data: '', mimeType: 'image/png' }], undefined],
  ])('has the text of what a model was told last: %s', (_, content, message) => {
    const record = recordRounds();
    const params = { messages: [{ role: 'user' as const, content }], maxTokens: 5 };
    record.onRound({
      round: 1,
      requests: { m: { method: 'sampling/createMessage', params } },
      requestState: undefined,
    });
    assert.deepEqual(record.rounds[0]?.messages, message === undefined ? {} : { m: message });
  });

  function text(words: string) {
    return { type: 'text' as const, text: words };
  }
});

describe('answers', () => {
  test('go to the round that asked for them, although an earlier call failed before it had any', async () => {
    const script = scripted({ a: accept() });
    script.onRound({ round: 1, requests: { fails: form('?'), a: form('?') }, requestState: undefined });
    await put(script, 'fails', form('?')).catch(() => undefined);
    await ask(script, { a: form('?') });
    assert.deepEqual(
      script.rounds.map(({ answers }) => answers),
      [{}, { a: accept() }],
    );
  });

  test('of calls side by side leave no round without one', async () => {
    const script = scripted({ a: [accept({ n: 1 }), accept({ n: 2 }), accept({ n: 3 })] });
    for (const round of [1, 1, 2]) script.onRound({ round, requests: { a: form('?') }, requestState: undefined });
    await Promise.all([1, 1, 2].map((round) => put(script, 'a', form('?'), round)));
    const numbers = script.rounds.map(({ answers }) => (answers['a'] as ElicitResult).content?.['n']);
    expect(new Set(numbers.slice(0, 2))).toEqual(new Set([1, 2]));
    expect(numbers[2]).toBe(3);
  });

  test('to a question that no round has shown are a round by themselves', async () => {
    const script = scripted({}, { otherwise: accept({ word: 'a' }) });
    await put(script, '7', form('In the middle of a call?'), 1);
    await put(script, '8', form('And again?'), 2);
    expect(script.rounds).toMatchObject([
      { round: 1, messages: { '7': 'In the middle of a call?' }, answers: { '7': accept({ word: 'a' }) } },
      { round: 2, messages: { '8': 'And again?' }, requestState: undefined },
    ]);
    await put(script, 'toString', form('A key like any other?'), 2);
    expect(script.asked).toEqual([['7'], ['8'], ['toString']]);
  });
});
