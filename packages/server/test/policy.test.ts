/** Codecs, keys and limits as a server meets them: SYSTEM T10, T11 and T13. */
import { InvalidRequestStateError, type RequestStateCodec, RequestStateSecurity } from '@mrtr/seal';
import { inputRequired, listRoots, McpServer } from '@mrtr/server';
import { describe, expect, test } from 'vitest';
import { bound, FROZEN, KEY, retryWith, STATE, TIERS, tokenOf } from './support/bound.js';
import { recordingLogger } from './support/recording.js';
import { failure, send } from './support/requests.js';

/** Keeps the bytes and hands out tickets. */
function store(later: boolean): RequestStateCodec & { readonly kept: Map<string, Uint8Array> } {
  const kept = new Map<string, Uint8Array>();
  const soon = <T>(make: () => T): T | Promise<T> => (later ? Promise.resolve().then(make) : make());
  return {
    kept,
    seal: (bytes) =>
      soon(() => {
        const ticket = `ticket-${kept.size}`;
        kept.set(ticket, bytes);
        return ticket;
      }),
    unseal: (ticket) =>
      soon(() => {
        const bytes = kept.get(ticket);
        if (!bytes) throw new InvalidRequestStateError('unknown_key');
        return bytes;
      }),
  };
}

describe.each(TIERS)('a codec of your own on %s', (tier) => {
  test.each([
    ['at once', false],
    ['later', true],
  ])('seals and unseals %s, and claims are judged all the same', async (_, later) => {
    const codec = store(later);
    const { server, runs, rejections } = bound(tier, { codec });
    const token = await tokenOf(server, { a: 1 });
    expect(token).toBe('ticket-0');
    expect(await retryWith(server, token, { a: 1 })).toBe('done');
    expect(runs).toEqual([null, STATE]);
    expect(await retryWith(server, token, { a: 2 })).toEqual(FROZEN);
    expect(await retryWith(server, 'ticket-9', { a: 1 })).toEqual(FROZEN);
    expect(rejections.map(({ reason }) => reason)).toEqual(['arguments', 'unknown_key']);
  });

  const fault = new TypeError('store down: PLANTED');

  test.each<[string, () => never | Promise<never>]>([
    [
      'throws',
      () => {
        throw fault;
      },
    ],
    ['rejects', () => Promise.reject(fault)],
  ])('that %s is a rejection inbound and a generic -32603 outbound', async (_, fail) => {
    const inbound = bound(tier, { codec: { seal: () => 'token', unseal: fail } });
    expect(await retryWith(inbound.server, 'token')).toEqual(FROZEN);
    expect(inbound.rejections).toMatchObject([{ reason: 'codec_error' }]);
    expect(inbound.runs).toEqual([]);
    const outbound = bound(tier, { codec: { seal: fail, unseal: () => new Uint8Array() } });
    expect(await failure(outbound.server, 'tools/call', { name: 't' })).toEqual({
      code: -32603,
      message: 'Internal error',
    });
    expect(outbound.entries).toMatchObject([
      { severity: 'error', event: 'invalid_result', message: expect.stringContaining('codec') },
    ]);
    expect(JSON.stringify([inbound.entries, outbound.entries])).not.toContain('PLANTED');
  });

  test.each([
    ['no bytes', undefined],
    ['text', 'bytes'],
    ['other bytes', new Uint8Array([1, 2, 3])],
  ])('that unseals %s is a rejection', async (_, bytes) => {
    const { server, runs } = bound(tier, { codec: { seal: () => 'token', unseal: () => bytes as never } });
    expect(await retryWith(server, 'token')).toEqual(FROZEN);
    expect(runs).toEqual([]);
  });

  test.each([undefined, '', 7, null])('that seals into no token is -32603: %j', async (token) => {
    const { server } = bound(tier, { codec: { seal: () => token as never, unseal: () => new Uint8Array() } });
    expect(await failure(server, 'tools/call', { name: 't' })).toEqual({ code: -32603, message: 'Internal error' });
  });

  test('that refuses while sealing tells the client nothing of it', async () => {
    const codec: RequestStateCodec = {
      seal: () => {
        throw new InvalidRequestStateError('expired');
      },
      unseal: () => new Uint8Array(),
    };
    expect(await failure(bound(tier, { codec }).server, 'tools/call', { name: 't' })).toEqual({
      code: -32603,
      message: 'Internal error',
    });
  });
});

