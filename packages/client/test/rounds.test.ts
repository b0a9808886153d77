/** The rounds of a call: SYSTEM C1, C4 and C5. Specification 2026-07-28, basic/patterns/mrtr "Client Requirements". */
import { Client, type RoundEvent } from '@mrtr/client';
import { virtualClock } from '@mrtr/testing';
import { MetaKey } from '@mrtr/types';
import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { OnElicit } from './support/callbacks.js';
import { clientErrorOf, thrownBy } from './support/failure.js';
import {
  accept,
  done,
  fakeServer,
  formRequest,
  interim,
  rootsRequest,
  sampled,
  sampleRequest,
  scripted,
} from './support/fake-server.js';

const answering = { onElicit: () => accept('yes') };

describe('a call with rounds', () => {
  test('dispatches each input request to its callback and returns the plain final result', async () => {
    const server = scripted(
      interim({ form: formRequest(), model: sampleRequest, dirs: rootsRequest }, 's1'),
      done('all there'),
    );
    const client = new Client(server, {
      ...answering,
      onSample: () => sampled,
      onListRoots: () => [{ uri: 'file:///home' }],
    });
    expect(await client.callTool('provision', { name: 'orders' })).toEqual(done('all there'));
    expect(server.legs).toEqual([
      { name: 'provision', arguments: { name: 'orders' } },
      {
        name: 'provision',
        arguments: { name: 'orders' },
        requestState: 's1',
        inputResponses: { form: accept('yes'), model: sampled, dirs: { roots: [{ uri: 'file:///home' }] } },
      },
    ]);
  });

  test.each([
    ['prompts/get', { name: 'p', arguments: { a: '1' } }, { resultType: 'complete', messages: [] }],
    ['resources/read', { uri: 'memo://1' }, { resultType: 'complete', contents: [], ttlMs: 0, cacheScope: 'private' }],
  ] as const)('%s has rounds too', async (method, params, result) => {
    const server = scripted(interim({ q: formRequest() }, 's'), result);
    const client = new Client(server, answering);
    const answer = method === 'prompts/get' ? client.getPrompt('p', { a: '1' }) : client.readResource('memo://1');
    expect(await answer).toEqual(result);
    expect(server.seen.map((seen) => seen.method)).toEqual([method, method]);
    expect(server.legs).toEqual([params, { ...params, requestState: 's', inputResponses: { q: accept('yes') } }]);
  });

  test('sends only the answers of the last round', async () => {
    const server = scripted(interim({ a: formRequest() }), interim({ b: formRequest() }), done());
    await new Client(server, answering).callTool('t');
    expect(server.legs).toEqual([
      { name: 't' },
      { name: 't', inputResponses: { a: accept('yes') } },
      { name: 't', inputResponses: { b: accept('yes') } },
    ]);
  });

  test('leaves the state out where the last interim result had none', async () => {
    const server = scripted(interim({ a: formRequest() }, 's1'), interim({ b: formRequest() }), done());
    await new Client(server, answering).callTool('t');
    expect(server.legs.map((leg) => 'requestState' in leg)).toEqual([false, true, false]);
  });

  test('echoes any state byte for byte, the empty one too', async () => {
    const states = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.constant(''));
    await fc.assert(
      fc.asyncProperty(states, async (state) => {
        const server = scripted(interim({ q: formRequest() }, state), done());
        await new Client(server, answering).callTool('t');
        expect(server.legs[1]?.['requestState']).toBe(state);
      }),
    );
  });

  test('gives each leg an id and a progress token of its own, and all of them the same callback', async () => {
    const server = fakeServer(({ params, info }, leg) => {
      const { progressToken } = params['_meta'] as { progressToken: number };
      info.notify?.({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress: leg } });
      return leg < 3 ? interim({ q: formRequest() }) : done();
    });
    const progress: unknown[] = [];
    await new Client(server, answering).callTool('t', {}, { onProgress: (report) => progress.push(report) });
    expect(progress).toEqual([{ progress: 1 }, { progress: 2 }, { progress: 3 }]);
    expect(new Set(server.seen.map(({ id }) => id)).size).toBe(3);
    expect(
      new Set(server.seen.map(({ params }) => (params['_meta'] as { progressToken: number }).progressToken)).size,
    ).toBe(3);
  });

  test('drops progress under any other token, and reports that are malformed', async () => {
    const server = fakeServer(({ params, info }) => {
      const { progressToken } = params['_meta'] as { progressToken: number };
      const report = (progress: Record<string, unknown>) =>
        info.notify?.({ jsonrpc: '2.0', method: 'notifications/progress', params: progress });
      report({ progressToken: progressToken + 1, progress: 1 });
      report({ progressToken: String(progressToken), progress: 1 });
      report({ progressToken, progress: 'much' });
      report({ progressToken, progress: 2, total: 4, message: 'half' });
      return done();
    });
    const progress: unknown[] = [];
    await new Client(server).callTool('t', {}, { onProgress: (report) => progress.push(report) });
    expect(progress).toEqual([{ progress: 2, total: 4, message: 'half' }]);
  });

  test('answers keys of any text like any other, on every property of Object too', async () => {
    const special = fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', '');
    const keys = fc.uniqueArray(fc.oneof(special, fc.string({ unit: 'binary' })), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(keys, async (names) => {
        const requests = Object.fromEntries(names.map((name) => [name, formRequest(name)]));
        const server = scripted(interim(requests), done());
        const onElicit = vi.fn<OnElicit>(({ message }) => accept(message));
        await new Client(server, { onElicit }).callTool('t');
        const responses = server.legs[1]?.['inputResponses'] as Record<string, unknown>;
        expect(new Map(Object.entries(responses))).toEqual(new Map(names.map((name) => [name, accept(name)])));
        expect(new Set(onElicit.mock.calls.map(([, { key }]) => key))).toEqual(new Set(names));
        expect(Object.getPrototypeOf(responses)).toBe(Object.prototype);
        expect({}).not.toHaveProperty('action');
      }),
    );
  });

  test('parallel calls never swap states or answers', async () => {
    const server = fakeServer(({ params }) => {
      const { name, requestState } = params as { name: string; requestState?: string };
      if (requestState === undefined) return interim({ q: formRequest(name) }, `state of ${name}`);
      const { q } = params['inputResponses'] as { q: { content: { word: string } } };
      return done(`${name}: ${requestState}, ${q.content.word}`);
    });
    const client = new Client(server, {
      onElicit: async ({ message }) => {
        for (let turn = message.length; turn > 0; turn--) await Promise.resolve();
        return accept(message);
      },
    });
    const names = Array.from({ length: 20 }, (_, index) => 'x'.repeat(20 - index));
    const results = await Promise.all(names.map((name) => client.callTool(name)));
    expect(results).toEqual(names.map((name) => done(`${name}: state of ${name}, ${name}`)));
  });

  test('goes out with the arguments it was made with, whatever its caller does with them meanwhile', async () => {
    const server = scripted(interim({ q: formRequest() }), interim({ q: formRequest() }), done());
    const args: Record<string, unknown> = { list: [1], ['__proto__']: 'own' };
    const client = new Client(server, {
      onElicit: (_params, ask) => {
        expect(() => (ask.arguments as { list: number[] }).list.push(2)).toThrow(TypeError);
        return accept('x');
      },
    });
    const call = client.callTool('t', args);
    args['list'] = [9];
    await call;
    const first = '{"list":[1],"__proto__":"own"}';
    expect(server.legs.map((leg) => JSON.stringify(leg['arguments']))).toEqual([first, first, first]);
    expect(Object.isFrozen(args['list'])).toBe(false);
  });

  test('of arguments that are not JSON is refused before anything is sent', async () => {
    const server = scripted(done());
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    for (const args of [{ n: 1n }, cyclic]) {
      expect((await clientErrorOf(new Client(server).callTool('t', args))).code).toBe('invalid_option');
      expect(thrownBy(() => new Client(server).begin('tools/call', { name: 't', arguments: args })).code).toBe(
        'invalid_option',
      );
    }
    expect(server.seen).toHaveLength(0);
  });

  test('declares version, identity and capabilities in every leg', async () => {
    const server = scripted(interim({ q: formRequest() }), done());
    await new Client(server, { ...answering, info: { name: 'host', version: '2' } }).callTool('t');
    const meta = {
      [MetaKey.protocolVersion]: '2026-07-28',
      [MetaKey.clientInfo]: { name: 'host', version: '2' },
      [MetaKey.clientCapabilities]: { elicitation: { form: {} } },
    };
    expect(server.seen.map(({ params }) => params['_meta'])).toEqual([meta, meta]);
  });
});

