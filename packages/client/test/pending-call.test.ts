/** Calls that are run round by round and survive a restart: SYSTEM C9. Specification 2026-07-28, basic/patterns/mrtr. */
import { Client, type ClientOptions, type PendingRound } from '@mrtr/client';
import { settle, virtualClock } from '@mrtr/testing';
import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { OnElicit } from './support/callbacks.js';
import { clientErrorOf, failureOf, thrownBy } from './support/failure.js';
import { accept, done, fakeServer, formRequest, interim, scripted, urlRequest } from './support/fake-server.js';

const declared: ClientOptions = { capabilities: { elicitation: {} } };
const call = { name: 't', arguments: { a: 1 } };

describe('a pending call', () => {
  test('sends nothing before its first round is asked for, and yields each round that waits for answers', async () => {
    const server = scripted(interim({ q: formRequest('one') }, 's1'), interim({ q: formRequest('two') }), done());
    const pending = new Client(server, declared).begin('tools/call', call);
    expect([pending.method, pending.round, pending.finished, server.seen.length]).toEqual(['tools/call', 0, false, 0]);
    const rounds: unknown[] = [];
    for await (const round of pending) {
      rounds.push([round.number, round.requests, round.waiting]);
      round.answer({ q: accept(`answer ${round.number}`) });
    }
    expect(rounds).toEqual([
      [1, { q: formRequest('one') }, false],
      [2, { q: formRequest('two') }, false],
    ]);
    expect(await pending.result).toEqual(done());
    expect(pending.finished).toBe(true);
    expect(server.legs).toEqual([
      call,
      { ...call, requestState: 's1', inputResponses: { q: accept('answer 1') } },
      { ...call, inputResponses: { q: accept('answer 2') } },
    ]);
  });

  test('has no rounds when the server asks nothing', async () => {
    const pending = new Client(scripted(done())).begin('tools/call', call);
    for await (const round of pending) expect.fail(String(round.number));
    expect(await pending.result).toEqual(done());
  });

  test('may answer some questions now and some later, or none: the server asks again', async () => {
    const server = scripted(
      interim({ a: formRequest(), b: formRequest(), c: formRequest() }, 's'),
      interim({ c: formRequest() }),
      done(),
    );
    const pending = new Client(server, declared).begin('tools/call', call);
    for await (const round of pending) {
      if (round.number === 2) round.answer({});
      else {
        round.answer({ a: accept('A') });
        round.answer({ b: { action: 'decline' } });
      }
    }
    expect(server.legs.map((leg) => leg['inputResponses'])).toEqual([
      undefined,
      { a: accept('A'), b: { action: 'decline' } },
      {},
    ]);
  });

  test('checks answers when they are given, and takes none of a set that has a wrong one', async () => {
    const server = scripted(interim({ a: formRequest(), b: formRequest() }), done());
    const pending = new Client(server, declared).begin('tools/call', call);
    for await (const round of pending) {
      const wrong = thrownBy(() => round.answer({ a: accept('x'), b: { action: 'accept', content: { word: 1 } } }));
      expect(wrong).toMatchObject({ code: 'invalid_answer', key: 'b', field: 'word' });
      expect(thrownBy(() => round.answer({ z: accept('x') }))).toMatchObject({ code: 'invalid_answer', key: 'z' });
      round.answer({ b: accept('y') });
    }
    expect(server.legs[1]?.['inputResponses']).toEqual({ b: accept('y') });
  });

  test('refuses to go on with a round that nobody answered', async () => {
    const server = scripted(interim({ q: formRequest() }), done());
    const pending = new Client(server, declared).begin('tools/call', call);
    const error = await clientErrorOf(
      (async () => {
        for await (const round of pending) expect(round.number).toBe(1);
      })(),
    );
    expect(error.code).toBe('unanswered');
    expect(server.seen).toHaveLength(1);
  });

  test('refuses an answer to a round that is over', async () => {
    const server = scripted(interim({ q: formRequest() }), interim({ q: formRequest() }), done());
    const rounds: PendingRound[] = [];
    for await (const round of new Client(server, declared).begin('tools/call', call)) {
      rounds.push(round);
      round.answer({ q: accept('x') });
      if (round.number === 2) expect(thrownBy(() => rounds[0]!.answer({ q: accept('y') })).code).toBe('invalid_answer');
    }
    expect(server.legs[2]?.['inputResponses']).toEqual({ q: accept('x') });
  });

  test('shows rounds without a question too, and waits between them', async () => {
    const clock = virtualClock(0);
    const server = scripted(interim(undefined, 's1'), interim(undefined, 's2'), done());
    const pending = new Client(server, { clock, timeoutMs: Infinity }).begin('tools/call', call);
    const shown: unknown[] = [];
    const loop = (async () => {
      for await (const { waiting, requests } of pending) shown.push([clock.now(), waiting, requests]);
    })();
    await clock.advance(1000);
    await loop;
    expect(shown).toEqual([
      [0, true, {}],
      [50, true, {}],
    ]);
    expect(server.legs.map((leg) => leg['requestState'])).toEqual([undefined, 's1', 's2']);
  });

  test('has the registered callbacks answer what is left of a round, or all rounds', async () => {
    const script = () => scripted(interim({ a: formRequest(), b: formRequest() }), done());
    const onElicit = vi.fn<OnElicit>(() => accept('callback'));
    const options = { onElicit };
    const server = script();
    for await (const round of new Client(server, options).begin('tools/call', call)) {
      round.answer({ a: accept('hand') });
      await round.answerWithCallbacks();
      await round.answerWithCallbacks();
    }
    expect(server.legs[1]?.['inputResponses']).toEqual({ a: accept('hand'), b: accept('callback') });
    expect(onElicit.mock.calls.map(([, { key }]) => key)).toEqual(['b']);
    expect(await new Client(script(), options).begin('tools/call', call).run()).toEqual(done());
  });

  test('is stopped after inputRequiredMaxRounds, and another loop may go on', async () => {
    const server = fakeServer((_request, leg) => (leg < 5 ? interim({ q: formRequest() }, `s${leg}`) : done()));
    const pending = new Client(server, { ...declared, inputRequiredMaxRounds: 2 }).begin('tools/call', call);
    const run = async () => {
      for await (const round of pending) round.answer({ q: accept(String(round.number)) });
    };
    const error = await clientErrorOf(run());
    expect(error.code).toBe('too_many_rounds');
    expect(JSON.stringify(pending)).toBe(JSON.stringify(error.pending));
    expect(pending.round).toBe(3);
    await run();
    expect(await pending.result).toEqual(done());
    expect(server.legs.map((leg) => leg['requestState'])).toEqual([undefined, 's1', 's2', 's3', 's4']);
  });
});

