/** Asking in the middle of a call: SYSTEM R12 and C11. Specification 2025-11-25, client/elicitation, sampling, roots. */
import {
  elicit,
  elicitUrl,
  inputRequired,
  listRoots,
  McpServer,
  type McpServerOptions,
  outcome,
  resolver,
  sample,
  Server,
  wait,
} from '@mrtr/server';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { LegacyClient, type LegacyClientOptions } from '../support/legacy-client.js';
import { recordingLogger } from '../support/recording.js';

const INFO = { name: 'both-eras', version: '2.0.0' };
const Word = z.object({ word: z.string().transform((text) => text.toUpperCase()) });
const message = { role: 'user' as const, content: { type: 'text' as const, text: 'Sum up.' } };

/** Says yes to everything: the word is the question itself. */
const ANSWERS = {
  'elicitation/create': ({ message: word }: Readonly<Record<string, unknown>>) => ({
    action: 'accept',
    content: { word },
  }),
  'sampling/createMessage': () => ({ role: 'assistant', model: 'm', content: { type: 'text', text: 'in short' } }),
  'roots/list': () => ({ roots: [{ uri: 'file:///home/ada' }] }),
};

async function connected(server: McpServer | Server, options: LegacyClientOptions = {}): Promise<LegacyClient> {
  const client = new LegacyClient(server, { answers: ANSWERS, ...options });
  await client.initialize();
  return client;
}

function serverOf(options: McpServerOptions = {}) {
  const { entries, ...logger } = recordingLogger();
  return { server: new McpServer(INFO, { logger, ...options }), entries };
}

async function textOf(client: LegacyClient, name: string, args?: object): Promise<unknown> {
  const { content } = await client.result('tools/call', { name, ...(args && { arguments: args }) });
  return (content as readonly { text: string }[])[0]?.text;
}

/** Somebody who is asked and never answers. `asked` resolves when the question is there. */
function silentPerson() {
  let isAsked = (): void => undefined;
  const asked = new Promise<void>((resolve) => (isAsked = resolve));
  const answers = {
    'elicitation/create': () => {
      isAsked();
      return new Promise(() => undefined);
    },
  };
  return { asked, answers };
}

describe('resolvers in a session', () => {
  const first = resolver({}, () => elicit('first', Word));
  const second = resolver({ needs: { first } }, ({ first: { word } }) => elicit(`after ${word}`, Word));

  test('ask all that can be asked at once, over the back-channel, and the body runs once', async () => {
    const { server } = serverOf();
    const body = vi.fn(
      (given: { second: { word: string } }, { flow }: { flow: { round: number } }) =>
        `${given.second.word} ${flow.round}`,
    );
    const summary = resolver({}, () => sample({ messages: [message], maxTokens: 9 }));
    server.tool('t', { resolve: { second, roots: listRoots(), summary } }, body);
    const client = await connected(server);
    expect(await textOf(client, 't')).toBe('AFTER FIRST 3');
    expect(client.asked.map(({ method }) => method).toSorted()).toEqual(
      ['elicitation/create', 'elicitation/create', 'roots/list', 'sampling/createMessage'].toSorted(),
    );
    expect(body).toHaveBeenCalledOnce();
  });

  test('ask for prompts and templates too', async () => {
    const { server } = serverOf();
    server.prompt('p', { resolve: { first } }, ({ first: { word } }) => word);
    server.resource('memo://{id}', { resolve: { first } }, ({ id, first: { word } }) => id + word);
    const client = await connected(server);
    expect(await client.result('prompts/get', { name: 'p' })).toMatchObject({
      messages: [{ content: { text: 'FIRST' } }],
    });
    expect(await client.result('resources/read', { uri: 'memo://1' })).toMatchObject({
      contents: [{ text: '1FIRST' }],
    });
  });

  test('end the call by a refusal, or hand it on as an outcome', async () => {
    const { server } = serverOf();
    server.tool('must', { resolve: { first } }, () => 'done');
    server.tool('may', { resolve: { first: outcome(first) } }, ({ first: { action } }) => action);
    const client = await connected(server, { answers: { 'elicitation/create': () => ({ action: 'decline' }) } });
    expect(await client.result('tools/call', { name: 'must' })).toMatchObject({ isError: true });
    expect(await textOf(client, 'must')).toContain('"first" was declined');
    expect(await textOf(client, 'may')).toBe('decline');
  });

  test('keep what is kept once in a flow', async () => {
    const { server } = serverOf();
    let price = 10;
    const pinned = resolver({ once: true }, () => price++);
    const agreed = resolver({ needs: { pinned } }, ({ pinned: p }) => elicit(`For ${p}?`, Word));
    server.tool('buy', { resolve: { pinned, agreed } }, ({ pinned: p }) => `paid ${p}`);
    expect(await textOf(await connected(server), 'buy')).toBe('paid 10');
  });

  test('wait for what comes out of band, with pauses that grow', async () => {
    const delays: number[] = [];
    const setTimeout = (callback: () => void, ms: number) => {
      delays.push(ms);
      queueMicrotask(callback);
    };
    const { server } = serverOf({ clock: { setTimeout, clearTimeout: () => undefined } });
    let looks = 0;
    server.tool('t', { resolve: { late: resolver({}, () => (++looks < 6 ? wait() : 'there')) } }, ({ late }) => late);
    expect(await textOf(await connected(server), 't')).toBe('there');
    expect(delays).toEqual([50, 100, 200, 250, 250]);
  });
});