describe.each(TIERS)('new keys on a fleet of %s', (tier) => {
  const OLD = KEY;
  const NEW = new Uint8Array(32).fill(9);
  const instance = (...keys: Uint8Array[]) => bound(tier, { keys }).server;

  test('lose no flow in any of three phases, while instances of two phases serve side by side', async () => {
    const phases = [instance(OLD), instance(OLD, NEW), instance(NEW, OLD), instance(NEW)];
    const neighbours = phases.flatMap((before, index) =>
      phases.slice(Math.max(0, index - 1), index + 2).map((after) => ({ before, after })),
    );
    expect(neighbours).toHaveLength(10);
    for (const { before, after } of neighbours) expect(await retryWith(after, await tokenOf(before))).toBe('done');
  });

  test('refuse what an earlier key sealed, once it is gone', async () => {
    const token = await tokenOf(instance(OLD, NEW));
    expect(await retryWith(instance(NEW), token)).toEqual(FROZEN);
    expect(await retryWith(instance(NEW, OLD), token)).toBe('done');
  });

  test('take a flow over from an instance to the next in every round', async () => {
    const make = (...keys: Uint8Array[]) => {
      const server = new McpServer(
        { name: 'fleet', version: '1.0.0' },
        { requestState: new RequestStateSecurity({ keys }) },
      );
      server.tool('t', {}, (_input, ctx) =>
        ctx.flow.round < 4
          ? inputRequired({ r: listRoots() }, { requestState: `${ctx.requestState ?? ''}${ctx.flow.round}` })
          : `${ctx.requestState}`,
      );
      return server;
    };
    let token = await tokenOf(make(OLD));
    for (const server of [make(OLD, NEW), make(NEW, OLD)]) {
      token = ((await retryWith(server, token)) as { requestState: string }).requestState;
    }
    expect(await retryWith(make(NEW), token)).toBe('123');
  });
});

describe('maxBytes', () => {
  function keeping(maxBytes?: number, questions = 1) {
    const logger = recordingLogger();
    const requestState = RequestStateSecurity.ephemeral({ maxBytes });
    const server = new McpServer({ name: 'large', version: '1.0.0' }, { requestState, logger });
    server.tool('t', {}, () =>
      inputRequired(
        Object.fromEntries(Array.from({ length: questions }, (_, index) => [`question ${index}`, listRoots()])),
        {
          requestState: 'PLANTED'.repeat(2000),
        },
      ),
    );
    return { server, entries: logger.entries };
  }

  test('is an error on the way out, and the log says what is too big and what to do', async () => {
    const { server, entries } = keeping(10_000);
    expect(await failure(server, 'tools/call', { name: 't' })).toEqual({ code: -32603, message: 'Internal error' });
    expect(entries).toMatchObject([
      { event: 'invalid_result', message: expect.stringMatching(/14000 characters.*1 questions.*maxBytes/s) },
    ]);
    expect(JSON.stringify(entries)).not.toContain('PLANTED');
  });

  test('counts the questions too', async () => {
    const { server, entries } = keeping(30_000, 500);
    expect(await failure(server, 'tools/call', { name: 't' })).toMatchObject({ code: -32603 });
    expect(entries[0]?.message).toContain('500 questions');
  });

  test('lets through what fits, both ways', async () => {
    const { server } = keeping(30_000);
    expect(await retryWith(server, await tokenOf(server))).toMatchObject({ resultType: 'input_required' });
  });

  test('refuses a longer token inbound', async () => {
    const { server } = keeping(30_000);
    expect(await send(server, 'tools/call', { name: 't', requestState: `v1.${'A'.repeat(30_000)}` })).toMatchObject({
      error: FROZEN,
    });
  });
});
