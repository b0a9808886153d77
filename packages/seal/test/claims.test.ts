import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { clockSkewSeconds, RequestStateSecurity, type Binding, type SealedState } from '@mrtr/seal';
import { anyText, countingBytes } from './support/bytes.js';
import { call, envelopeOf, forge, plainCodec, policy, sealedState, startOfTime } from './support/policy.js';
import { codeOf, reasonOf } from './support/refusal.js';

const clock = { now: startOfTime };
const security = policy(clock);
const unbound: Binding = { ...call, principal: undefined };

function opened(token: unknown, binding: Binding, now = startOfTime, options = {}) {
  return policy({ now }, options).open(token, binding);
}

describe('what is sealed', () => {
  it('comes out as it went in, for any text anywhere', () => {
    const anyBinding = fc.record({
      method: anyText,
      target: anyText,
      arguments: fc.jsonValue(),
      audience: anyText,
      principal: fc.option(anyText, { nil: undefined }),
    });
    const anySealed = fc.record({
      flow: fc.record({ id: anyText, round: fc.integer({ min: 1, max: 1000 }), startedAt: fc.nat({ max: 2e9 }) }),
      asked: fc.array(fc.tuple(anyText, anyText), { maxLength: 5 }),
      state: fc.option(anyText, { nil: undefined }),
    });
    fc.assert(
      fc.property(anyBinding, anySealed, (binding, sealed) => {
        expect(security.open(security.seal(binding, sealed), binding)).toEqual(sealed);
      }),
    );
  });

  it.each<[string, string | undefined]>([
    ['none', undefined],
    ['empty', ''],
    ['line breaks', '\n\n{"a":1}\n'],
    ['a byte order mark', '\ufeffstate'],
    ['a lone surrogate', 'a\ud800b\n'],
    ['NUL and control characters', '\0\x01\x7f\u2028'],
    ['the text null', 'null'],
    ['60 kB', 'ä"\\'.repeat(10_000)],
  ])('keeps a state byte for byte: %s', (_, state) => {
    expect(opened(security.seal(call, { ...sealedState, state }), call)).toEqual({ ...sealedState, state });
  });

  it.each(['__proto__', 'constructor', 'toString', '', '\ud800', 'ключ', '\0'])('keeps a question named %j', (key) => {
    const asked = [[key, 'elicit'] as const, [key, key] as const];
    const result = opened(security.seal(call, { ...sealedState, asked }), call) as SealedState;
    expect(result.asked).toEqual(asked);
    expect(Object.getPrototypeOf(result.asked)).toBe(Array.prototype);
  });

  it('keeps the start of a flow to the millisecond', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1_000_000_000 }), (later) => {
        const flow = { id: 'f', round: 1, startedAt: (startOfTime + later) / 1000 };
        expect(opened(security.seal(call, { ...sealedState, flow }), call)).toMatchObject({ flow });
      }),
    );
  });

  it('rounds a start that is more exact than that', () => {
    const flow = { id: 'f', round: 1, startedAt: 1.00049 };
    expect(opened(security.seal(call, { ...sealedState, flow }), call)).toMatchObject({ flow: { startedAt: 1 } });
  });

  it('has a claim of its own for each sealing of one principal, and no principal in it', () => {
    const [one, other] = [envelopeOf(call, sealedState), envelopeOf(call, sealedState)].map((bytes) =>
      Buffer.from(bytes).toString('latin1'),
    );
    expect(one).not.toBe(other);
    expect(one).not.toContain('alice');
  });
});

