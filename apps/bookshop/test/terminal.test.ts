/** The person at a terminal: keys go in, and answers to every kind of question come out. */
import type { ElicitRequestFormParams, ElicitResult } from '@mrtr/types';
import { describe, expect, it } from 'vitest';
import type { Asked } from '../src/person.js';
import { atTheTerminal } from '../src/terminal/at-the-terminal.js';
import { doubtsAbout } from '../src/terminal/page-consent.js';
import { PersonLeft } from '../src/terminal/terminal.js';
import { key, Screen } from './support/screen.js';

const ask: Asked = {
  server: { name: 'shop', title: 'The Shop', version: '1' },
  target: 'order_book',
  key: 'question',
  signal: new AbortController().signal,
};

type Properties = ElicitRequestFormParams['requestedSchema']['properties'];

function form(properties: Properties, required = Object.keys(properties)): ElicitRequestFormParams {
  return { mode: 'form', message: 'Please say.', requestedSchema: { type: 'object', properties, required } };
}

/** Has a person fill in a form of one field, whose title is `Field`. */
async function fill(
  field: Properties[string],
  keys: (screen: Screen) => Promise<void>,
  required = true,
): Promise<ElicitResult['content']> {
  const screen = new Screen();
  const asked = form({ field: { title: 'Field', ...field } }, required ? ['field'] : []);
  const answer = atTheTerminal(screen.terminal).form(asked, ask);
  await screen.on('What do you say?', key.enter);
  await keys(screen);
  return (await answer).content;
}

