/** Scripts by themselves. With real clients and servers they are tested in `apps/e2e`, since both are tested with them. */
import assert from 'node:assert/strict';
import {
  accept,
  cancel,
  decline,
  roots,
  sampled,
  scripted,
  type ScriptEntries,
  TestingError,
  type TestingErrorCode,
} from '@mrtr/testing';
import type { CreateMessageResult } from '@mrtr/types';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ask, folders, form, page, prompt, put } from './support/asking.js';

/** The error that a question, or the end of the script, leads to. */
async function errorOf(run: () => unknown): Promise<TestingError> {
  try {
    await run();
  } catch (error) {
    if (error instanceof TestingError) return error;
    throw error;
  }
  return expect.fail('Nothing was thrown.');
}

const CALLBACKS = ['onElicit', 'onElicitUrl', 'onListRoots', 'onSample'] as const;
const callbacksOf = (script: object) => CALLBACKS.filter((name) => Object.keys(script).includes(name));

describe('a script', () => {
  test('answers each question by its key, whatever its kind', async () => {
    const script = scripted({
      region: accept({ region: 'eu' }),
      login: accept(),
      backorder: decline(),
      gift: cancel(),
      summary: sampled('Sand.'),
      folders: roots(['file:///home/ada', { uri: 'file:///srv', name: 'srv' }]),
    });
    const asked = {
      folders,
      gift: form('Gift?'),
      region: form('Region?'),
      login: page('Log in'),
      backorder: form('Backorder?'),
      summary: prompt('Sum up'),
    };
    expect(await ask(script, asked)).toEqual({
      region: { action: 'accept', content: { region: 'eu' } },
      login: { action: 'accept' },
      backorder: { action: 'decline' },
      gift: { action: 'cancel' },
      summary: {
        role: 'assistant',
        model: 'scripted',
        content: { type: 'text', text: 'Sand.' },
        stopReason: 'endTurn',
      },
      folders: { roots: [{ uri: 'file:///home/ada' }, { uri: 'file:///srv', name: 'srv' }] },
    });
    script.assertDone();
  });

  test('gives an answer by itself whenever its key is asked, and those of a list one by one', async () => {
    const script = scripted({ again: accept({ n: 1 }), once: [accept({ n: 1 }), decline()] });
    for (const [round, second] of [accept({ n: 1 }), decline()].entries()) {
      expect(await ask(script, { again: form('?'), once: form('?') }, round + 1)).toEqual({
        again: accept({ n: 1 }),
        once: second,
      });
    }
    script.assertDone();
  });

  test('answers by a function of the question and of who asks', async () => {
    const script = scripted({
      both: (params, { key, target, arguments: args, round }) =>
        accept({ said: `${params.mode} ${params.message} ${key} ${target} ${String(args?.['title'])} ${round}` }),
      model: [sampled(async ({ maxTokens }) => `${maxTokens} tokens`), sampled(() => reply)],
    });
    expect(await put(script, 'both', form('Sure?'), 2)).toEqual(
      accept({ said: 'undefined Sure? both order_book Dune 2' }),
    );
    expect(await put(script, 'both', page('Log in'))).toEqual(accept({ said: 'url Log in both order_book Dune 1' }));
    expect(await put(script, 'model', prompt('Hi'))).toMatchObject({ content: { text: '9 tokens' } });
    expect(await put(script, 'model', prompt('Hi'))).toBe(reply);
  });

  const reply: CreateMessageResult = { role: 'assistant', model: 'm', content: { type: 'text', text: 'Hello' } };

  test('says what a person does in the very words of the protocol', () => {
    assert.deepEqual(
      [accept(), accept({}), decline(), cancel()],
      [{ action: 'accept' }, { action: 'accept', content: {} }, { action: 'decline' }, { action: 'cancel' }],
    );
  });

  test('passes a whole result of a model on as it is', () => {
    expect(sampled(reply)).toBe(reply);
  });

  test('answers whatever it does not name by `otherwise`', async () => {
    const script = scripted({ region: accept({ n: 1 }) }, { otherwise: decline() });
    expect(await ask(script, { region: form('?'), ['__proto__']: form('?'), toString: form('?') })).toEqual(
      Object.fromEntries([
        ['region', accept({ n: 1 })],
        ['__proto__', decline()],
        ['toString', decline()],
      ]),
    );
    script.assertDone();
  });

  test('takes any key for a key', async () => {
    const key = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString', ''));
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(key, { minLength: 1 }), async (keys) => {
        const script = scripted(Object.fromEntries(keys.map((name) => [name, accept({ name })])));
        const answers = await ask(script, Object.fromEntries(keys.map((name) => [name, form(name)])));
        const expected = new Map(keys.map((name) => [name, accept({ name })]));
        expect(new Map(Object.entries(answers))).toEqual(expected);
        expect(new Map(Object.entries(script.rounds[0]?.answers ?? {}))).toEqual(expected);
        expect(new Set(script.asked[0])).toEqual(new Set(keys));
        expect(script.unused).toEqual([]);
      }),
    );
  });
});

