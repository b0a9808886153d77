import { describe, expect, it } from 'vitest';
import { RequestStateSecurity } from '@mrtr/seal';
import { countingBytes } from './support/bytes.js';
import { call, sealedState, startOfTime } from './support/policy.js';
import { reasonOf } from './support/refusal.js';

const [old, young] = [countingBytes(32, 1), countingBytes(32, 2)];
const ttl = 600;

function instance(keys: Uint8Array[], clock: { now: number }): RequestStateSecurity {
  return new RequestStateSecurity({ keys, ttl, now: () => clock.now });
}

describe('rotating a key in three phases', () => {
  const phases = [[old], [old, young], [young, old], [young]] as const;

  it.each([0, 1, 2])('phase %d and the next run side by side, and lose no flow', async (phase) => {
    const clock = { now: startOfTime };
    const [before, after] = [phases[phase], phases[phase + 1]].map((keys) => instance([...(keys ?? [])], clock));
    // The last step is taken one ttl after the one before, when no token of the old key is alive.
    const sealers = phase === 2 ? [before] : [before, after];
    for (const sealer of [...sealers, after]) {
      const token = sealer?.seal(call, sealedState);
      for (const opener of [before, after]) {
        expect(await reasonOf(() => opener?.open(token, call))).toBe('accepted');
      }
    }
  });

  it('loses no flow when each step is taken under load', async () => {
    const clock = { now: startOfTime };
    let serving = instance([old], clock);
    let alive: { token: string; until: number }[] = [];
    let opened = 0;
    for (let minute = 0; minute < 60; minute++) {
      clock.now = startOfTime + minute * 60_000;
      if (minute === 15) serving = instance([old, young], clock);
      if (minute === 20) serving = instance([young, old], clock);
      if (minute === 20 + ttl / 60) serving = instance([young], clock);
      for (const { token } of alive) {
        expect(await reasonOf(() => serving.open(token, call)), `minute ${minute}`).toBe('accepted');
        opened++;
      }
      alive.push({ token: serving.seal(call, sealedState) as string, until: clock.now + ttl * 1000 });
      alive = alive.filter(({ until }) => until > clock.now + 60_000);
    }
    expect(opened).toBeGreaterThan(400);
  });

  it('refuses the old key when it is gone, and the new one before it was there', async () => {
    const clock = { now: startOfTime };
    const [first, last] = [instance([old], clock), instance([young], clock)];
    expect(await reasonOf(() => last.open(first.seal(call, sealedState), call))).toBe('unknown_key');
    expect(await reasonOf(() => first.open(last.seal(call, sealedState), call))).toBe('unknown_key');
  });
});