describe('a form', () => {
  it('says who asks, and takes yes, no and not now', async () => {
    for (const [keys, result] of [
      [[key.enter], { action: 'accept', content: {} }],
      [[key.down, key.enter], { action: 'decline' }],
      [[key.down, key.down, key.enter], { action: 'cancel' }],
    ] as const) {
      const screen = new Screen();
      const answer = atTheTerminal(screen.terminal).form(form({}), ask);
      await screen.on('What do you say?', ...keys);
      expect(await answer).toEqual(result);
      expect(screen.text).toContain('The Shop asks, for order_book:');
    }
  });

  it('takes text within its bounds', async () => {
    const content = await fill({ type: 'string', minLength: 2, maxLength: 3 }, async (screen) => {
      await screen.on('from 2 up to 3 characters', 'a', key.enter);
      await screen.on('At least 2 characters', 'bcd', key.enter);
      await screen.on('At most 3 characters', key.erase, '𝒜𝒷𝒸', key.enter);
    });
    expect(content).toEqual({ field: '𝒜𝒷𝒸' });
  });

  it.each([
    ['email', 'ada@', 'ada@example.com'],
    ['uri', 'example', 'https://example.com/a'],
    ['date', '2026-02-30', '2026-02-28'],
    ['date-time', '2026-02-28', '2026-02-28T10:00:00+01:00'],
  ] as const)('takes a text of the format %s', async (format, wrong, right) => {
    const content = await fill({ type: 'string', format }, async (screen) => {
      await screen.on('such as', wrong, key.enter);
      await screen.on('Not a', key.erase, right, key.enter);
    });
    expect(content).toEqual({ field: right });
  });

  it('takes numbers within their bounds, and whole ones where it has to', async () => {
    const number = await fill({ type: 'number', minimum: 0.5, maximum: 2 }, async (screen) => {
      await screen.on('from 0.5 up to 2', 'x', key.enter);
      await screen.on('Not a number', key.erase, '0.4', key.enter);
      await screen.on('At least 0.5', key.erase, '2.1', key.enter);
      await screen.on('At most 2', key.erase, '1.25', key.enter);
    });
    const integer = await fill({ type: 'integer' }, async (screen) => {
      await screen.on('Field', '1.5', key.enter);
      await screen.on('Not a whole number', key.erase, '-3', key.enter);
    });
    expect([number, integer]).toEqual([{ field: 1.25 }, { field: -3 }]);
  });

  it('takes yes and no', async () => {
    expect(await fill({ type: 'boolean' }, (screen) => screen.on('Field', key.down, key.enter))).toEqual({
      field: false,
    });
  });

  it('shows the titles of choices, and sends their values', async () => {
    const titled = [
      { const: 'a', title: 'The first' },
      { const: 'b', title: 'The second' },
    ];
    const second = [key.down, key.enter];
    expect(await fill({ type: 'string', oneOf: titled }, (s) => s.on('The second', ...second))).toEqual({ field: 'b' });
    expect(await fill({ type: 'string', enum: ['a', 'b'] }, (s) => s.on('Field', ...second))).toEqual({ field: 'b' });
    const named = { type: 'string', enum: ['a', 'b'], enumNames: ['Eins', 'Zwei'] } as const;
    expect(
      await fill({ ...named, enum: ['a', 'b'], enumNames: ['Eins', 'Zwei'] }, (s) => s.on('Zwei', ...second)),
    ).toEqual({
      field: 'b',
    });
  });

  it('takes several choices, as many as it wants', async () => {
    const anyOf = ['a', 'b', 'c'].map((value) => ({ const: value, title: `Choice ${value}` }));
    const content = await fill({ type: 'array', items: { anyOf }, minItems: 1, maxItems: 2 }, async (screen) => {
      await screen.on('Choice c', key.enter);
      await screen.on('Choose at least 1', key.space, key.down, key.space, key.down, key.space, key.enter);
      await screen.on('Choose at most 2', key.space, key.enter);
    });
    expect(content).toEqual({ field: ['b', 'c'] });
  });

  it('begins with the defaults', async () => {
    const confirm = (screen: Screen): Promise<void> => screen.on('Field', key.enter);
    expect(await fill({ type: 'string', default: 'as ever' }, confirm, false)).toEqual({ field: 'as ever' });
    expect(await fill({ type: 'integer', default: 4 }, confirm, false)).toEqual({ field: 4 });
    expect(await fill({ type: 'boolean', default: false }, confirm, false)).toEqual({ field: false });
    expect(await fill({ type: 'string', enum: ['a', 'b'], default: 'b' }, confirm, false)).toEqual({ field: 'b' });
    const several = { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, default: ['b'] } as const;
    expect(await fill(structuredClone(several) as never, confirm, false)).toEqual({ field: ['b'] });
  });

  it('lets out what is optional', async () => {
    const confirm = (screen: Screen): Promise<void> => screen.on('optional', key.enter);
    const last = (screen: Screen): Promise<void> => screen.on('leave it out', key.up, key.enter);
    expect(await fill({ type: 'string', minLength: 3 }, confirm, false)).toEqual({});
    expect(await fill({ type: 'number' }, confirm, false)).toEqual({});
    expect(await fill({ type: 'boolean' }, last, false)).toEqual({});
    expect(await fill({ type: 'string', enum: ['a', 'b'] }, last, false)).toEqual({});
    expect(await fill({ type: 'array', items: { type: 'string', enum: ['a'] }, minItems: 1 }, confirm, false)).toEqual(
      {},
    );
  });

  it('of several fields is looked over, and changed, before it is sent', async () => {
    const screen = new Screen();
    const fields: Properties = { first: { type: 'string' }, ['__proto__']: { type: 'boolean' } };
    const answer = atTheTerminal(screen.terminal).form(form(fields), ask);
    await screen.on('What do you say?', key.enter);
    await screen.on('first', 'one', key.enter);
    await screen.on('__proto__', key.enter);
    await screen.on('Send them?', key.down, key.enter);
    await screen.on('first', 's', key.enter);
    await screen.on('__proto__', key.enter);
    await screen.on('Send them?', key.enter);
    expect(JSON.stringify(await answer)).toBe('{"action":"accept","content":{"first":"ones","__proto__":true}}');
    expect(screen.text).toContain('first: ones');
  });

  it('can be left unsent after all', async () => {
    const screen = new Screen();
    const answer = atTheTerminal(screen.terminal).form(form({ a: { type: 'boolean' }, b: { type: 'boolean' } }), ask);
    await screen.on('What do you say?', key.enter);
    await screen.on('a', key.enter);
    await screen.on('b', key.enter);
    await screen.on('Send them?', key.down, key.down, key.enter);
    expect(await answer).toEqual({ action: 'decline' });
  });

  it('is left with Ctrl-C, at any prompt', async () => {
    for (const stops of [['What do you say?'], ['What do you say?', 'Field']]) {
      const screen = new Screen();
      const left = atTheTerminal(screen.terminal).form(form({ field: { type: 'string', title: 'Field' } }), ask);
      const caught = left.catch((error: unknown) => error);
      for (const stop of stops.slice(0, -1)) await screen.on(stop, key.enter);
      await screen.on(stops.at(-1) ?? '', key.ctrlC);
      expect(await caught).toBeInstanceOf(PersonLeft);
    }
  });

  it('can’t move the cursor, colour the screen or turn text around', async () => {
    const screen = new Screen();
    const hostile = { ...form({}), message: 'Fine\u001B[2J\u001B]0;title\u0007\u0008\u202E.' };
    const answer = atTheTerminal(screen.terminal).form(hostile, ask);
    await screen.on('What do you say?', key.enter);
    await answer;
    expect(screen.text).toContain('Fine.');
  });
});

