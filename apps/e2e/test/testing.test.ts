/** `@mrtr/testing` as its users have it: a server under test, a client that answers by script, time and tokens in hand. */
import { Client, type ClientOptions, type Clock } from '@mrtr/client';
import { RequestStateSecurity } from '@mrtr/seal';
import { elicit, elicitUrl, listRoots, McpServer, outcome, resolver, sample, wait } from '@mrtr/server';
import {
  accept,
  cancel,
  decline,
  recordRounds,
  roots,
  sampled,
  scripted,
  tamper,
  type TestingError,
  virtualClock,
} from '@mrtr/testing';
import { memoryTransport } from '@mrtr/transport';
import { describe, expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod';

const KEY = new Uint8Array(32).fill(5);
const Word = z.object({ word: z.string() });
const message = { role: 'user' as const, content: { type: 'text' as const, text: 'Sum up.' } };

function serverOf(requestState = new RequestStateSecurity({ keys: [KEY] })): McpServer {
  const logger = { warn: () => undefined, error: () => undefined };
  const server = new McpServer({ name: 'tested', version: '1.0.0' }, { logger, requestState });
  const first = resolver({}, () => elicit('The first?', Word));
  const second = resolver({ needs: { first } }, ({ first: { word } }) => elicit(`After ${word}?`, Word));
  server.tool('chain', { resolve: { second } }, ({ second: { word } }) => word);
  const page = resolver({}, () => elicitUrl('Sign', 'https://x.example/'));
  server.tool(
    'all',
    {
      resolve: {
        word: outcome(elicit('Word?', Word)),
        page,
        summary: sample({ messages: [message], maxTokens: 5 }),
        folders: listRoots(),
      },
    },
    (given) => JSON.stringify([given.word.action, given.summary.content, given.folders.roots]),
  );
  let looks = 0;
  server.tool('late', { resolve: { late: resolver({}, () => (++looks < 4 ? wait() : 'there')) } }, ({ late }) => late);
  return server;
}

async function textOf(client: Client, tool: string): Promise<string> {
  const { content } = await client.callTool(tool);
  return content[0]?.type === 'text' ? content[0].text : JSON.stringify(content);
}

/** What a script refused, as a client reports it. */
async function refusal(client: Client, tool: string): Promise<TestingError> {
  const error = await client.callTool(tool).catch((thrown: unknown) => thrown as Error);
  return (error as { cause: TestingError }).cause;
}

describe('a script', () => {
  test('answers by key, in every kind, and fits a client as its options', async () => {
    const script = scripted({
      word: decline(),
      page: accept(),
      summary: sampled('in short'),
      folders: roots(['file:///home/ada', { uri: 'file:///srv', name: 'srv' }]),
    });
    await using client = new Client(serverOf(), script);
    const folders = [{ uri: 'file:///home/ada' }, { uri: 'file:///srv', name: 'srv' }];
    expect(JSON.parse(await textOf(client, 'all'))).toEqual(['decline', { type: 'text', text: 'in short' }, folders]);
    expect(script.asked.map((keys) => keys.toSorted())).toEqual([['folders', 'page', 'summary', 'word']]);
    script.assertDone();
  });

  test('survives being spread among other options', async () => {
    const script = scripted({ first: accept({ word: 'A' }), second: accept({ word: 'B' }) });
    const options: ClientOptions = { ...script, timeoutMs: 1000 };
    await using client = new Client(serverOf(), options);
    expect(await textOf(client, 'chain')).toBe('B');
    expect(script.asked).toEqual([['first'], ['second']]);
  });

  test('records what was asked and what was answered', async () => {
    const script = scripted({ first: accept({ word: 'A' }), second: cancel() });
    await using client = new Client(serverOf(), script);
    expect(await textOf(client, 'chain')).toContain('"second" was left without an answer');
    expect(script.rounds).toMatchObject([
      {
        round: 1,
        requests: { first: { params: { message: 'The first?' } } },
        answers: { first: accept({ word: 'A' }) },
      },
      {
        round: 2,
        requests: { second: { params: { message: 'After A?' } } },
        answers: { second: { action: 'cancel' } },
      },
    ]);
    for (const { requestState } of script.rounds) expect(requestState).toMatch(/^v1[.]/u);
  });

  test('answers with functions of the question, and one after the other from a list', async () => {
    const script = scripted({
      first: [({ message: asked }) => accept({ word: asked }), accept({ word: 'second time' })],
      second: async () => accept({ word: 'later' }),
    });
    await using client = new Client(serverOf(), script);
    expect(await textOf(client, 'chain')).toBe('later');
    expect(script.unused).toEqual(['first']);
    expect(await textOf(client, 'chain')).toBe('later');
    expect(script.rounds.map(({ answers }) => answers['first']).filter(Boolean)).toEqual(
      ['The first?', 'second time'].map((word) => accept({ word })),
    );
    script.assertDone();
    expect(await refusal(client, 'chain')).toMatchObject({ code: 'used_up', key: 'first' });
  });

  test('declares no more than it can answer', async () => {
    await using client = new Client(serverOf(), scripted({ word: accept({ word: 'A' }) }));
    await expect(client.callTool('all')).rejects.toMatchObject({
      code: -32021,
      data: { requiredCapabilities: { sampling: {}, roots: {} } },
    });
  });

  test('says what was asked that it does not have', async () => {
    await using client = new Client(serverOf(), scripted({ second: accept({ word: 'B' }) }));
    expect(await refusal(client, 'chain')).toMatchObject({
      name: 'TestingError',
      code: 'unscripted',
      key: 'first',
      message: 'The server asks "first" (a form, "The first?"), and the script answers "second".',
    });
  });

  test('answers what it does not name by `otherwise`', async () => {
    const script = scripted({ second: accept({ word: 'B' }) }, { otherwise: () => accept({ word: 'anything' }) });
    await using client = new Client(serverOf(), script);
    expect(await textOf(client, 'chain')).toBe('B');
  });

  test('says so where its answer is of another kind', async () => {
    const answers = { page: accept(), summary: sampled('in short'), folders: roots() };
    await using client = new Client(serverOf(), scripted({ ...answers, word: sampled('in short') }));
    expect(await refusal(client, 'all')).toMatchObject({ code: 'wrong_kind', key: 'word' });
  });

  test('answers in sessions of older revisions, where the questions of a call have no keys', async () => {
    const script = scripted({}, { otherwise: ({ message: asked }) => accept({ word: asked }) });
    await using client = new Client(serverOf(), { ...script, mode: '2025-11-25' });
    expect(await textOf(client, 'chain')).toBe('After The first??');
    expect(client.protocolVersion).toBe('2025-11-25');
    expect(script.rounds.map(({ messages }) => Object.values(messages))).toEqual([
      ['The first?'],
      ['After The first??'],
    ]);
  });
});

test('rounds are recorded for callbacks of one’s own, those that only wait among them', async () => {
  const record = recordRounds();
  const clock = virtualClock();
  await using client = new Client(serverOf(), { clock, onRound: record.onRound });
  expect(await clock.runUntil(textOf(client, 'late'))).toBe('there');
  expect(record.asked).toEqual([[], [], []]);
});

describe('a virtual clock', () => {
  test('drives the pauses of a client', async () => {
    const clock = virtualClock();
    expectTypeOf(clock).toExtend<Clock>();
    await using client = new Client(serverOf(), { clock, timeoutMs: Infinity });
    const text = textOf(client, 'late');
    const pauses = [await clock.advanceToNext(), await clock.advanceToNext(), await clock.advanceToNext()];
    expect(pauses).toEqual([50, 100, 200]);
    expect(await text).toBe('there');
  });

  test('lets a state expire', async () => {
    const clock = virtualClock();
    const server = serverOf(new RequestStateSecurity({ keys: [KEY], ttl: 60, now: clock.now }));
    const slowly = async () => {
      await clock.advance(60_000);
      return accept({ word: 'too late' });
    };
    await using client = new Client(server, scripted({ first: slowly }));
    await expect(client.callTool('chain')).rejects.toMatchObject({
      code: -32602,
      message: 'Invalid or expired requestState',
    });
  });

  test('ends a resolver of a server that hangs', async () => {
    const clock = virtualClock();
    const server = new McpServer(
      { name: 'tested', version: '1.0.0' },
      { clock, logger: { warn: () => undefined, error: () => undefined } },
    );
    server.tool(
      'hang',
      { resolve: { never: resolver({ timeoutMs: 5000 }, () => new Promise<string>(() => undefined)) } },
      ({ never }) => never,
    );
    await using client = new Client(server);
    const text = textOf(client, 'hang');
    await clock.advance(5000);
    expect(await text).toContain('it took longer than 5000 ms');
  });
});

test('every tampered token is refused, with the one frozen error', async () => {
  const server = serverOf();
  const transport = memoryTransport(server);
  let id = 0;
  const call = (more: object) =>
    transport.send({
      jsonrpc: '2.0',
      id: ++id,
      method: 'tools/call',
      params: {
        name: 'chain',
        ...more,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'attacker', version: '1.0.0' },
          'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
        },
      },
    });
  const tokenOf = async () => {
    const response = await call({});
    return 'result' in response ? String(response.result['requestState']) : '';
  };
  const [token, other] = [await tokenOf(), await tokenOf()];
  const accepted: string[] = [];
  for (const variant of tamper(token, { with: other })) {
    const response = await call({ requestState: variant.token, inputResponses: { first: accept({ word: 'A' }) } });
    const error = 'error' in response ? response.error : undefined;
    if (error?.code !== -32602 || error.message !== 'Invalid or expired requestState') accepted.push(variant.name);
  }
  expect(accepted).toEqual([]);
  expect(await call({ requestState: token, inputResponses: { first: accept({ word: 'A' }) } })).toHaveProperty(
    'result',
  );
});
