import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nobleAead, RequestStateSecurity, type Binding, type SealedState } from '@mrtr/seal';
import { nodeAead } from '@mrtr/seal/node';
import { anyText, countingRandom, fromHex, toHex } from './support/bytes.js';
import { claimFor, hChaCha20, openIndependently } from './support/independent-opener.js';
import draft from './vectors/xchacha-draft.json' with { type: 'json' };

/** A token that this version made, and that every later one must open and, given the same randomness, make again. */
interface FrozenToken {
  readonly name: string;
  readonly masterKey: string;
  /** The first random byte; each further one is one more. */
  readonly randomFrom: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Seconds. */
  readonly ttl: number;
  readonly binding: Binding;
  readonly sealed: {
    readonly flow: SealedState['flow'];
    readonly asked: SealedState['asked'];
    readonly state?: string;
  };
  readonly token: string;
}

const path = new URL('./vectors/frozen.json', import.meta.url);
const frozen = JSON.parse(readFileSync(path, 'utf8')) as { readonly tokens: readonly FrozenToken[] };

function securityOf(vector: FrozenToken, aead = nobleAead): RequestStateSecurity {
  return new RequestStateSecurity({
    keys: [fromHex(vector.masterKey)],
    aead,
    ttl: vector.ttl,
    now: () => vector.now,
    randomBytes: countingRandom(vector.randomFrom),
  });
}

const sealedOf = ({ sealed }: FrozenToken): SealedState => ({ ...sealed, state: sealed.state });

describe.each(frozen.tokens)('the frozen token: $name', (vector) => {
  it.each([
    ['nobleAead', nobleAead],
    ['nodeAead', nodeAead],
  ])('is made again and opened by %s', (_, aead) => {
    const security = securityOf(vector, aead);
    expect(security.seal(vector.binding, sealedOf(vector))).toBe(vector.token);
    expect(security.open(vector.token, vector.binding)).toEqual(sealedOf(vector));
  });

  it('is opened by an opener that shares no code with the package', () => {
    const { claims, state } = openIndependently(vector.token, fromHex(vector.masterKey));
    const { binding, sealed } = vector;
    expect(claims.slice(0, 8)).toEqual([
      1,
      vector.now,
      vector.now + vector.ttl * 1000,
      sealed.flow.startedAt * 1000,
      sealed.flow.id,
      sealed.flow.round,
      binding.method,
      binding.target,
    ]);
    expect(claims[9]).toBe(binding.audience);
    if (binding.principal === undefined) expect(claims[10]).toBeNull();
    else expect(claims[10]).toBe(claimFor(binding.principal, claims[10] as string));
    expect(claims[11]).toEqual(sealed.asked);
    expect(state).toBe(sealed.state);
  });
});

it('the opener of this test derives the subkey of draft-irtf-cfrg-xchacha, section 2.2.1', () => {
  const { key, nonce, subkey } = draft.hchacha20;
  expect(toHex(hChaCha20(fromHex(key), fromHex(nonce)))).toBe(subkey);
});

it('an opener that shares no code with the package opens any token', () => {
  const security = RequestStateSecurity.ephemeral({ randomBytes: (length) => new Uint8Array(length).fill(7) });
  const masterKey = new Uint8Array(32).fill(7);
  const binding = { method: 'm', target: 't', arguments: {}, audience: 'a' };
  fc.assert(
    fc.property(anyText, fc.nat({ max: 2000 }), (text, filler) => {
      const state = text + 'x'.repeat(filler);
      const token = security.seal(binding, { flow: { id: 'f', round: 1, startedAt: 0 }, asked: [], state }) as string;
      expect(openIndependently(token, masterKey).state).toBe(state);
    }),
  );
});
