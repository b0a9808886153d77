/** The answers of a retry: SYSTEM P5, H2 and H3. Specification 2026-07-28, basic/patterns/mrtr "Error Handling". */
import {
  type Answer,
  type AskContext,
  elicit,
  elicitUrl,
  inputRequired,
  listRoots,
  McpServer,
  type Question,
  sample,
} from '@mrtr/server';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { recordingLogger } from './support/recording.js';
import { call, failure, result, textOf } from './support/requests.js';

const Region = z.object({ region: z.enum(['eu', 'us']), size: z.int().max(9).default(3) });
const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: 'Hi' } }];

const QUESTIONS: Record<string, Question> = {
  form: elicit('Where?', Region),
  url: elicitUrl('Log in.', 'https://example.org/'),
  sampling: sample({ messages, maxTokens: 9 }),
  roots: listRoots(),
};
const ANSWERS = {
  form: { action: 'accept', content: { region: 'eu' } },
  url: { action: 'accept' },
  sampling: { role: 'assistant', content: { type: 'text', text: 'Hello' }, model: 'm' },
  roots: { roots: [{ uri: 'file:///home', name: 'Home' }] },
} as const;

/** What the functions below saw in their last round. */
interface Seen {
  answer?: unknown;
  response?: Answer;
  inputResponses?: unknown;
  requestState?: unknown;
}

/** Asks one question under `q` in the first round and looks at everything in the second. */
function asker(question: Question, seen: Seen = {}): McpServer {
  const server = new McpServer({ name: 'asker', version: '1.0.0' }, { logger: recordingLogger() });
  const run = (_input: unknown, ctx: AskContext<undefined>) => {
    if (ctx.flow.round === 1) {
      Object.assign(seen, { inputResponses: ctx.inputResponses, requestState: ctx.requestState });
      return inputRequired({ q: question });
    }
    seen.inputResponses = ctx.inputResponses;
    seen.requestState = ctx.requestState;
    seen.response = ctx.response('q');
    seen.answer = ctx.answer('q', Region);
    return 'answered';
  };
  server.tool('t', {}, run);
  server.prompt('p', {}, run);
  server.resource('memo://{id}', {}, run);
  return server;
}

type Target = readonly [method: string, params: Readonly<Record<string, unknown>>];

const TOOL: Target = ['tools/call', { name: 't' }];
const PROMPT: Target = ['prompts/get', { name: 'p' }];
const TEMPLATE: Target = ['resources/read', { uri: 'memo://1' }];

async function retry(server: McpServer, inputResponses: unknown, [method, params]: Target = TOOL) {
  const { requestState } = await result(server, method, params);
  return [server, method, { ...params, inputResponses, requestState }] as const;
}

