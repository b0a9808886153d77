/** Whom a state belongs to: SYSTEM T6. */
import { RequestStateSecurity } from '@mrtr/seal';
import { McpServer } from '@mrtr/server';
import type { AuthInfo } from '@mrtr/transport';
import { describe, expect, test, vi } from 'vitest';
import { bound, FROZEN, retryWith, TIERS, tokenOf } from './support/bound.js';
import { failure } from './support/requests.js';

const ALICE: AuthInfo = { clientId: 'app', issuer: 'https://i.example', subject: 'alice' };

describe.each(TIERS)('by default %s binds', (tier) => {
  /** Whether a state that was sealed for one caller is taken from another, or why not. */
  async function taken(sealedFor: AuthInfo | undefined, presentedBy: AuthInfo | undefined): Promise<string> {
    const { server, rejections, runs } = bound(tier);
    const token = await tokenOf(server, undefined, { auth: sealedFor });
    runs.length = 0;
    const answer = await retryWith(server, token, undefined, { auth: presentedBy });
    if (answer === 'done') return 'taken';
    expect(answer).toEqual(FROZEN);
    expect(runs).toEqual([]);
    return String(rejections[0]?.reason);
  }

  test('to client, issuer and subject of the verified credential, and to nothing else of it', async () => {
    expect(await taken(ALICE, ALICE)).toBe('taken');
    expect(await taken(ALICE, { ...ALICE, scopes: ['more'], expiresAt: 9 })).toBe('taken');
    expect(await taken(ALICE, { ...ALICE, subject: 'bob' })).toBe('principal');
    expect(await taken(ALICE, { ...ALICE, issuer: 'https://other.example' })).toBe('principal');
    expect(await taken(ALICE, { ...ALICE, clientId: 'other' })).toBe('principal');
    expect(await taken(ALICE, { clientId: 'app', subject: 'alice' })).toBe('principal');
  });

  test.each([
    [
      'a field may not run into the next',
      { clientId: 'a', issuer: 'b', subject: 'c' },
      { clientId: 'a","b', issuer: '', subject: 'c' },
    ],
    [
      'a missing subject is not the text null',
      { clientId: 'a', issuer: 'b' },
      { clientId: 'a', issuer: 'b', subject: 'null' },
    ],
    ['a missing subject is not an empty one', { clientId: 'a' }, { clientId: 'a', subject: '' }],
    ['lone surrogates differ', { clientId: '\ud800' }, { clientId: '\ud801' }],
    ['case matters', { clientId: 'a', subject: 'Alice' }, { clientId: 'a', subject: 'alice' }],
  ])('exactly: %s', async (_, one, another) => {
    expect(await taken(one, one)).toBe('taken');
    expect(await taken(one, another)).toBe('principal');
    expect(await taken(another, one)).toBe('principal');
  });

  test('to nobody without authentication, and refuses a principal on one side only', async () => {
    expect(await taken(undefined, undefined)).toBe('taken');
    expect(await taken(ALICE, undefined)).toBe('principal_drift');
    expect(await taken(undefined, ALICE)).toBe('principal_drift');
  });

  test('to the client alone where the verifier names no subject, and says so once', async () => {
    const { server, entries } = bound(tier);
    const auth = { clientId: 'app', issuer: 'https://i.example' };
    for (let time = 0; time < 3; time++) {
      const token = await tokenOf(server, undefined, { auth });
      expect(await retryWith(server, token, undefined, { auth })).toBe('done');
    }
    expect(entries).toEqual([
      { severity: 'warn', event: 'principal_without_subject', message: expect.stringContaining('every person') },
    ]);
  });

  test('says nothing where there is a subject, or nobody', async () => {
    const { server, entries } = bound(tier);
    await tokenOf(server, undefined, { auth: ALICE });
    await tokenOf(server);
    expect(entries).toEqual([]);
  });
});

