/** A state that is refused: SYSTEM T8 and T9. One answer for every reason, and the reason for the operator alone. */
import { type RejectionReason, rejectionReasons, RequestStateSecurity } from '@mrtr/seal';
import { describe, expect, test } from 'vitest';
import { ATTEMPTS } from './support/attempts.js';
import { bound, CALLS, FROZEN, KEY, retryWith, STATE, TIERS, tokenOf } from './support/bound.js';
import { result, send } from './support/requests.js';

describe.each(TIERS)('%s that refuses a state', (tier) => {
  test.each<RejectionReason>(rejectionReasons)(
    'answers the one frozen error, runs no handler, and tells the operator: %s',
    async (reason) => {
      const { server, method = 'tools/call', params = { name: 't' }, token, info = {} } = await ATTEMPTS[reason](tier);
      server.runs.length = 0;
      const response = await send(server.server, method, { ...params, requestState: token }, { info, id: 'r' });
      expect(response).toEqual({ jsonrpc: '2.0', id: 'r', error: FROZEN });
      expect(server.runs).toEqual([]);
      const target = params['name'];
      expect(server.rejections).toEqual([{ reason, method, target }]);
      expect(server.entries.filter(({ event }) => event !== 'principal_without_subject')).toEqual([
        { severity: 'warn', event: 'request_state_rejected', message: expect.any(String), method, target, reason },
      ]);
    },
  );

  test.each(CALLS)('does so on %s', async (method, params) => {
    const { server, rejections, runs } = bound(tier);
    const response = await send(server, method, { ...params, requestState: 'nonsense' });
    expect(response).toMatchObject({ error: FROZEN });
    expect(rejections).toEqual([{ reason: 'malformed', method, target: Object.values(params)[0] }]);
    expect(runs).toEqual([]);
  });

  test.each([
    ['the empty string', '', 'malformed'],
    ['a number', 7, 'malformed'],
    ['a list', ['v1.x'], 'malformed'],
    ['an object', { token: 'v1.x' }, 'malformed'],
    ['false', false, 'malformed'],
  ])('takes only a string for a state, and the empty one for a malformed one: %s', async (_, token, reason) => {
    const { server, rejections, runs } = bound(tier);
    expect(await retryWith(server, token)).toEqual(FROZEN);
    expect(rejections).toMatchObject([{ reason }]);
    expect(runs).toEqual([]);
  });

  test('takes null for none', async () => {
    const { server, runs } = bound(tier);
    const interim = await result(server, 'tools/call', { name: 't', requestState: null });
    expect(interim.resultType).toBe('input_required');
    expect(runs).toEqual([null]);
  });

  test('checks it also for a handler that never makes one, and for a name that nobody serves', async () => {
    for (const name of ['never asks', 'no such tool']) {
      const { server, runs } = bound(tier);
      const response = await send(server, 'tools/call', { name, requestState: 'nonsense' });
      expect(response).toMatchObject({ error: FROZEN });
      expect(runs).toEqual([]);
    }
  });

  test.each([
    ['missing', {}],
    ['a number', { name: 7 }],
    ['an object that has no text', { name: { toString: 1, valueOf: 2 } }],
    ['a list', { name: ['t'] }],
    ['null', { name: null }],
  ])('refuses it where the name of what is called is %s', async (_, params) => {
    const { server, rejections, entries } = bound(tier);
    const token = await tokenOf(server);
    const response = await send(server, 'tools/call', { ...params, requestState: token });
    expect(response).toMatchObject({ error: FROZEN });
    expect(rejections).toEqual([{ reason: 'target', method: 'tools/call', target: '' }]);
    expect(entries).toHaveLength(1);
    expect(await send(server, 'tools/call', params)).toMatchObject({
      error: { code: -32602, message: expect.stringContaining('name') },
    });
  });

  test('passes over a state on any other method', async () => {
    const { server } = bound(tier);
    expect(await result(server, 'server/discover', { requestState: 'nonsense' })).toMatchObject({
      resultType: 'complete',
    });
  });

  test('goes on serving', async () => {
    const { server, runs } = bound(tier);
    const token = await tokenOf(server);
    expect(await retryWith(server, 'nonsense')).toEqual(FROZEN);
    expect(await retryWith(server, token)).toBe('done');
    expect(runs).toEqual([null, STATE]);
  });

  test('answers the same where the hook throws, which the log says', async () => {
    const thrown = new Error('metrics down');
    const { server, runs, entries } = bound(tier, {
      onReject: () => {
        throw thrown;
      },
    });
    expect(await retryWith(server, 'nonsense')).toEqual(FROZEN);
    expect(entries).toMatchObject([{ event: 'request_state_rejected' }, { event: 'handler_failed', error: thrown }]);
    expect(runs).toEqual([]);
  });
});

describe.each(TIERS)('%s that is told of a key it does not hold', (tier) => {
  test('says how to hold it, where its key is the one of a process', async () => {
    const before = bound(tier, RequestStateSecurity.ephemeral());
    const { server, entries } = bound(tier, RequestStateSecurity.ephemeral());
    expect(await retryWith(server, await tokenOf(before.server))).toEqual(FROZEN);
    expect(entries).toMatchObject([{ reason: 'unknown_key', message: expect.stringMatching(/restart.*`keys`/) }]);
  });

  test('says no such thing where its keys were given', async () => {
    const { server, token } = await ATTEMPTS.unknown_key(tier);
    await retryWith(server.server, token);
    expect(server.entries[0]?.message).not.toContain('`keys`');
  });

  test('says no such thing for another reason', async () => {
    const { server, entries } = bound(tier, RequestStateSecurity.ephemeral());
    await retryWith(server, 'nonsense');
    expect(entries[0]?.message).not.toContain('`keys`');
  });
});

test('an McpServer protects its state with a key of its own, with no configuration', async () => {
  const { McpServer, inputRequired } = await import('@mrtr/server');
  const make = () => {
    const server = new McpServer({ name: '', version: '0' }, { logger: { warn: () => {}, error: () => {} } });
    server.tool('t', {}, (_input, ctx) => ctx.requestState ?? inputRequired({}, { requestState: STATE }));
    return server;
  };
  const server = make();
  const token = await tokenOf(server);
  expect(token).toMatch(/^v1\.[\w-]{100,}$/);
  expect(await retryWith(server, token)).toBe(STATE);
  expect(await retryWith(make(), token)).toEqual(FROZEN);
});

test('keys are copied: a buffer that its owner changes changes nothing', async () => {
  const key = KEY.slice();
  const first = bound('an McpServer', { keys: [key] });
  key.fill(0);
  const token = await tokenOf(first.server);
  expect(await retryWith(first.server, token)).toBe('done');
  expect(await retryWith(bound('an McpServer').server, token)).toBe('done');
});