describe.each([TOOL, PROMPT, TEMPLATE])('a retry of %s', (...method) => {
  test('reads one accepted, validated answer, with the defaults of its schema', async () => {
    const seen: Seen = {};
    await result(...(await retry(asker(QUESTIONS['form']!, seen), { q: ANSWERS.form }, method)));
    expect(seen.answer).toEqual({ region: 'eu', size: 3 });
    expect(seen.response).toEqual({ kind: 'accepted', content: { region: 'eu' } });
    expect(seen.requestState).toBeUndefined();
  });

  test.each([
    ['url', ANSWERS.url, { kind: 'accepted', content: {} }],
    ['url', ANSWERS.form, { kind: 'accepted', content: {} }],
    ['sampling', ANSWERS.sampling, { kind: 'sampled', result: ANSWERS.sampling }],
    ['roots', ANSWERS.roots, { kind: 'roots', roots: ANSWERS.roots.roots }],
    ['roots', { roots: [] }, { kind: 'roots', roots: [] }],
    ['form', { action: 'decline' }, { kind: 'declined' }],
    ['form', { action: 'cancel' }, { kind: 'cancelled' }],
    ['form', { action: 'decline', content: { region: 'eu' } }, { kind: 'declined' }],
    ['url', { action: 'decline' }, { kind: 'declined' }],
    ['url', { action: 'cancel' }, { kind: 'cancelled' }],
  ])('tells the answers to a question apart: %s %j', async (kind, answer, response) => {
    const seen: Seen = {};
    await result(...(await retry(asker(QUESTIONS[kind]!, seen), { q: answer }, method)));
    expect(seen.response).toEqual(response);
    expect(seen.answer).toBeUndefined();
  });

  test('reads it beside arguments that are null', async () => {
    const seen: Seen = {};
    const [server, name, params] = await retry(asker(QUESTIONS['form']!, seen), { q: ANSWERS.form }, method);
    await result(server, name, { ...params, arguments: null });
    expect(seen.answer).toEqual({ region: 'eu', size: 3 });
  });

  test.each([
    ['none at all', undefined],
    ['null', null],
    ['an empty map', {}],
    ['the answer to another key', { other: ANSWERS.form }],
  ])('sees no answer where there is none: %s', async (_, inputResponses) => {
    const seen: Seen = {};
    await result(...(await retry(asker(QUESTIONS['form']!, seen), inputResponses, method)));
    expect(seen.response).toEqual({ kind: 'missing' });
    expect(seen.answer).toBeUndefined();
  });

  test.each(Object.keys(QUESTIONS).flatMap((asked) => Object.keys(ANSWERS).map((given) => [asked, given] as const)))(
    'takes only the kind that was asked: %s answered by %s',
    async (asked, given) => {
      const alike = (kind: string) => (kind === 'url' ? 'form' : kind);
      const attempt = await retry(asker(QUESTIONS[asked]!), { q: ANSWERS[given as keyof typeof ANSWERS] }, method);
      if (alike(asked) === alike(given)) {
        if (asked === 'form' && given === 'url') return; // Fits in kind but not in content: see below.
        await result(...attempt);
      } else {
        const error = await failure(...attempt);
        expect(error.code).toBe(-32602);
        expect(error.message).toContain('"q"');
      }
    },
  );

  test.each([
    ['a list', []],
    ['text', 'yes'],
    ['an answer that is null', { q: null }],
    ['an answer that is text', { q: 'eu' }],
    ['an unknown action', { q: { action: 'maybe' } }],
    ['content that is nested', { q: { action: 'accept', content: { region: { deep: 1 } } } }],
    ['content that is a list', { q: { action: 'accept', content: [] } }],
  ])('is -32602 for inputResponses of another shape: %s', async (_, inputResponses) => {
    expect(await failure(...(await retry(asker(QUESTIONS['form']!), inputResponses, method)))).toMatchObject({
      code: -32602,
    });
  });
});

describe('a form answer that does not fit its question', () => {
  const unfit = [
    [{ region: 'mars' }, 'region'],
    [{}, 'region'],
    [{ region: 'eu', size: 10 }, 'size'],
    [{ region: 'eu', size: 'big' }, 'size'],
  ] as const;

  test.each(unfit)('is a tool error that the model can read: %j', async (content, field) => {
    const complete = await result(...(await retry(asker(QUESTIONS['form']!), { q: { action: 'accept', content } })));
    expect(complete.isError).toBe(true);
    expect(textOf(complete)).toContain('"q"');
    expect(textOf(complete)).toContain(field);
  });

  test.each(unfit)('is -32602 for a prompt and a template, which have no such error: %j', async (content, field) => {
    for (const method of [PROMPT, TEMPLATE]) {
      const error = await failure(
        ...(await retry(asker(QUESTIONS['form']!), { q: { action: 'accept', content } }, method)),
      );
      expect(error.code).toBe(-32602);
      expect(error.message).toContain(field);
    }
  });

  test('says what does not fit, and nothing of the value', async () => {
    const content = { region: 'PLANTED-7c1d' };
    const complete = await result(...(await retry(asker(QUESTIONS['form']!), { q: { action: 'accept', content } })));
    expect(JSON.stringify(complete)).not.toContain('PLANTED-7c1d');
  });
});