describe.each(TIERS)('bindPrincipal on %s', (tier) => {
  test('replaces all of it, and is asked once in each direction', async () => {
    const bindPrincipal = vi.fn(
      (ctx: { headers?: { get(name: string): string | null } | undefined }) => ctx.headers?.get('x-user') ?? undefined,
    );
    const { server, entries } = bound(tier, { bindPrincipal });
    const as = (user: string, auth?: AuthInfo) => ({ headers: new Headers({ 'x-user': user }), auth });
    const token = await tokenOf(server, undefined, as('alice', { clientId: 'app' }));
    expect(bindPrincipal).toHaveBeenCalledTimes(1);
    expect(await retryWith(server, token, undefined, as('alice', { clientId: 'other' }))).toBe('done');
    expect(bindPrincipal).toHaveBeenCalledTimes(2);
    expect(entries).toEqual([]);
    expect(await retryWith(server, token, undefined, as('bob', { clientId: 'app' }))).toEqual(FROZEN);
  });

  test('may answer later', async () => {
    let user = 'alice';
    const { server } = bound(tier, { bindPrincipal: () => Promise.resolve(user) });
    const token = await tokenOf(server);
    expect(await retryWith(server, token)).toBe('done');
    user = 'bob';
    expect(await retryWith(server, token)).toEqual(FROZEN);
  });

  test('may bind to nobody, whoever calls', async () => {
    const { server } = bound(tier, { bindPrincipal: () => undefined });
    const token = await tokenOf(server, undefined, { auth: ALICE });
    expect(await retryWith(server, token, undefined, { auth: { clientId: 'x' } })).toBe('done');
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('directory down: PLANTED');
      },
    ],
    ['rejects', () => Promise.reject(new Error('directory down: PLANTED'))],
  ])(
    'that %s refuses inbound, and outbound is -32603; the log has neither token nor state nor its message',
    async (_, broken) => {
      let bindPrincipal: () => string | Promise<string> = () => 'alice';
      const { server, entries, rejections, runs } = bound(tier, { bindPrincipal: () => bindPrincipal() });
      const token = await tokenOf(server);
      bindPrincipal = broken;
      runs.length = 0;
      expect(await retryWith(server, token)).toEqual(FROZEN);
      expect(runs).toEqual([]);
      expect(rejections).toMatchObject([{ reason: 'binder_error' }]);
      expect(await failure(server, 'tools/call', { name: 't' })).toEqual({ code: -32603, message: 'Internal error' });
      expect(entries).toMatchObject([
        {
          severity: 'warn',
          event: 'request_state_rejected',
          reason: 'binder_error',
          message: expect.stringContaining('(Error)'),
        },
        { severity: 'error', event: 'invalid_result', message: expect.stringContaining('binder') },
      ]);
      expect(JSON.stringify(entries)).not.toContain('PLANTED');
    },
  );

  test.each([[null], [7], [{ sub: 'alice' }], [() => 'alice']])(
    'that gives something other than text or nothing is an error of its own: %j',
    async (principal) => {
      const { server, rejections, runs } = bound(tier, { bindPrincipal: () => principal as never });
      expect(await failure(server, 'tools/call', { name: 't' })).toMatchObject({ code: -32603 });
      runs.length = 0;
      expect(await retryWith(server, await tokenOf(bound(tier).server))).toEqual(FROZEN);
      expect(rejections).toMatchObject([{ reason: 'binder_error' }]);
      expect(runs).toEqual([]);
    },
  );
});

test('a handler reads the verified caller, and a self-reported one is never taken for it', async () => {
  const seen: unknown[] = [];
  const server = new McpServer({ name: 'who', version: '1.0.0' }, { requestState: RequestStateSecurity.ephemeral() });
  server.tool('t', {}, (_input, ctx) => {
    seen.push(ctx.auth);
    return '';
  });
  await retryWith(server, undefined, undefined, { auth: ALICE });
  await retryWith(server, undefined);
  expect(seen).toEqual([ALICE, undefined]);
});