describe('the result of a pending call', () => {
  test('rejects rather than waits where no loop runs', async () => {
    const pending = new Client(scripted(interim({ q: formRequest() })), declared).begin('tools/call', call);
    expect((await clientErrorOf(pending.result)).code).toBe('unfinished');
    for await (const _ of pending) break;
    expect((await clientErrorOf(pending.result)).code).toBe('unfinished');
  });

  test('settles with the loop that runs', async () => {
    const pending = new Client(scripted(interim({ q: formRequest() }), done()), declared).begin('tools/call', call);
    let result: Promise<unknown> | undefined;
    for await (const round of pending) {
      result = pending.result;
      round.answer({ q: accept('x') });
    }
    expect(await result).toEqual(done());
  });

  test('rejects with the failure of the loop', async () => {
    const failing = scripted(interim({ q: formRequest() }), { error: { code: -32603, message: 'Broken' } });
    const pending = new Client(failing, declared).begin('tools/call', call);
    let during: Promise<unknown> | undefined;
    const loop = failureOf(
      (async () => {
        for await (const round of pending) {
          during = pending.result;
          round.answer({ q: accept('x') });
        }
      })(),
    );
    const failure = await loop;
    expect(failure).toMatchObject({ code: -32603, message: 'Broken' });
    expect(await failureOf(during!)).toBe(failure);
    expect(await failureOf(pending.result)).toBe(failure);
  });

  test('two loops over one call are refused', async () => {
    const pending = new Client(scripted(interim({ q: formRequest() }), done()), declared).begin('tools/call', call);
    for await (const round of pending) {
      expect((await clientErrorOf(pending.run())).code).toBe('call_busy');
      round.answer({ q: accept('x') });
    }
    expect(await pending.run()).toEqual(done());
  });

  test('a leg that fails leaves the round as it was: the next loop sends the answers again', async () => {
    const broken = { error: { code: -32603, message: 'Broken' } };
    const server = scripted(interim({ q: formRequest() }, 's'), broken, done());
    const pending = new Client(server, declared).begin('tools/call', call);
    let answered = 0;
    const run = async () => {
      for await (const round of pending) {
        if (answered++ === 0) round.answer({ q: accept('x') });
      }
    };
    await failureOf(run());
    await run();
    expect(await pending.result).toEqual(done());
    expect(server.legs[2]).toEqual(server.legs[1]);
  });

  test('the deadline and the signal hold inside the loop', async () => {
    const clock = virtualClock(0);
    const server = scripted(interim({ q: formRequest() }));
    const pending = new Client(server, { ...declared, clock }).begin('tools/call', call, { deadlineMs: 1000 });
    const late = clientErrorOf(
      (async () => {
        for await (const round of pending) {
          await clock.advance(1000);
          round.answer({ q: accept('x') });
        }
      })(),
    );
    expect((await late).code).toBe('deadline');
    const reason = new Error('enough');
    const controller = new AbortController();
    const other = new Client(server, declared).begin('tools/call', call, { signal: controller.signal });
    const aborted = failureOf(
      (async () => {
        for await (const round of other) {
          round.answer({ q: accept('x') });
          controller.abort(reason);
        }
      })(),
    );
    expect(await aborted).toBe(reason);
    expect(server.seen).toHaveLength(2);
    expect(clock.waiting).toBe(0);
  });
});

