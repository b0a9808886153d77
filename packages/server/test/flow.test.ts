/** All the rounds of one call: SYSTEM H4 and H6. */
import { RequestStateSecurity } from '@mrtr/seal';
import {
  type ArgumentsSchema,
  elicit,
  inputRequired,
  listRoots,
  McpServer,
  requestStateBoundary,
  Server,
  type PromptFunction,
} from '@mrtr/server';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { call, result, textOf } from './support/requests.js';

const INFO = { name: 'flow', version: '1.0.0' };
const Name = z.object({ name: z.string() });
const ROUNDS = 4;

/** A tool, a prompt and a template that each go on for some rounds and then say which flow they were. */
function goingOn(): McpServer {
  const server = new McpServer(INFO);
  const goOn: PromptFunction<ArgumentsSchema, undefined> = (_input, { flow }) =>
    flow.round < ROUNDS
      ? inputRequired({ [`round ${flow.round}`]: listRoots() }, { requestState: flow.id })
      : `${flow.id} ${flow.round}`;
  server.tool('t', {}, goOn as never);
  server.prompt('p', {}, goOn);
  server.resource('memo://{id}', {}, goOn as never);
  return server;
}

async function run(server: McpServer | Server, method: string, params: Readonly<Record<string, unknown>>) {
  const rounds = [await result(server, method, params)];
  for (let last = rounds[0]!; last.resultType === 'input_required'; rounds.push(last)) {
    last = await result(server, method, { ...params, requestState: last.requestState });
  }
  return rounds;
}

describe.each([
  ['tools/call', { name: 't' }],
  ['prompts/get', { name: 'p' }],
  ['resources/read', { uri: 'memo://1' }],
] as const)('a flow of %s', (method, params) => {
  test('keeps its id and counts its rounds from 1', async () => {
    const rounds = await run(goingOn(), method, params);
    expect(rounds).toHaveLength(ROUNDS);
    expect(rounds.slice(0, -1).map(({ inputRequests }) => Object.keys(inputRequests)[0])).toEqual([
      'round 1',
      'round 2',
      'round 3',
    ]);
    expect(JSON.stringify(rounds.at(-1))).toMatch(/"[\w-]{22} 4"/);
  });

  test('has another id than any other flow, also of the same call', async () => {
    const server = goingOn();
    const flows = await Promise.all(Array.from({ length: 10 }, () => run(server, method, params)));
    const last = flows.map((rounds) => JSON.stringify(rounds.at(-1)));
    expect(new Set(last).size).toBe(10);
  });

  test('has another state in every round, though the plain one is the same', async () => {
    const rounds = await run(goingOn(), method, params);
    const states = rounds.slice(0, -1).map(({ requestState }) => requestState);
    expect(new Set(states).size).toBe(ROUNDS - 1);
  });
});

test('a flow that ends in its first round has an id too, the same however often it is read', async () => {
  const server = new McpServer(INFO);
  server.tool('t', {}, (_input, { flow }) => JSON.stringify([flow.id, flow.id, flow.round]));
  const [once, again, round] = JSON.parse(textOf(await call(server, 't'))) as unknown[];
  expect(once).toMatch(/^[\w-]{22}$/);
  expect([again, round]).toEqual([once, 1]);
});

test('the id that a handler read in the first round is the one of all others, also on a low-level server', async () => {
  const server = new Server(INFO, {
    onCallTool: ({ flow }) =>
      flow!.round === 1
        ? { resultType: 'input_required', requestState: flow!.id }
        : { content: [{ type: 'text', text: flow!.id }] },
  });
  const seen: string[] = [];
  server.use(async (incoming, next) => {
    const outgoing = await next(incoming);
    seen.push(incoming.ctx.flow!.id);
    return outgoing;
  });
  server.use(requestStateBoundary(RequestStateSecurity.ephemeral(), { audience: 'x' }));
  const rounds = await run(server, 'tools/call', { name: 't' });
  expect(seen).toHaveLength(2);
  expect(new Set([...seen, textOf(rounds[1]!)]).size).toBe(1);
});

describe('the state of a handler', () => {
  /** Keeps whatever it is told to. */
  function keeper(): McpServer {
    const server = new McpServer(INFO);
    server.tool('t', { input: z.object({ state: z.string() }) }, ({ state }, ctx) =>
      ctx.flow.round === 1
        ? inputRequired({ q: elicit('?', Name) }, { requestState: state })
        : JSON.stringify([ctx.requestState]),
    );
    return server;
  }

  async function roundTrip(state: string): Promise<unknown> {
    const params = { name: 't', arguments: { state } };
    const { requestState } = await result(keeper(), 'tools/call', params);
    expect(requestState).toMatch(/^v1\.[\w-]+$/);
    const server = keeper();
    const first = await result(server, 'tools/call', params);
    const second = await result(server, 'tools/call', { ...params, requestState: first.requestState });
    return (JSON.parse(textOf(second)) as unknown[])[0];
  }

  test.each([
    ['the empty string', ''],
    ['JSON', '{"step":2,"__proto__":{"x":1}}'],
    ['a NUL', 'a\u0000b'],
    ['lone surrogates', '\ud800 \udfff\ud800'],
    ['emoji', '\u{1f469}\u200d\u{1f680}'],
    ['what looks like a token', 'v1.AAAA'],
    ['20,000 characters', 'x'.repeat(20_000)],
  ])('comes back as it was: %s', async (_, state) => {
    expect(await roundTrip(state)).toBe(state);
  });

  test('comes back as it was, whatever it is', async () => {
    const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          units.map((codes) => String.fromCharCode(...codes)),
        ),
        async (state) => {
          expect(await roundTrip(state)).toBe(state);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('is undefined in the first round, and where the handler kept none', async () => {
    const seen: unknown[] = [];
    const server = new McpServer(INFO);
    server.tool('t', {}, (_input, ctx) => {
      seen.push([ctx.requestState, ctx.inputResponses]);
      return ctx.flow.round === 1 ? inputRequired({ q: listRoots() }) : 'done';
    });
    await run(server, 'tools/call', { name: 't' });
    expect(seen).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });

  test('never shows on the wire, in plain or in base64', async () => {
    const secret = 'PLANTED-account-4711';
    const { requestState } = await call(keeper(), 't', { state: secret });
    const decoded = Buffer.from(requestState.slice(3), 'base64url').toString('latin1');
    expect(requestState + decoded).not.toContain('PLANTED');
    expect(decoded).not.toContain(Buffer.from(secret).toString('base64'));
  });

  test('is hidden in its length too, within a step', async () => {
    const lengths = await Promise.all(
      Array.from(
        { length: 30 },
        async (_, index) => (await call(keeper(), 't', { state: 'x'.repeat(index) })).requestState.length,
      ),
    );
    expect(new Set(lengths).size).toBeLessThanOrEqual(2);
  });
});
