/** Whatever a policy has sealed, nothing that can be made of its token is taken for it. */
import { tamper, virtualClock } from '@mrtr/testing';
import * as fc from 'fast-check';
import { expect, expectTypeOf, it } from 'vitest';
import { InvalidRequestStateError, RequestStateSecurity, type PolicyOptions } from '@mrtr/seal';
import { anyText } from './support/bytes.js';
import { call, masterKey, policy, sealedState } from './support/policy.js';
import { reasonOf } from './support/refusal.js';

/** Synchronous, for loops of many thousands. */
function accepts(security: RequestStateSecurity, token: unknown): boolean {
  try {
    void security.open(token, call);
    return true;
  } catch (error) {
    if (error instanceof InvalidRequestStateError) return false;
    throw error;
  }
}

it('refuses every variant of a token, whatever the state, and then still accepts the token', () => {
  const security = policy();
  fc.assert(
    fc.property(anyText, anyText, (state, another) => {
      const [token, other] = [state, another].map(
        (text) => security.seal(call, { ...sealedState, state: text }) as string,
      ) as [string, string];
      // The one that is too long is the same for every state.
      const variants = [...tamper(token, { with: other, oversize: 70_000 })];
      expect(variants.filter((variant) => accepts(security, variant.token)).map(({ name }) => name)).toEqual([]);
      expect(accepts(security, token)).toBe(true);
    }),
    { numRuns: 10 },
  );
});

it('refuses a token from the moment on that it expires, by any clock', async () => {
  const clock = virtualClock();
  expectTypeOf(clock.now).toExtend<NonNullable<PolicyOptions<unknown>['now']>>();
  const security = new RequestStateSecurity({ keys: [masterKey], ttl: 600, now: clock.now });
  const token = security.seal(call, sealedState);
  await clock.advance(599_999);
  expect(await reasonOf(() => security.open(token, call))).toBe('accepted');
  await clock.advance(1);
  expect(await reasonOf(() => security.open(token, call))).toBe('expired');
});