describe('a saved call', () => {
  test('goes on in another process from its JSON, between any two rounds', async () => {
    const script = () => [
      interim({ q: formRequest() }, 's1'),
      interim(undefined, 's2'),
      interim({ r: formRequest() }),
      done(),
    ];
    const clock = virtualClock(0);
    for (const stop of [0, 1, 2, 3]) {
      const server = scripted(...script());
      const pending = new Client(server, declared).begin('tools/call', call);
      let saved = JSON.stringify(pending);
      if (stop > 0) {
        for await (const round of pending) {
          saved = JSON.stringify(pending);
          if (round.number === stop) break;
          if (!round.waiting) round.answer({ [round.number === 1 ? 'q' : 'r']: accept('first process') });
        }
      }
      const resumed = new Client(server, { clock, onElicit: () => accept('second process') }).resume(JSON.parse(saved));
      expect(resumed.round).toBe(stop);
      const result = resumed.run();
      await clock.advance(1000);
      expect(await result).toEqual(done());
      expect(server.legs.map((leg) => leg['requestState'])).toEqual([undefined, 's1', 's2', undefined]);
    }
  });

  test('yields the open round first, without a request', async () => {
    const server = scripted(done());
    const saved = {
      version: 1,
      method: 'prompts/get',
      params: { name: 'p' },
      round: 3,
      requestState: '',
      inputRequests: { q: formRequest() },
    };
    const pending = new Client(server, declared).resume(saved);
    for await (const round of pending) {
      expect([round.number, server.seen.length]).toEqual([3, 0]);
      break;
    }
    expect(JSON.parse(JSON.stringify(pending))).toEqual(saved);
  });

  test('holds method, params, the requests, the state and the round, and nothing of the client', async () => {
    const state = 'opaque';
    const server = fakeServer(() => interim({ q: formRequest() }, state));
    const client = new Client(server, {
      ...declared,
      info: { name: 'secret-host', version: '1' },
    });
    const pending = client.begin('tools/call', { ...call, _meta: { traceparent: 'secret-trace' } } as typeof call, {
      headers: { Authorization: 'Bearer secret-token' },
      meta: { 'vendor.example/x': 'secret-meta' },
    });
    for await (const round of pending) {
      round.answer({ q: accept('secret-answer') });
      break;
    }
    const saved = JSON.stringify(pending);
    expect(saved).not.toContain('secret');
    expect(JSON.parse(saved)).toEqual({
      version: 1,
      method: 'tools/call',
      params: call,
      round: 1,
      inputRequests: { q: formRequest() },
      requestState: state,
    });
  });

  test('keeps any key and any state', async () => {
    const texts = fc.oneof(fc.constantFrom('__proto__', 'constructor', ''), fc.string({ unit: 'grapheme' }));
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(texts, { minLength: 1, maxLength: 4 }), texts, async (keys, state) => {
        const server = scripted(interim(Object.fromEntries(keys.map((key) => [key, formRequest(key)])), state), done());
        const pending = new Client(server, declared).begin('tools/call', call);
        for await (const _ of pending) break;
        const onElicit = (_params: unknown, { key }: { key: string }) => accept(key);
        await new Client(server, { onElicit }).resume(JSON.parse(JSON.stringify(pending))).run();
        const responses = server.legs[1]?.['inputResponses'] as object;
        expect(new Map(Object.entries(responses))).toEqual(new Map(keys.map((key) => [key, accept(key)])));
        expect(server.legs[1]?.['requestState']).toBe(state);
      }),
      { numRuns: 50 },
    );
  });

  test('of a call that has finished is refused', async () => {
    const pending = new Client(scripted(done())).begin('tools/call', call);
    await pending.run();
    expect(thrownBy(() => JSON.stringify(pending)).code).toBe('call_finished');
  });

  const good = { version: 1, method: 'tools/call', params: call, round: 1, requestState: 's' };
  const malformed: [string, unknown][] = [
    ['nothing', undefined],
    ['null', null],
    ['an array', [good]],
    ['text', JSON.stringify(good)],
    ['another version', { ...good, version: 2 }],
    ['no version', { ...good, version: undefined }],
    ['another method', { ...good, method: 'tools/list' }],
    ['a method of Object', { ...good, method: 'constructor' }],
    ['params that are a list', { ...good, params: [] }],
    ['params without a name', { ...good, params: { arguments: {} } }],
    ['a resource without a URI', { ...good, method: 'resources/read' }],
    ['a negative round', { ...good, round: -1 }],
    ['a round that is text', { ...good, round: '1' }],
    ['a fraction of a round', { ...good, round: 1.5 }],
    ['a state that is a number', { ...good, requestState: 1 }],
    ['requests that are a list', { ...good, inputRequests: [] }],
    ['a round with nothing open', { ...good, requestState: undefined }],
    ['something open before the first round', { ...good, round: 0 }],
  ];
  test.each(malformed)('that is %s is refused', (_name, saved) => {
    expect(thrownBy(() => new Client(scripted(done())).resume(saved)).code).toBe('invalid_saved_call');
  });

  test('is checked like a fresh round: capabilities, URLs and limits', () => {
    const resume = (inputRequests: object, options: ClientOptions = declared) =>
      thrownBy(() => new Client(scripted(done()), options).resume({ ...good, inputRequests })).code;
    expect(resume({ q: urlRequest() })).toBe('capability_not_declared');
    expect(resume({ q: urlRequest('javascript:alert(1)') }, { capabilities: { elicitation: { url: {} } } })).toBe(
      'invalid_question',
    );
    expect(resume({ a: formRequest(), b: formRequest() }, { ...declared, maxInputRequests: 1 })).toBe('limit_exceeded');
  });
});

test('a loop that is left does not keep the process or the server waiting', async () => {
  const clock = virtualClock(0);
  const server = scripted(interim({ q: formRequest() }));
  const pending = new Client(server, { ...declared, clock, deadlineMs: 60_000 }).begin('tools/call', call);
  for await (const _ of pending) break;
  await settle();
  expect(clock.waiting).toBe(0);
});