describe('a token presented with another call', () => {
  const token = security.seal(call, sealedState);

  it.each<[string, Partial<Binding>, string]>([
    ['the same', {}, 'accepted'],
    ['another method', { method: 'prompts/get' }, 'method'],
    ['another target', { target: 'destroy' }, 'target'],
    ['a target in another case', { target: 'Provision' }, 'target'],
    ['another audience', { audience: 'library' }, 'audience'],
    ['another principal', { principal: 'client-1 https://issuer.example mallory' }, 'principal'],
    ['the same subject of another issuer', { principal: 'client-1 https://evil.example alice' }, 'principal'],
    ['an empty principal', { principal: '' }, 'principal'],
    ['no principal', { principal: undefined }, 'principal_drift'],
    ['arguments in another order', { arguments: { region: 'eu-west-1', name: 'orders' } }, 'accepted'],
    ['an undefined argument more', { arguments: { name: 'orders', region: 'eu-west-1', size: undefined } }, 'accepted'],
    ['another argument', { arguments: { name: 'orders', region: 'eu-west-2' } }, 'arguments'],
    ['an argument more', { arguments: { name: 'orders', region: 'eu-west-1', size: null } }, 'arguments'],
    ['an argument less', { arguments: { name: 'orders' } }, 'arguments'],
    ['no arguments', { arguments: undefined }, 'arguments'],
    [
      'an own __proto__ more',
      { arguments: JSON.parse('{"name":"orders","region":"eu-west-1","__proto__":{}}') },
      'arguments',
    ],
    ['an argument that did not survive parsing', { arguments: JSON.parse('{"name":1E400}') }, 'arguments'],
    ['arguments that are no JSON', { arguments: { name: 1n } }, 'arguments'],
  ])('%s: %s → %s', async (_, change, reason) => {
    expect(await reasonOf(() => opened(token, { ...call, ...change }))).toBe(reason);
  });

  it('is refused with a principal when it was sealed without one', async () => {
    const anonymous = security.seal(unbound, sealedState);
    expect(await reasonOf(() => opened(anonymous, unbound))).toBe('accepted');
    expect(await reasonOf(() => opened(anonymous, call))).toBe('principal_drift');
    expect(await reasonOf(() => opened(anonymous, { ...call, principal: '' }))).toBe('principal_drift');
  });

  it.each([undefined, null, {}, { a: undefined }])(
    'has no arguments, whether they are absent, null or {}: %j',
    async (none) => {
      const sealed = security.seal({ ...call, arguments: none }, sealedState);
      for (const value of [undefined, null, {}, { b: undefined }]) {
        expect(await reasonOf(() => opened(sealed, { ...call, arguments: value }))).toBe('accepted');
      }
      expect(await reasonOf(() => opened(sealed, { ...call, arguments: [] }))).toBe('arguments');
    },
  );

  it('keeps principals apart that UTF-8 has one text for', async () => {
    const sealed = security.seal({ ...call, principal: '\ud800' }, sealedState);
    expect(await reasonOf(() => opened(sealed, { ...call, principal: '\ud800' }))).toBe('accepted');
    expect(await reasonOf(() => opened(sealed, { ...call, principal: '\ud801' }))).toBe('principal');
    expect(await reasonOf(() => opened(sealed, { ...call, principal: '\ufffd' }))).toBe('principal');
  });

  it('is refused for arguments nested 100,000 deep, without overflowing the stack', async () => {
    const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as unknown;
    expect(await reasonOf(() => opened(token, { ...call, arguments: { deep } }))).toBe('arguments');
    expect(await codeOf(() => security.seal({ ...call, arguments: { deep } }, sealedState))).toBe('not_canonical');
  });
});

describe('a token presented at another time', () => {
  const token = security.seal(call, sealedState);
  const ttl = 600_000;
  const skew = clockSkewSeconds * 1000;

  it.each([
    ['at once', 0, 'accepted'],
    ['a millisecond before it expires', ttl - 1, 'accepted'],
    ['when it expires', ttl, 'expired'],
    ['long after', ttl * 1000, 'expired'],
    ['by a clock that is behind as far as it may be', -skew, 'accepted'],
    ['by a clock that is further behind', -skew - 1, 'future'],
    ['by a clock that is broken', NaN, 'expired'],
  ])('%s (%d ms) → %s', async (_, later, reason) => {
    expect(await reasonOf(() => opened(token, call, startOfTime + later))).toBe(reason);
  });

  it.each([0.0005, 0.5, 1, 90.25, 3600])('lives for a ttl of %d seconds, to the millisecond', async (seconds) => {
    const sealed = policy({ now: startOfTime + 7.5 }, { ttl: seconds }).seal(call, sealedState);
    const end = startOfTime + 7 + Math.ceil(seconds * 1000);
    expect(await reasonOf(() => opened(sealed, call, end - 1))).toBe('accepted');
    expect(await reasonOf(() => opened(sealed, call, end))).toBe('expired');
  });

  it('is bound by flowTtl from the start of the flow, whatever its own ttl', async () => {
    const flowTtl = { flowTtl: 1000 };
    const later = { now: startOfTime + 900_000 };
    const sealed = policy(later, flowTtl).seal(call, sealedState);
    expect(await reasonOf(() => opened(sealed, call, startOfTime + 999_999, flowTtl))).toBe('accepted');
    expect(await reasonOf(() => opened(sealed, call, startOfTime + 1_000_000, flowTtl))).toBe('flow_expired');
    expect(await reasonOf(() => opened(sealed, call, startOfTime + 1_000_000))).toBe('accepted');
  });
});

