import { describe, expect, it } from 'vitest';
import {
  aeadCodec,
  InvalidRequestStateError,
  rejectionReasons,
  RequestStateSecurity,
  SealError,
  type RequestStateSecurityOptions,
} from '@mrtr/seal';
import { countingBytes, countingRandom } from './support/bytes.js';
import { call, masterKey, plainCodec, policy, sealedState, startOfTime } from './support/policy.js';
import { codeOf, reasonOf, sealErrorOf } from './support/refusal.js';

const keys = [masterKey];

describe('a policy that can not work is refused when it is made', () => {
  it.each<[string, unknown, string]>([
    ['neither keys nor a codec', {}, 'invalid_option'],
    ['both keys and a codec', { keys, codec: plainCodec }, 'invalid_option'],
    ['an aead for a codec', { codec: plainCodec, aead: {} }, 'invalid_option'],
    ['no options', undefined, 'invalid_option'],
    ['null for options', null, 'invalid_option'],
    ['a codec that only seals', { codec: { seal: () => 'a token' } }, 'invalid_option'],
    ['null for a codec', { codec: null }, 'invalid_option'],
    ['an empty list of keys', { keys: [] }, 'invalid_key'],
    ['a key of 31 bytes', { keys: [countingBytes(31)] }, 'invalid_key'],
    ['a key that is there twice', { keys: [masterKey, Uint8Array.from(masterKey)] }, 'invalid_key'],
    ['a key that is none', { keys: [{ key: masterKey }] }, 'invalid_key'],
    ...['ttl', 'flowTtl'].flatMap((name) =>
      [NaN, Infinity, 0, -5, 1e10, '600', null].map((value): [string, unknown, string] => [
        `${name}: ${value}`,
        { keys, [name]: value },
        'invalid_option',
      ]),
    ),
    ...[NaN, Infinity, 0, -1, 1.5, '1000'].map((maxBytes): [string, unknown, string] => [
      `maxBytes: ${maxBytes}`,
      { keys, maxBytes },
      'invalid_option',
    ]),
    ['an empty audience', { keys, audience: '' }, 'invalid_option'],
    ['an audience that is no text', { keys, audience: 7 }, 'invalid_option'],
    ['a clock that is a number', { keys, now: 5 }, 'invalid_option'],
    ['a binder that is a string', { keys, bindPrincipal: 'alice' }, 'invalid_option'],
    ['randomness that is bytes', { keys, randomBytes: masterKey }, 'invalid_option'],
    ['a hook that is no function', { keys, onReject: {} }, 'invalid_option'],
  ])('%s', async (_, options, code) => {
    const make = () => new RequestStateSecurity(options as RequestStateSecurityOptions);
    expect(await codeOf(make)).toBe(code);
  });
});