test('a wait in a session ends after ten minutes of pauses', async () => {
  const clock = { setTimeout: (callback: () => void) => queueMicrotask(callback), clearTimeout: () => undefined };
  const { server, entries } = serverOf({ clock });
  const look = vi.fn(() => wait());
  server.tool('t', { resolve: { late: resolver({}, look) } }, () => 'never');
  const client = await connected(server);
  expect(await client.failure('tools/call', { name: 't' })).toMatchObject({ code: -32603 });
  expect(entries).toMatchObject([{ message: 'tools/call still waits after 2400 rounds.' }]);
  expect(look).toHaveBeenCalledTimes(2401);
});

describe('a question in a session', () => {
  test('has the form of its revision', async () => {
    const { server } = serverOf();
    server.tool('form', { resolve: { form: elicit('Word?', Word) } }, () => 'ok');
    server.tool('page', { resolve: { page: resolver({}, () => elicitUrl('Sign', 'https://x.example/')) } }, () => 'ok');
    const newest = await connected(server, { capabilities: { elicitation: { form: {}, url: {} } } });
    await textOf(newest, 'form');
    await textOf(newest, 'page');
    expect(newest.asked[0]?.params).toMatchObject({ mode: 'form', message: 'Word?' });
    expect(newest.asked[1]?.params).toMatchObject({
      mode: 'url',
      url: 'https://x.example/',
      elicitationId: expect.stringContaining(':page') as string,
    });
    const older = await connected(server, { version: '2025-06-18' });
    await textOf(older, 'form');
    expect(older.asked[0]?.params).toEqual({
      message: 'Word?',
      requestedSchema: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
    });
  });

  test('that the client can not answer is not asked', async () => {
    const { server } = serverOf();
    server.tool('t', { resolve: { form: elicit('Word?', Word), roots: listRoots() } }, () => 'ok');
    const client = await connected(server, { capabilities: { roots: {} } });
    expect(await client.failure('tools/call', { name: 't' })).toMatchObject({
      code: -32021,
      data: { requiredCapabilities: { elicitation: { form: {} } } },
    });
    expect(client.asked).toEqual([]);
  });

  test('that is answered with an error ends the call, by name, and takes the others back', async () => {
    const { server } = serverOf();
    const never = () => new Promise(() => undefined);
    const refuse = () => {
      throw new Error('Not today.');
    };
    server.tool(
      't',
      { resolve: { word: elicit('Word?', Word), summary: sample({ messages: [message], maxTokens: 9 }) } },
      () => 'ok',
    );
    server.prompt('p', { resolve: { summary: sample({ messages: [message], maxTokens: 9 }) } }, () => 'ok');
    const client = await connected(server, {
      answers: { 'elicitation/create': never, 'sampling/createMessage': refuse },
    });
    const response = await client.result('tools/call', { name: 't' });
    expect(response).toEqual({
      isError: true,
      content: [{ type: 'text', text: 'The client did not answer "summary": Not today.' }],
    });
    expect(client.notifications.map(({ method }) => method)).toEqual(['notifications/cancelled']);
    expect(await client.failure('prompts/get', { name: 'p' })).toMatchObject({
      code: -32603,
      message: 'The client did not answer "summary": Not today.',
    });
    expect(await client.result('ping')).toEqual({});
  });

  test('is taken back when the call is cancelled, and nothing is said to have failed', async () => {
    const { server, entries } = serverOf();
    const body = vi.fn(() => 'done');
    server.tool('t', { resolve: { word: elicit('Word?', Word) } }, body);
    const { asked, answers } = silentPerson();
    const client = await connected(server, { answers });
    const response = client.send('tools/call', { name: 't' }, {}, 7);
    await asked;
    await client.notify('notifications/cancelled', { requestId: 7 });
    expect(await response).toBeUndefined();
    expect(client.notifications).toMatchObject([{ method: 'notifications/cancelled' }]);
    expect(body).not.toHaveBeenCalled();
    expect(entries).toEqual([]);
  });

  test('of the wrong shape or content is refused as in any revision', async () => {
    const { server } = serverOf();
    server.tool('t', { resolve: { word: elicit('Word?', Word) } }, () => 'ok');
    const nonsense = await connected(server, { answers: { 'elicitation/create': () => ({ verdict: 1 }) } });
    expect(await nonsense.failure('tools/call', { name: 't' })).toMatchObject({ code: -32602 });
    const misfit = await connected(server, {
      answers: { 'elicitation/create': () => ({ action: 'accept', content: { word: 7 } }) },
    });
    expect(await textOf(misfit, 't')).toContain('for the second time');
    expect(misfit.asked).toHaveLength(2);
  });
});

