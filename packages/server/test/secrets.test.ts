/** Nothing secret leaves: HOSTILE "Secrets". Marks are planted everywhere, and searched for in wire, log and events. */
import { inspect } from 'node:util';
import { type RejectionReason, rejectionReasons } from '@mrtr/seal';
import { elicit, inputRequired, McpServer, Server } from '@mrtr/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { ATTEMPTS, PLANTED } from './support/attempts.js';
import { bound, FROZEN, STATE, TIERS, tokenOf } from './support/bound.js';
import { recordingLogger } from './support/recording.js';
import { send } from './support/requests.js';

/** Everything that can be read of a value: errors with their messages, stacks and causes, hidden members too. */
function readable(value: unknown): string {
  return inspect(value, {
    depth: Number.POSITIVE_INFINITY,
    maxArrayLength: null,
    maxStringLength: null,
    showHidden: true,
  });
}

const MARKS = [...Object.values(PLANTED), STATE];

function expectNoMark(...values: unknown[]): void {
  const text = readable(values);
  for (const mark of MARKS) expect(text).not.toContain(mark);
}

afterEach(() => vi.restoreAllMocks());

describe.each(TIERS)('%s that refuses a state', (tier) => {
  test.each<RejectionReason>(rejectionReasons)('leaks nothing: %s', async (reason) => {
    const spoken = (['log', 'info', 'warn', 'error', 'debug'] as const).map((method) => vi.spyOn(console, method));
    const { server, method = 'tools/call', params = { name: 't' }, token, info = {} } = await ATTEMPTS[reason](tier);
    const inputResponses = { roots: { action: 'accept', content: { secret: PLANTED.answer } } };
    const response = await send(server.server, method, { ...params, requestState: token, inputResponses }, { info });
    expect(response).toMatchObject({ error: FROZEN });
    expect(server.entries.length).toBeGreaterThan(0);
    expectNoMark(response, server.entries, server.rejections);
    expect(readable([response, server.entries, server.rejections])).not.toContain(token);
    for (const spy of spoken) expect(spy).not.toHaveBeenCalled();
  });

  test('seals what is planted: the token shows no mark, and neither does its base64', async () => {
    const info = { auth: { clientId: PLANTED.client, subject: PLANTED.subject } };
    const { server, entries } = bound(tier);
    const token = await tokenOf(server, { note: PLANTED.answer }, info);
    expectNoMark(token, Buffer.from(token.slice(3), 'base64url').toString('latin1'), entries);
  });
});

describe('what fails beyond the boundary', () => {
  const Word = z.object({ word: z.enum(['yes', 'no']) });

  /** Asks for a word, then does whatever it is told. */
  function serverThat(then: () => never) {
    const logger = recordingLogger();
    const server = new McpServer({ name: 'secretive', version: '1.0.0' }, { logger });
    server.tool('t', {}, (_input, ctx) => {
      if (ctx.flow.round === 1) return inputRequired({ q: elicit('?', Word) }, { requestState: STATE });
      ctx.answer('q', Word);
      return then();
    });
    return { server, entries: logger.entries };
  }

  test.each([
    ['an answer that does not fit', { q: { action: 'accept', content: { word: PLANTED.answer } } }],
    ['an answer of another kind', { q: { roots: [{ uri: `file:///${PLANTED.answer}` }] } }],
    ['answers of another shape', { q: { action: PLANTED.answer } }],
    ['an answer with a nested secret', { q: { action: 'accept', content: { word: { deep: PLANTED.answer } } } }],
  ])('quotes nothing of it: %s', async (_, inputResponses) => {
    const { server, entries } = serverThat(() => expect.unreachable());
    const requestState = await tokenOf(server);
    const response = await send(server, 'tools/call', { name: 't', requestState, inputResponses });
    expect(JSON.stringify(response)).toMatch(/isError|-32602/);
    expectNoMark(response, entries);
  });

  test.each([
    ['an error', new Error('boom', { cause: new Error(PLANTED.error) })],
    ['an object', { secret: PLANTED.error }],
    ['an error with members', Object.assign(new Error('boom'), { secret: PLANTED.error })],
  ])('tells the client no more of it than its message: %s', async (_, thrown) => {
    const { server } = serverThat(() => {
      throw thrown;
    });
    const requestState = await tokenOf(server);
    const inputResponses = { q: { action: 'accept', content: { word: 'yes' } } };
    const response = await send(server, 'tools/call', { name: 't', requestState, inputResponses });
    expect(response).toMatchObject({ result: { isError: true } });
    expectNoMark(response);
  });

  test('tells the client nothing at all of it on a low-level server', async () => {
    const server = new Server(
      { name: 'secretive', version: '1.0.0' },
      { logger: recordingLogger(), onCallTool: () => Promise.reject(new Error(PLANTED.error)) },
    );
    expectNoMark(await send(server, 'tools/call', { name: 't' }));
  });
});