/** Each row changes one field of a true envelope; what comes of it proves that the field is looked at. */
describe('an envelope of a holder of the key, with one field changed', () => {
  const text = Buffer.from(envelopeOf(call, sealedState)).toString();
  const [line, state] = text.split('\n') as [string, string];
  const fields = JSON.parse(line) as unknown[];
  const changed = (at: number, value: unknown, rest = `\n${state}`) => JSON.stringify(fields.with(at, value)) + rest;

  it.each<[string, string, string]>([
    ['nothing', text, 'accepted'],
    ['version: another', changed(0, 2), 'version'],
    ['version: zero', changed(0, 0), 'version'],
    ['version: text', changed(0, '1'), 'malformed'],
    ['another version, of another shape', '[2,"something else"]', 'version'],
    ['issued at: text', changed(1, `${startOfTime}`), 'malformed'],
    ['issued at: a fraction', changed(1, startOfTime + 0.5), 'malformed'],
    ['issued at: too late', changed(1, startOfTime + 30_001), 'future'],
    ['expires at: null', changed(2, null), 'malformed'],
    ['expires at: now', changed(2, startOfTime), 'expired'],
    ['flow start: true', changed(3, true), 'malformed'],
    ['flow start: too early', changed(3, startOfTime - 3_600_000), 'flow_expired'],
    ['flow id: a number', changed(4, 1), 'malformed'],
    ['round: zero', changed(5, 0), 'malformed'],
    ['round: a fraction', changed(5, 1.5), 'malformed'],
    ['method: another', changed(6, 'prompts/get'), 'method'],
    ['method: null', changed(6, null), 'malformed'],
    ['target: another', changed(7, 'destroy'), 'target'],
    ['target: a list', changed(7, ['provision']), 'malformed'],
    ['arguments: another digest', changed(8, 'AAAA'), 'arguments'],
    ['arguments: null', changed(8, null), 'malformed'],
    ['audience: another', changed(9, 'library'), 'audience'],
    ['audience: null', changed(9, null), 'malformed'],
    ['principal: none', changed(10, null), 'principal_drift'],
    ['principal: another', changed(10, Buffer.alloc(48).toString('base64url')), 'principal'],
    ['principal: no claim', changed(10, 'alice'), 'malformed'],
    ['principal: a number', changed(10, 7), 'malformed'],
    ['asked: no list', changed(11, {}), 'malformed'],
    ['asked: a single', changed(11, [['region']]), 'malformed'],
    ['asked: a triple', changed(11, [['region', 'elicit', 'x']]), 'malformed'],
    ['asked: a number', changed(11, [['region', 1]]), 'malformed'],
    ['asked: text instead of a pair', changed(11, ['ab']), 'malformed'],
    ['state: none, and yet one follows', changed(12, null), 'malformed'],
    ['state: inside, and yet one follows', changed(12, 'x'), 'malformed'],
    ['state: promised and missing', changed(12, true, ''), 'malformed'],
    ['state: false', changed(12, false, ''), 'malformed'],
    ['state: a number', changed(12, 5, ''), 'malformed'],
    ['a field less', JSON.stringify(fields.slice(0, 12)), 'malformed'],
    ['a field more', JSON.stringify([...fields, 1]) + `\n${state}`, 'malformed'],
  ])('%s', async (_, envelope, reason) => {
    expect(await reasonOf(() => opened(forge(envelope), call, startOfTime, { flowTtl: 1800 }))).toBe(reason);
  });

  it.each<[string, string | Uint8Array]>([
    ['nothing', ''],
    ['no JSON', 'not JSON at all'],
    ['a truncated line', line.slice(0, -1)],
    ['an object', '{"v":1}'],
    ['null', 'null'],
    ['an empty list', '[]'],
    ['a byte order mark first', `\ufeff${text}`],
    ['bytes that are not UTF-8', countingBytes(64, 0xc0)],
    ['a state that is not UTF-8', Uint8Array.from([...Buffer.from(`${line}\n`), 0xff])],
    ['100,000 opening brackets', '['.repeat(100_000)],
  ])('is refused when a true seal is around %s', async (_, envelope) => {
    const generous = { maxBytes: 1_000_000 };
    expect(await reasonOf(() => opened(forge(envelope), call, startOfTime, generous))).toBe('malformed');
  });

  it('is judged only after the seal was', async () => {
    const token = forge(changed(0, 2));
    expect(await reasonOf(() => opened(`${token.slice(0, -5)}AAAAA`, call))).toBe('tag');
  });
});

describe('claims that could never be opened', () => {
  it.each<[string, Partial<Binding>, Partial<SealedState>]>([
    ['no method', { method: undefined as unknown as string }, {}],
    ['no target', { target: null as unknown as string }, {}],
    ['no audience', { audience: undefined as unknown as string }, {}],
    ['a round of zero', {}, { flow: { id: 'f', round: 0, startedAt: 1 } }],
    ['a flow without an id', {}, { flow: { round: 1, startedAt: 1 } as SealedState['flow'] }],
    ['a flow that never started', {}, { flow: { id: 'f', round: 1, startedAt: NaN } }],
    ['questions that are no pairs', {}, { asked: ['ab'] as unknown as SealedState['asked'] }],
    ['a state that is no string', {}, { state: 7 as unknown as string }],
  ])('are refused when sealing: %s', async (_, binding, sealed) => {
    expect(await codeOf(() => security.seal({ ...call, ...binding }, { ...sealedState, ...sealed }))).toBe(
      'invalid_claims',
    );
  });

  it('are refused by a clock that tells no time', async () => {
    expect(await codeOf(() => policy({ now: NaN }).seal(call, sealedState))).toBe('invalid_claims');
  });
});

it('is the same envelope for every codec', async () => {
  const byPlain = new RequestStateSecurity({ codec: plainCodec, now: () => startOfTime });
  const token = byPlain.seal(call, sealedState) as string;
  expect(await reasonOf(() => byPlain.open(token, call))).toBe('accepted');
  expect(await reasonOf(() => byPlain.open(token, { ...call, target: 'destroy' }))).toBe('target');
  expect(await reasonOf(() => byPlain.open('nothing of ours', call))).toBe('malformed');
});
