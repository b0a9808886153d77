/** A state refused for each of the reasons there are, on either tier. */
import { InvalidRequestStateError, type RejectionReason } from '@mrtr/seal';
import type { ExchangeInfo } from '@mrtr/transport';
import { bound, type Bound, type Tier, tokenOf } from './bound.js';

/** Marks to be searched for where none may be. */
export const PLANTED = {
  answer: 'PLANTED-answer-1',
  bearer: 'PLANTED-bearer-2',
  client: 'PLANTED-client-3',
  subject: 'PLANTED-subject-4',
  error: 'PLANTED-error-5',
};

const headers = new Headers({ authorization: `Bearer ${PLANTED.bearer}` });
const issuer = 'https://i.example';
const alice: ExchangeInfo = { headers, auth: { clientId: PLANTED.client, issuer, subject: PLANTED.subject } };
const bob: ExchangeInfo = { headers, auth: { clientId: PLANTED.client, issuer, subject: `${PLANTED.subject}-b` } };
const nobody: ExchangeInfo = { headers };

/** A retry that has to be refused. */
export interface Attempt {
  readonly server: Bound;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly token: unknown;
  readonly info?: ExchangeInfo;
}

/** One way to each reason. A codec's and a binder's own errors say what is planted in them. */
export const ATTEMPTS: Record<RejectionReason, (tier: Tier) => Promise<Attempt>> = {
  malformed: (tier) => Promise.resolve({ server: bound(tier), token: 'nonsense' }),
  oversize: (tier) => Promise.resolve({ server: bound(tier, { maxBytes: 1000 }), token: 'x'.repeat(1001) }),
  version: async (tier) => {
    const server = bound(tier);
    return { server, token: (await tokenOf(server.server)).replace('v1.', 'v2.') };
  },
  unknown_key: async (tier) => {
    const other = bound(tier, { keys: [new Uint8Array(32).fill(8)] });
    return { server: bound(tier), token: await tokenOf(other.server) };
  },
  tag: async (tier) => {
    const server = bound(tier);
    const token = await tokenOf(server.server);
    const at = Math.floor(token.length / 2);
    return { server, token: token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1) };
  },
  expired: async (tier) => {
    let now = 1_000_000;
    const server = bound(tier, { ttl: 60, now: () => now });
    const token = await tokenOf(server.server);
    now += 60_000;
    return { server, token };
  },
  future: async (tier) => {
    let now = 1_000_000;
    const server = bound(tier, { now: () => now });
    const token = await tokenOf(server.server);
    now -= 31_000;
    return { server, token };
  },
  method: async (tier) => {
    const server = bound(tier);
    return { server, method: 'prompts/get', token: await tokenOf(server.server) };
  },
  target: async (tier) => {
    const server = bound(tier);
    return { server, params: { name: 'other' }, token: await tokenOf(server.server) };
  },
  arguments: async (tier) => {
    const server = bound(tier);
    return { server, params: { name: 't', arguments: { a: 2 } }, token: await tokenOf(server.server, { a: 1 }) };
  },
  audience: async (tier) => ({ server: bound(tier), token: await tokenOf(bound(tier, {}, 'another').server) }),
  principal: async (tier) => {
    const server = bound(tier);
    return { server, token: await tokenOf(server.server, undefined, alice), info: bob };
  },
  principal_drift: async (tier) => {
    const server = bound(tier);
    return { server, token: await tokenOf(server.server, undefined, alice), info: nobody };
  },
  binder_error: async (tier) => {
    let broken = false;
    const server = bound(tier, {
      bindPrincipal: () => {
        if (broken) throw new Error(PLANTED.error);
        return 'alice';
      },
    });
    const token = await tokenOf(server.server);
    broken = true;
    return { server, token };
  },
  codec_error: (tier) => {
    const codec = {
      seal: () => 'token',
      unseal: () => {
        throw new TypeError(PLANTED.error);
      },
    };
    return Promise.resolve({ server: bound(tier, { codec }), token: 'token' });
  },
  flow_expired: async (tier) => {
    let now = 1_000_000;
    const server = bound(tier, { ttl: 600, flowTtl: 300, now: () => now });
    const token = await tokenOf(server.server);
    now += 300_000;
    return { server, token };
  },
  replayed: (tier) => {
    const codec = {
      seal: () => 'token',
      unseal: () => {
        throw new InvalidRequestStateError('replayed');
      },
    };
    return Promise.resolve({ server: bound(tier, { codec }), token: 'token' });
  },
};