describe('several questions of one round', () => {
  it('are asked one after the other', async () => {
    const screen = new Screen();
    const person = atTheTerminal(screen.terminal);
    const answers = Promise.all([
      person.form({ ...form({}), message: 'One?' }, ask),
      person.form({ ...form({}), message: 'Two?' }, ask),
    ]);
    await screen.on('What do you say?', key.enter);
    await screen.on('Two?');
    await screen.on('What do you say?', key.down, key.enter);
    expect((await answers).map(({ action }) => action)).toEqual(['accept', 'decline']);
  });
});

describe('a page', () => {
  const url = 'https://books.example/login?flow=abc&code=def';

  it('is shown with its host and its whole address before anything is agreed to', async () => {
    for (const [keys, action] of [
      [[key.enter], 'accept'],
      [[key.down, key.enter], 'decline'],
    ] as const) {
      const screen = new Screen();
      const answer = atTheTerminal(screen.terminal).page({ mode: 'url', message: 'Log in.', url }, ask);
      await screen.on('What do you say?');
      expect(screen.text).toContain('It is a page of books.example:');
      expect(screen.text).toContain(url);
      await screen.on('', ...keys);
      expect(await answer).toEqual({ action });
    }
  });

  it('makes one look twice at other alphabets, and at what is not encrypted', () => {
    expect(doubtsAbout(new URL('https://bооks.example/'))).toHaveLength(1);
    expect(doubtsAbout(new URL('http://books.example/'))).toHaveLength(1);
    expect([...doubtsAbout(new URL(url)), ...doubtsAbout(new URL('http://127.0.0.1:80/'))]).toEqual([]);
  });
});

describe('the model', () => {
  const prompt = { messages: [{ role: 'user', content: { type: 'text', text: 'Sum up.' } }], maxTokens: 9 } as const;

  it('answers what the person has seen and allowed, as a stand-in that says so', async () => {
    const screen = new Screen();
    const answer = atTheTerminal(screen.terminal).model(structuredClone(prompt) as never, ask);
    await screen.on('Let the model answer?', key.enter);
    expect(screen.text).toContain('Sum up.');
    expect(await answer).toMatchObject({
      model: 'stand-in',
      content: { text: expect.stringContaining('stand-in') as string },
    });
  });

  it('stays silent where the person says no', async () => {
    const screen = new Screen();
    const answer = atTheTerminal(screen.terminal).model(structuredClone(prompt) as never, ask);
    const caught = answer.catch((error: unknown) => String(error));
    await screen.on('Let the model answer?', key.down, key.enter);
    expect(await caught).toContain('not allowed');
  });
});