describe('a policy', () => {
  it('says what the server needs to know of it', () => {
    const bindPrincipal = (name: string) => name;
    const onReject = () => {};
    const security = new RequestStateSecurity({ keys, audience: 'bookshop', bindPrincipal, onReject });
    expect(security).toMatchObject({ audience: 'bookshop', bindPrincipal, onReject, ephemeral: false });
    expect(new RequestStateSecurity({ keys })).toMatchObject({
      audience: undefined,
      bindPrincipal: undefined,
      onReject: undefined,
    });
  });

  it('takes undefined for any option as if it were absent', async () => {
    const security = new RequestStateSecurity({
      keys,
      codec: undefined,
      aead: undefined,
      ttl: undefined,
      flowTtl: undefined,
      maxBytes: undefined,
      audience: undefined,
      now: undefined,
      randomBytes: undefined,
    });
    expect(await reasonOf(() => security.open(security.seal(call, sealedState) as string, call))).toBe('accepted');
  });

  it('begins flows with an id of 16 random bytes, round 1, now', () => {
    const security = policy({ now: startOfTime + 250 });
    const flows = Array.from({ length: 100 }, () => security.newFlow());
    expect(new Set(flows.map((flow) => flow.id)).size).toBe(100);
    for (const flow of flows) {
      expect(Buffer.from(flow.id, 'base64url')).toHaveLength(16);
      expect(flow).toMatchObject({ round: 1, startedAt: (startOfTime + 250) / 1000 });
    }
  });

  it('never uses the same random bytes for two things', () => {
    const drawn: string[] = [];
    const randomBytes = (length: number) => {
      const bytes = crypto.getRandomValues(new Uint8Array(length));
      drawn.push(Buffer.from(bytes).toString('hex'));
      return bytes;
    };
    const security = policy({ now: startOfTime }, { randomBytes });
    const nonces = Array.from({ length: 20 }, (_, index) => {
      const binding = index % 2 === 0 ? call : { ...call, principal: undefined };
      const token = security.seal(binding, { ...sealedState, flow: security.newFlow() }) as string;
      return Buffer.from(token.slice(3), 'base64url').subarray(32, 56).toString('hex');
    });
    expect(new Set(nonces).size).toBe(20);
    for (const nonce of nonces) expect(drawn.filter((bytes) => bytes.includes(nonce))).toHaveLength(1);
  });

  it('draws once for a token, just what it needs', async () => {
    const drawn: number[] = [];
    const randomBytes = (length: number) => {
      drawn.push(length);
      return crypto.getRandomValues(new Uint8Array(length));
    };
    const security = policy({ now: startOfTime }, { randomBytes });
    const unbound = { ...call, principal: undefined };
    await security.seal(call, sealedState);
    await security.seal(unbound, sealedState);
    await new RequestStateSecurity({ codec: plainCodec, randomBytes }).seal(unbound, sealedState);
    expect(drawn).toEqual([16 + 24, 24]);
  });

  it('refuses randomness of another length', async () => {
    for (const more of [-1, 1]) {
      const randomBytes = (length: number) => new Uint8Array(length + more);
      const byKey = policy({ now: startOfTime }, { randomBytes });
      const byCodec = new RequestStateSecurity({ codec: plainCodec, randomBytes });
      for (const security of [byKey, byCodec]) {
        expect(await codeOf(() => security.newFlow())).toBe('invalid_option');
        expect(await codeOf(() => security.seal(call, sealedState))).toBe('invalid_option');
      }
      expect(await codeOf(() => RequestStateSecurity.ephemeral({ randomBytes }))).toBe('invalid_option');
    }
  });

  it('draws afresh after a sealing that failed half-way', async () => {
    const security = policy({ now: startOfTime }, { randomBytes: countingRandom() });
    expect(await codeOf(() => security.seal({ ...call, arguments: NaN }, sealedState))).toBe('not_canonical');
    const nonceOf = (token: string) => Buffer.from(token.slice(3), 'base64url').subarray(32, 56).toString('hex');
    const nonces = [1, 2, 3].map(() => nonceOf(security.seal(call, sealedState) as string));
    expect(new Set(nonces).size).toBe(3);
  });

  it('answers at once when its codec does', () => {
    const security = policy();
    const token = security.seal(call, sealedState);
    expect(token).toBeTypeOf('string');
    expect(security.open(token, call)).not.toBeInstanceOf(Promise);
  });
});

describe('an ephemeral policy', () => {
  it('opens what it sealed itself, and nobody else does', async () => {
    const [one, other] = [RequestStateSecurity.ephemeral(), RequestStateSecurity.ephemeral()];
    const token = one.seal(call, sealedState);
    expect(one.ephemeral).toBe(true);
    expect(await reasonOf(() => one.open(token, call))).toBe('accepted');
    expect(await reasonOf(() => other.open(token, call))).toBe('unknown_key');
  });

  it('takes the other options', async () => {
    const security = RequestStateSecurity.ephemeral({ ttl: 60, audience: 'bookshop', now: () => startOfTime });
    expect(security.audience).toBe('bookshop');
    expect(await codeOf(() => RequestStateSecurity.ephemeral({ ttl: 0 }))).toBe('invalid_option');
  });

  it('takes no keys and no codec', async () => {
    for (const options of [{ keys }, { codec: plainCodec }, { keys, codec: plainCodec }]) {
      expect(await codeOf(() => RequestStateSecurity.ephemeral(options as object))).toBe('invalid_option');
    }
  });
});