describe('the limit of rounds', () => {
  test('a server that asks for ever is stopped after inputRequiredMaxRounds answers', async () => {
    const server = fakeServer((_request, leg) => interim({ q: formRequest(`Round ${leg}`) }, `s${leg}`));
    const error = await clientErrorOf(new Client(server, answering).callTool('t', { a: 1 }));
    expect(error.code).toBe('too_many_rounds');
    expect(error.message).toContain('10 rounds');
    expect(server.seen).toHaveLength(11);
    expect(error.pending).toEqual({
      version: 1,
      method: 'tools/call',
      params: { name: 't', arguments: { a: 1 } },
      round: 11,
      inputRequests: { q: formRequest('Round 11') },
      requestState: 's11',
    });
  });

  test('the call goes on from the pending round that the error carries', async () => {
    const server = scripted(interim({ q: formRequest() }, 's1'), interim({ q: formRequest() }, 's2'), done('at last'));
    const client = new Client(server, { ...answering, inputRequiredMaxRounds: 1 });
    const { pending } = await clientErrorOf(client.callTool('t'));
    expect(await client.resume(pending).run()).toEqual(done('at last'));
    expect(server.legs[2]).toEqual({ name: 't', requestState: 's2', inputResponses: { q: accept('yes') } });
  });

  test('0 answers nothing, and one call may have another limit than the client', async () => {
    const server = scripted(interim({ q: formRequest() }), done());
    const client = new Client(server, { ...answering, inputRequiredMaxRounds: 0 });
    expect((await clientErrorOf(client.callTool('t'))).code).toBe('too_many_rounds');
    expect(await client.callTool('t', {}, { inputRequiredMaxRounds: 1 })).toEqual(done());
  });
});