describe('an interim result by hand, in a session', () => {
  const byHand = (server: McpServer) =>
    server.tool('t', {}, (_input, ctx) => {
      const word = ctx.answer('word', Word)?.word;
      if (word === undefined) return inputRequired({ word: elicit('Word?', Word) }, { requestState: 'one' });
      if (ctx.requestState === 'one') return inputRequired({ word: elicit('Again?', Word) }, { requestState: 'two' });
      return `${word} ${ctx.requestState} ${ctx.flow.round}`;
    });

  test('is -32603, and the log says the way out', async () => {
    const { server, entries } = serverOf();
    byHand(server);
    const client = await connected(server);
    expect(await client.failure('tools/call', { name: 't' })).toEqual({ code: -32603, message: 'Internal error' });
    expect(entries).toMatchObject([
      { event: 'invalid_result', message: expect.stringContaining('legacyShim: true') as string },
    ]);
    expect(client.asked).toEqual([]);
  });

  test('is asked over the back-channel with legacyShim, round by round', async () => {
    const { server } = serverOf({ legacyShim: true });
    byHand(server);
    const client = await connected(server);
    expect(await textOf(client, 't')).toBe('AGAIN? two 3');
  });

  test('is bridged for a low-level server too', async () => {
    const server = new Server(INFO, {
      legacyShim: true,
      onCallTool: (_ctx, { inputResponses, requestState }) =>
        requestState === undefined
          ? inputRequired({ roots: listRoots() }, { requestState: 'asked' })
          : { content: [{ type: 'text', text: JSON.stringify([inputResponses, requestState]) }] },
    });
    const client = await connected(server);
    expect(await textOf(client, 't')).toBe('[{"roots":{"roots":[{"uri":"file:///home/ada"}]}},"asked"]');
  });

  test('that never ends is stopped', async () => {
    const { server, entries } = serverOf({ legacyShim: true });
    server.tool('t', {}, () => inputRequired({ roots: listRoots() }));
    const client = await connected(server);
    expect(await client.failure('tools/call', { name: 't' })).toMatchObject({ code: -32603 });
    expect(entries).toMatchObject([{ message: expect.stringContaining('100 rounds') as string }]);
    expect(client.asked).toHaveLength(100);
  });
});

test('answers and a state that a client sends by itself mean nothing in a session', async () => {
  const { server } = serverOf({ legacyShim: true });
  server.tool('t', {}, (_input, { inputResponses, requestState }) =>
    JSON.stringify([inputResponses ?? null, requestState ?? null]),
  );
  const client = await connected(server);
  const forged = { inputResponses: { a: { action: 'accept', content: {} } }, requestState: 'v1.forged' };
  expect(await client.result('tools/call', { name: 't', ...forged })).toMatchObject({
    content: [{ text: '[null,null]' }],
  });
});

test('a session that ends rejects what it still waits for', async () => {
  const { server } = serverOf();
  server.tool('t', { resolve: { word: elicit('Word?', Word) } }, () => 'ok');
  const { asked, answers } = silentPerson();
  const client = await connected(server, { answers });
  const response = client.send('tools/call', { name: 't' });
  await asked;
  client.session.close();
  client.session.close();
  expect(await response).toBeUndefined();
  expect(client.notifications).toEqual([]);
});
