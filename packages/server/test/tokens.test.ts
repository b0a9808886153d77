/** Tokens that are not what was sent: HOSTILE "Tokens". All of them get the one frozen error, and no handler runs. */
import { aeadCodec, InvalidRequestStateError } from '@mrtr/seal';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bound, FROZEN, KEY, retryWith, tokenOf } from './support/bound.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

async function sealed() {
  const made = bound('an McpServer');
  const token = await tokenOf(made.server);
  made.runs.length = 0;
  return { ...made, token };
}

test('every token but the one that was made is refused', async () => {
  const { server, runs, token } = await sealed();
  const another = await tokenOf(server);
  runs.length = 0;
  for (const forged of [
    '',
    'v1.',
    'v1',
    '.',
    token.slice(3),
    `v0${token.slice(2)}`,
    `v2${token.slice(2)}`,
    `V1${token.slice(2)}`,
    `${token}=`,
    `${token}==`,
    ` ${token}`,
    `${token} `,
    `${token}\n`,
    `${token.slice(0, 40)}\n${token.slice(40)}`,
    `${token.slice(0, 40)}\u0000${token.slice(40)}`,
    `${token}\u0000`,
    token.replaceAll('-', '+').replaceAll('_', '/').replace(/[A-Z]/, '+'),
    token + token,
    `${token}.${token}`,
    token.slice(0, 100) + another.slice(100),
    another.slice(0, 80) + token.slice(80),
    `${token}A`,
    `${token}AAAA`,
    encodeURIComponent(` ${token}`),
    JSON.stringify(token),
  ]) {
    expect(await retryWith(server, forged)).toEqual(FROZEN);
  }
  expect(runs).toEqual([]);
  expect(await retryWith(server, token)).toBe('done');
});

test('every truncation is refused', async () => {
  const { server, runs, token } = await sealed();
  for (let length = 0; length < token.length; length++) {
    expect(await retryWith(server, token.slice(0, length))).toEqual(FROZEN);
  }
  expect(runs).toEqual([]);
});

test('every change of one character is refused', async () => {
  const { server, runs, token } = await sealed();
  for (let at = 0; at < token.length; at++) {
    const other = ALPHABET[(ALPHABET.indexOf(token.charAt(at)) + 1 + (at % 62)) % 64] as string;
    expect(other).not.toBe(token[at]);
    expect(await retryWith(server, token.slice(0, at) + other + token.slice(at + 1))).toEqual(FROZEN);
  }
  expect(runs).toEqual([]);
});

test('every flipped bit is refused', async () => {
  const { server, runs, token } = await sealed();
  const bytes = Buffer.from(token.slice(3), 'base64url');
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    bytes[bit >> 3]! ^= 1 << (bit & 7);
    expect(await retryWith(server, `v1.${bytes.toString('base64url')}`)).toEqual(FROZEN);
    bytes[bit >> 3]! ^= 1 << (bit & 7);
  }
  expect(runs).toEqual([]);
  expect(await retryWith(server, `v1.${bytes.toString('base64url')}`)).toBe('done');
});

test('no text whatever is taken for a token', async () => {
  const { server, runs } = await sealed();
  const body = fc.string({ unit: fc.constantFrom(...ALPHABET), maxLength: 400 });
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        body,
        body.map((text) => `v1.${text}`),
      ),
      async (forged) => {
        expect(await retryWith(server, forged)).toEqual(FROZEN);
      },
    ),
    { numRuns: 300 },
  );
  expect(runs).toEqual([]);
});

describe('a true seal', () => {
  const codec = aeadCodec({ keys: [KEY] });
  const seal = (text: string) => codec.seal(new TextEncoder().encode(text));

  test.each([
    ['nothing', ''],
    ['no JSON', 'plain state'],
    ['an object', '{"state":"x"}'],
    ['a list that is no envelope', '[1]'],
    ['an envelope of another version', '[2,0,9e15,0,"f",1,"tools/call","t","d","bound",null,[],null]'],
    ['an envelope with a field too few', '[1,0,9000000000000000,0,"f",1,"tools/call","t","d","bound",null,[]]'],
  ])('around %s is refused', async (_, text) => {
    const { server, runs } = await sealed();
    expect(await retryWith(server, seal(text))).toEqual(FROZEN);
    expect(runs).toEqual([]);
  });

  test('around bytes that are no text is refused', async () => {
    const { server } = await sealed();
    expect(await retryWith(server, codec.seal(new Uint8Array([0xff, 0xfe, 0x80])))).toEqual(FROZEN);
  });
});

test('a token of 10 MB is refused before any cryptography', async () => {
  const unsealed: string[] = [];
  const codec = {
    seal: () => 'token',
    unseal: (token: string) => {
      unsealed.push(token);
      throw new InvalidRequestStateError();
    },
  };
  const { server, rejections } = bound('an McpServer', { codec });
  expect(await retryWith(server, 'A'.repeat(10_000_000))).toEqual(FROZEN);
  expect(unsealed).toEqual([]);
  expect(rejections).toMatchObject([{ reason: 'oversize' }]);
});

describe('time', () => {
  test('is over the moment that it expires, and not before', async () => {
    let now = 1_000_000;
    const { server } = bound('an McpServer', { ttl: 10, now: () => now });
    const token = await tokenOf(server);
    now += 9_999;
    expect(await retryWith(server, token)).toBe('done');
    now += 1;
    expect(await retryWith(server, token)).toEqual(FROZEN);
  });

  test('begins anew in each round, as each is sealed anew; flowTtl bounds them all', async () => {
    const { inputRequired, McpServer } = await import('@mrtr/server');
    const { RequestStateSecurity } = await import('@mrtr/seal');
    let now = 1_000_000;
    const requestState = RequestStateSecurity.ephemeral({ ttl: 10, flowTtl: 25, now: () => now });
    const server = new McpServer(
      { name: 'slow', version: '0' },
      { requestState, logger: { warn: () => {}, error: () => {} } },
    );
    server.tool('t', {}, (_input, ctx) => inputRequired({}, { requestState: String(ctx.flow.round) }));
    let token = await tokenOf(server);
    for (const round of [2, 3]) {
      now += 9_000;
      const interim = (await retryWith(server, token)) as { resultType: string; requestState: string };
      expect(interim.resultType, `round ${round}`).toBe('input_required');
      token = interim.requestState;
    }
    now += 7_000;
    expect(await retryWith(server, token)).toEqual(FROZEN);
  });
});