describe('rounds without a question', () => {
  /** Runs a call on a virtual clock and returns the pauses between its legs. */
  async function pausesOf(results: unknown[], options: ConstructorParameters<typeof Client>[1] = {}) {
    const clock = virtualClock(0);
    const times: number[] = [];
    const server = fakeServer((_request, leg) => {
      times.push(clock.now());
      return results[leg - 1];
    });
    const client = new Client(server, { ...answering, clock, timeoutMs: Infinity, ...options });
    const settled = client.callTool('t').then(
      () => 'done',
      (error: { code: string }) => error.code,
    );
    await clock.advance(2_000_000);
    return { outcome: await settled, pauses: times.slice(1).map((time, index) => time - (times[index] ?? 0)) };
  }
  const wait = interim(undefined, 's');
  const question = interim({ q: formRequest() }, 's');

  test('pause 50 ms, doubling to 250 ms, and a question resets the pause', async () => {
    expect(await pausesOf([wait, wait, wait, wait, question, wait, wait, done()])).toEqual({
      outcome: 'done',
      pauses: [50, 100, 200, 250, 0, 50, 100],
    });
  });

  test('count as rounds like any other by default', async () => {
    const { outcome, pauses } = await pausesOf(Array.from({ length: 20 }, () => wait));
    expect(outcome).toBe('too_many_rounds');
    expect(pauses).toHaveLength(10);
  });

  test('may have pauses and a limit of their own, apart from the rounds with questions', async () => {
    const results = [...Array.from({ length: 100 }, () => wait), question, ...Array.from({ length: 100 }, () => wait)];
    const waiting = { pauseMs: 1000, maxPauseMs: 5000, maxRounds: 150 };
    const { outcome, pauses } = await pausesOf(results, { waiting, inputRequiredMaxRounds: 1 });
    expect(outcome).toBe('too_many_rounds');
    expect(pauses.slice(0, 5)).toEqual([1000, 2000, 4000, 5000, 5000]);
    expect(pauses).toHaveLength(151);
  });

  test('can be waited out until the deadline alone', async () => {
    const results = Array.from({ length: 5000 }, () => wait);
    const options = { waiting: { maxRounds: Infinity, pauseMs: 250 }, deadlineMs: 60_000 };
    const { outcome, pauses } = await pausesOf(results, options);
    expect(outcome).toBe('deadline');
    expect(pauses.length).toBeGreaterThan(230);
  });

  test.each(['s', ''])('send the state %j alone', async (state) => {
    const clock = virtualClock(0);
    const server = scripted(interim({}, state), done());
    const call = new Client(server, { clock }).callTool('t');
    await clock.advance(50);
    await call;
    expect(server.legs[1]).toEqual({ name: 't', requestState: state });
  });
});

test('every round is shown before it is answered or waited out', async () => {
  const clock = virtualClock(0);
  const server = scripted(interim({ q: formRequest() }, 's1'), interim(undefined, 's2'), done());
  const events: (RoundEvent | string)[] = [];
  const client = new Client(server, {
    clock,
    onElicit: () => {
      events.push('asked');
      return accept('x');
    },
    onRound: () => events.push('client'),
  });
  const call = client.callTool('t', {}, { onRound: (event) => events.push(event) });
  await clock.advance(50);
  await call;
  expect(events).toEqual([
    'client',
    { round: 1, requests: { q: formRequest() }, requestState: 's1', pauseMs: 0 },
    'asked',
    'client',
    { round: 2, requests: {}, requestState: 's2', pauseMs: 50 },
  ]);
});