describe('the limit of a token', () => {
  it('is 65,536 bytes unless set', async () => {
    const security = policy();
    const fits = (length: number) => security.seal(call, { ...sealedState, state: 'x'.repeat(length) });
    expect(fits(44_000)).toBeTypeOf('string');
    expect(await codeOf(() => fits(66_000))).toBe('state_too_large');
  });

  it('is exact, on both sides', async () => {
    const token = policy().seal(call, sealedState) as string;
    const enough = policy({ now: startOfTime }, { maxBytes: token.length });
    expect(await enough.seal(call, sealedState)).toHaveLength(token.length);
    expect(await reasonOf(() => enough.open(token, call))).toBe('accepted');
    const less = policy({ now: startOfTime }, { maxBytes: token.length - 1 });
    expect(await codeOf(() => less.seal(call, sealedState))).toBe('state_too_large');
    expect(await reasonOf(() => less.open(token, call))).toBe('oversize');
  });

  it('names the size, the limit and what to do', async () => {
    const security = policy({ now: startOfTime }, { maxBytes: 1000 });
    const error = await sealErrorOf(() => security.seal(call, { ...sealedState, state: 'x'.repeat(5000) }));
    expect(error.message).toMatch(/has \d{4} bytes, and maxBytes allows 1000.*5000 characters.*2 questions.*maxBytes/);
  });

  it('refuses 10 MB before any codec sees them', async () => {
    const seen: string[] = [];
    const unseal = (token: string) => {
      seen.push(token);
      return plainCodec.unseal(token);
    };
    const codec = { ...plainCodec, unseal };
    const security = new RequestStateSecurity({ codec });
    expect(await reasonOf(() => security.open('v1.'.padEnd(10_000_000, 'A'), call))).toBe('oversize');
    expect(seen).toEqual([]);
  });
});

describe('what is no token', () => {
  it.each([undefined, null, '', 0, 7, true, [], {}, ['v1.x'], Symbol('t'), 1n, () => 'v1.'])(
    'is refused before any codec sees it: %s',
    async (token) => {
      const codec = { ...plainCodec, unseal: () => expect.unreachable() };
      expect(await reasonOf(() => new RequestStateSecurity({ codec }).open(token, call))).toBe('malformed');
    },
  );
});

describe('the errors', () => {
  it('have one message for every reason', () => {
    for (const reason of rejectionReasons) {
      const error = new InvalidRequestStateError(reason);
      expect(error).toMatchObject({
        name: 'InvalidRequestStateError',
        reason,
        message: 'Invalid or expired requestState',
      });
      expect(error).not.toHaveProperty('cause');
    }
  });

  it('say malformed unless told, and keep a cause for logs', () => {
    const cause = new Error('why');
    expect(new InvalidRequestStateError().reason).toBe('malformed');
    expect(new InvalidRequestStateError('tag', { cause }).cause).toBe(cause);
    expect(new SealError('invalid_key', 'what to do', { cause })).toMatchObject({ name: 'SealError', cause });
  });

  it('have 17 reasons', () => {
    expect(new Set(rejectionReasons).size).toBe(17);
  });

  it('carry the reason of a codec of the package through a policy', async () => {
    const foreign = aeadCodec({ keys: [countingBytes(32)] }).seal(new Uint8Array(10));
    expect(await reasonOf(() => policy().open(foreign, call))).toBe('unknown_key');
    expect(await reasonOf(() => policy().open('v7.AAAA', call))).toBe('version');
  });
});