describe('the callbacks of a script', () => {
  test.each<[string, ScriptEntries, readonly string[]]>([
    ['nothing', {}, []],
    ['what a person answers', { a: decline() }, ['onElicit', 'onElicitUrl']],
    ['a function, which is a person', { a: () => accept() }, ['onElicit', 'onElicitUrl']],
    ['a sample', { a: sampled('x') }, ['onSample']],
    ['a function that samples', { a: [sampled(() => 'x')] }, ['onSample']],
    ['roots', { a: roots([]) }, ['onListRoots']],
    ['all of them', { a: [accept(), sampled('x')], b: roots() }, CALLBACKS],
  ])('are those for its answers: %s', (_, entries, names) => {
    expect(callbacksOf(scripted(entries))).toEqual(names);
    const [otherwise] = Object.values(entries).flat();
    expect(callbacksOf(scripted({}, { otherwise }))).toEqual(names.length === 4 ? ['onElicit', 'onElicitUrl'] : names);
  });

  test('are still there where it is spread, and play the same script', async () => {
    const script = scripted({ region: [accept({ n: 1 })] });
    const options = { ...script, timeoutMs: 5 };
    await ask(options, { region: form('Region?') });
    expect(script.asked).toEqual([['region']]);
    script.assertDone();
  });
});

describe('a script that does not fit', () => {
  test.each<[string, () => unknown, TestingErrorCode, string | undefined, string]>([
    [
      'has no such key',
      () => ask(scripted({ login: accept(), ['__proto__']: decline() }), { region: form('Which region?') }),
      'unscripted',
      'region',
      'The server asks "region" (a form, "Which region?"), and the script answers "login", "__proto__".',
    ],
    [
      'has no key like one of Object.prototype',
      () => ask(scripted({ login: accept() }), { toString: page('Log in') }),
      'unscripted',
      'toString',
      'The server asks "toString" (a page, "Log in"), and the script answers "login".',
    ],
    [
      'has too few answers',
      async () => {
        const script = scripted({ summary: [sampled('x')] });
        for (const text of ['Sum up', 'Once more']) await ask(script, { summary: prompt('Be brief', text) });
      },
      'used_up',
      'summary',
      'The server asks "summary" (a sample, "Once more") again, and the script answers it once.',
    ],
    [
      'has an empty list',
      () => put({ ...scripted({ login: [] }, { otherwise: accept() }) }, 'login', page('Log in')),
      'used_up',
      'login',
      'The server asks "login" (a page, "Log in") again, and the script answers it 0 times.',
    ],
    [
      'samples where a person is asked',
      () => ask(scripted({ a: sampled('x') }, { otherwise: accept() }), { a: form('Sure?') }),
      'wrong_kind',
      'a',
      'The server asks "a" (a form, "Sure?"), and the script has a sample for it.',
    ],
    [
      'has a person where roots are asked for',
      () => ask(scripted({ a: () => accept() }, { otherwise: roots() }), { a: folders }),
      'wrong_kind',
      'a',
      `The server asks "a" (the roots), and the script has a person's answer for it.`,
    ],
    [
      'has a model for a page',
      () => ask(scripted({ a: sampled(() => 'x'), b: accept() }), { a: page('Log in') }),
      'wrong_kind',
      'a',
      'The server asks "a" (a page, "Log in"), and the script has a sample for it.',
    ],
    [
      'has a function that returns nothing',
      () => ask(scripted({ a: (() => undefined) as never }), { a: form('Sure?') }),
      'wrong_kind',
      'a',
      'The server asks "a" (a form, "Sure?"), and the script has nothing that is an answer for it.',
    ],
    [
      'has what is no answer, which is refused at once',
      () => scripted({ fine: accept(), region: { region: 'eu' } as never }),
      'invalid_entry',
      'region',
      'The script has no answer under "region": use accept({ … }), decline(), cancel(), sampled(…), roots([…]), a function, or a list of these.',
    ],
    ['has undefined in a list', () => scripted({ a: [undefined as never] }), 'invalid_entry', 'a', 'under "a"'],
    ['has text', () => scripted({ a: 'yes' as never }), 'invalid_entry', 'a', 'under "a"'],
    [
      'has no answer for otherwise',
      () => scripted({}, { otherwise: 1 as never }),
      'invalid_entry',
      undefined,
      'under otherwise',
    ],
  ])('says so: it %s', async (_, run, code, key, message) => {
    const error = await errorOf(run);
    expect(error).toMatchObject({ name: 'TestingError', code, key });
    expect(error.message).toContain(message);
  });

  test('cuts what a server says, and escapes it', async () => {
    const error = await errorOf(() => ask(scripted({ a: accept() }), { b: form(`\u001B[31m${'x'.repeat(500)}`) }));
    expect(error.message).toContain('"\\u001b[31mxxx');
    expect(error.message.length).toBeLessThan(200);
  });

  test('throws what a function of it throws, as it is', async () => {
    const broken = new Error('broken');
    const script = scripted({ a: () => Promise.reject(broken) });
    await expect(ask(script, { a: form('?') })).rejects.toBe(broken);
  });
});

describe('the end of a script', () => {
  test('names what nobody has asked for, or not as often as it answers', async () => {
    const script = scripted({
      region: accept(),
      ['__proto__']: decline(),
      login: [accept(), accept(), accept()],
      asked: accept(),
    });
    await ask(script, { login: page('Log in'), asked: form('?') });
    expect(script.unused).toEqual(['region', '__proto__', 'login']);
    expect(await errorOf(() => script.assertDone())).toMatchObject({
      code: 'unused',
      key: undefined,
      message: 'Answers are left that nobody asked for: "region", "__proto__", "login" (1 of 3 answers).',
    });
  });

  test('is not reached by a question that it could not answer, although somebody caught the error', async () => {
    const script = scripted({ a: accept() });
    await ask(script, { a: form('?') });
    const first = await errorOf(() => ask(script, { b: form('?') }));
    await errorOf(() => ask(script, { c: form('?') }));
    expect(await errorOf(() => script.assertDone())).toBe(first);
  });
});