describe('an answer that nobody asked for', () => {
  /** Never asks, and tries to read. */
  function reader(seen: Seen): McpServer {
    const server = new McpServer({ name: 'reader', version: '1.0.0' });
    server.tool('t', {}, (_input, ctx) => {
      seen.answer = ctx.answer('q', Region);
      seen.response = ctx.response('q');
      seen.inputResponses = ctx.inputResponses;
      return 'read';
    });
    return server;
  }

  test('is not read in a first round, though the raw map has it', async () => {
    const seen: Seen = {};
    await result(reader(seen), 'tools/call', { name: 't', inputResponses: { q: ANSWERS.form } });
    expect(seen).toEqual({ answer: undefined, response: { kind: 'missing' }, inputResponses: { q: ANSWERS.form } });
  });

  test('is not read on a retry that brings it beside the right one', async () => {
    const seen: Record<string, Answer> = {};
    const server = new McpServer({ name: 'two', version: '1.0.0' });
    server.tool('t', {}, (_input, ctx) => {
      if (ctx.flow.round === 1) return inputRequired({ mine: elicit('Where?', Region) });
      for (const key of ['mine', 'yours']) seen[key] = ctx.response(key);
      return ctx.answer('yours', Region) === undefined ? 'fine' : 'fooled';
    });
    const { requestState } = await call(server, 't');
    const inputResponses = { mine: ANSWERS.form, yours: ANSWERS.form };
    expect(textOf(await result(server, 'tools/call', { name: 't', requestState, inputResponses }))).toBe('fine');
    expect(seen).toEqual({ mine: { kind: 'accepted', content: { region: 'eu' } }, yours: { kind: 'missing' } });
  });

  test('of an earlier round counts no more, so what is needed later belongs into the state', async () => {
    const seen: Answer[] = [];
    const server = new McpServer({ name: 'three', version: '1.0.0' });
    server.tool('t', {}, (_input, ctx) => {
      if (ctx.flow.round === 1) return inputRequired({ a: elicit('A?', Region) });
      if (ctx.flow.round === 2) return inputRequired({ b: elicit('B?', Region) });
      seen.push(ctx.response('a'), ctx.response('b'));
      return 'done';
    });
    const first = await call(server, 't');
    const both = { a: ANSWERS.form, b: ANSWERS.form };
    const second = await result(server, 'tools/call', {
      name: 't',
      requestState: first.requestState,
      inputResponses: both,
    });
    await result(server, 'tools/call', { name: 't', requestState: second.requestState, inputResponses: both });
    expect(seen).toEqual([{ kind: 'missing' }, { kind: 'accepted', content: { region: 'eu' } }]);
  });

  test('stays unread where another kind was asked under its key', async () => {
    const server = asker(QUESTIONS['roots']!);
    const error = await failure(...(await retry(server, { q: ANSWERS.form })));
    expect(error.message).toMatch(/"q".*roots/);
  });
});

test('a missing answer is asked again, as often as it takes', async () => {
  const server = new McpServer({ name: 'patient', version: '1.0.0' });
  server.tool('t', {}, (_input, ctx) => {
    const answer = ctx.answer('q', Region);
    return answer ? `${answer.region} in round ${ctx.flow.round}` : inputRequired({ q: elicit('Where?', Region) });
  });
  let { requestState } = await call(server, 't');
  for (const inputResponses of [{}, { other: ANSWERS.roots }, undefined, { q: { action: 'decline' } }]) {
    const again = await result(server, 'tools/call', { name: 't', requestState, inputResponses });
    expect(again.resultType).toBe('input_required');
    ({ requestState } = again);
  }
  const inputResponses = { q: ANSWERS.form };
  expect(textOf(await result(server, 'tools/call', { name: 't', requestState, inputResponses }))).toBe('eu in round 6');
});

test('an answer can only be read by a schema that validates at once', async () => {
  const logger = recordingLogger();
  const Later = z.object({ region: z.string().refine((region) => Promise.resolve(region !== '')) });
  const server = new McpServer({ name: 'later', version: '1.0.0' }, { logger });
  server.tool('t', {}, (_input, ctx) => {
    if (ctx.flow.round === 1) return inputRequired({ q: elicit('Where?', Later) });
    return ctx.answer('q', Later) === undefined ? 'none' : 'some';
  });
  expect(await failure(...(await retry(server, { q: ANSWERS.form })))).toMatchObject({ code: -32603 });
  expect(logger.entries).toEqual([
    expect.objectContaining({ event: 'invalid_result', message: expect.stringContaining('"q"') }),
  ]);
});
