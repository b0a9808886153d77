import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { aeadCodec, InvalidRequestStateError, RequestStateSecurity, SealError, type Binding } from '@mrtr/seal';
import { plainCodec, startOfTime } from './support/policy.js';

const secrets = {
  key: 'PLANTED-KEY-0123456789-0123456789-0123456789',
  state: 'PLANTED-STATE',
  principal: 'PLANTED-PRINCIPAL',
  argument: 'PLANTED-ARGUMENT',
};
const binding: Binding = {
  method: 'tools/call',
  target: 'provision',
  arguments: { word: secrets.argument },
  audience: 'bookshop',
  principal: secrets.principal,
};
const sealed = { flow: { id: 'f', round: 1, startedAt: 1 }, asked: [], state: secrets.state };
const options = { keys: [secrets.key], now: () => startOfTime };
const security = new RequestStateSecurity(options);
const token = security.seal(binding, sealed) as string;
const envelope = plainCodec.unseal(
  new RequestStateSecurity({ codec: plainCodec, now: () => startOfTime }).seal(binding, sealed) as string,
) as Uint8Array;
const forge = (bytes: Uint8Array) => aeadCodec({ keys: [secrets.key] }).seal(bytes);

/** Everything that a log could show of an error: its message, its stack, its properties, its causes. */
async function shown(use: () => unknown): Promise<string> {
  try {
    await use();
  } catch (error) {
    expect(error instanceof InvalidRequestStateError || error instanceof SealError).toBe(true);
    return inspect(error, { depth: 10, showHidden: true, getters: true });
  }
  return expect.fail('nothing was thrown');
}

describe('no error shows a token, a key, a state, a principal or an argument', () => {
  it.each<[string, () => unknown]>([
    ['malformed', () => security.open(`${token}=`, binding)],
    ['oversize', () => new RequestStateSecurity({ ...options, maxBytes: 10 }).open(token, binding)],
    ['version', () => security.open(`v2${token.slice(2)}`, binding)],
    ['unknown key', () => RequestStateSecurity.ephemeral().open(token, binding)],
    ['tag', () => security.open(`${token.slice(0, -5)}AAAAA`, binding)],
    ['no JSON', () => security.open(forge(new TextEncoder().encode(secrets.state)), binding)],
    ['a cut envelope', () => security.open(forge(envelope.subarray(0, 100)), binding)],
    ['an envelope with another state', () => security.open(forge(Uint8Array.from([...envelope, 0xff])), binding)],
    ['expired', () => new RequestStateSecurity({ ...options, now: () => 2e12 }).open(token, binding)],
    ['future', () => new RequestStateSecurity({ ...options, now: () => 1e12 }).open(token, binding)],
    ['flow expired', () => new RequestStateSecurity({ ...options, flowTtl: 1 }).open(token, binding)],
    ['method', () => security.open(token, { ...binding, method: 'x' })],
    ['target', () => security.open(token, { ...binding, target: 'x' })],
    ['audience', () => security.open(token, { ...binding, audience: 'x' })],
    ['arguments', () => security.open(token, { ...binding, arguments: {} })],
    ['arguments without a digest', () => security.open(token, { ...binding, arguments: { [secrets.argument]: 1n } })],
    ['principal', () => security.open(token, { ...binding, principal: `${secrets.principal}2` })],
    ['principal drift', () => security.open(token, { ...binding, principal: undefined })],
    ['a state too large', () => new RequestStateSecurity({ ...options, maxBytes: 10 }).seal(binding, sealed)],
    ['arguments that are no JSON', () => security.seal({ ...binding, arguments: [secrets.argument, NaN] }, sealed)],
    ['claims that are none', () => security.seal(binding, { ...sealed, asked: [[secrets.state]] as never })],
    ['a short key', () => aeadCodec({ keys: ['PLANTED'] })],
    ['a key twice', () => aeadCodec({ keys: [secrets.key, secrets.key] })],
    ['keys and a codec', () => new RequestStateSecurity({ keys: [secrets.key], codec: plainCodec } as never)],
  ])('%s', async (_, use) => {
    const text = await shown(use);
    expect(text).not.toContain('PLANTED');
    expect(text).not.toContain(token.slice(10, 40));
  });

  it('and neither does a policy that is printed', () => {
    const text = inspect(security, { depth: 10, showHidden: true }) + JSON.stringify(security);
    expect(text).not.toContain('PLANTED');
  });
});
