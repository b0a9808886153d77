import { settle, virtualClock } from '@mrtr/testing';
import { afterEach, describe, expect, test, vi } from 'vitest';

describe('a virtual clock', () => {
  test('stands still by itself, and shows what it was told', async () => {
    const { now } = virtualClock(1000);
    await settle();
    expect(now()).toBe(1000);
    expect(new Date(virtualClock().now()).getUTCFullYear()).toBe(2026);
  });

  test('fires timers in the order of their times, and at them', async () => {
    const clock = virtualClock(0);
    const fired: [string, number][] = [];
    const note = (name: string) => () => void fired.push([name, clock.now()]);
    clock.setTimeout(note('late'), 30);
    clock.setTimeout(note('early'), 10);
    clock.setTimeout(note('early too'), 10);
    clock.setTimeout(note('never'), 31);
    await clock.advance(30);
    expect(fired).toEqual([
      ['early', 10],
      ['early too', 10],
      ['late', 30],
    ]);
    expect(clock.now()).toBe(30);
    expect(clock.waiting).toBe(1);
    expect(clock.delays).toEqual([30, 10, 10, 31]);
  });

  test('lets what follows from a timer happen before the next, timers that it sets among it', async () => {
    const clock = virtualClock(0);
    const log: string[] = [];
    clock.setTimeout(() => {
      void Promise.resolve()
        .then(() => new Promise<void>((resolve) => clock.setTimeout(resolve, 5)))
        .then(() => log.push(`inner at ${clock.now()}`));
    }, 10);
    clock.setTimeout(() => log.push(`outer at ${clock.now()}`), 20);
    await clock.advance(20);
    expect(log).toEqual(['inner at 15', 'outer at 20']);
  });

  test('stops a timer, and is not disturbed by one that is over', async () => {
    const clock = virtualClock(0);
    const fired: number[] = [];
    const handle = clock.setTimeout(() => fired.push(1), 10);
    clock.clearTimeout(handle);
    clock.clearTimeout(handle);
    clock.clearTimeout(undefined);
    await clock.advance(100);
    expect(fired).toEqual([]);
  });

  test('goes from timer to timer', async () => {
    const clock = virtualClock(0);
    clock.setTimeout(() => clock.setTimeout(() => undefined, 250), 50);
    expect(await clock.advanceToNext()).toBe(50);
    expect(await clock.advanceToNext()).toBe(250);
    expect(await clock.advanceToNext()).toBe(0);
    expect(clock.now()).toBe(300);
    // What is about to set a timer is waited for, and so is what follows from one.
    const log: string[] = [];
    const pause = () => new Promise<void>((resolve) => clock.setTimeout(resolve, 7));
    void Promise.resolve()
      .then(pause)
      .then(() => log.push('followed'));
    expect([await clock.advanceToNext(), ...log]).toEqual([7, 'followed']);
  });

  test('is of use in parts', async () => {
    const { now, setTimeout, clearTimeout, ...clock } = virtualClock(0);
    const fired: number[] = [];
    setTimeout(() => fired.push(now()), 5);
    clearTimeout(setTimeout(() => fired.push(0), 1));
    expect(clock.delays).toEqual([5, 1]);
  });

  test('takes a delay that is negative or no number for none', async () => {
    const clock = virtualClock(100);
    const fired: number[] = [];
    for (const ms of [-50, NaN, 0]) clock.setTimeout(() => fired.push(clock.now()), ms);
    await clock.advance(0);
    expect(fired).toEqual([100, 100, 100]);
  });

  test('stands where it threw when a timer throws, and goes on from there', async () => {
    const clock = virtualClock(0);
    const broken = new Error('broken');
    clock.setTimeout(() => {
      throw broken;
    }, 10);
    await expect(clock.advance(100)).rejects.toBe(broken);
    expect(clock.now()).toBe(10);
    await clock.advance(90);
    expect([clock.now(), clock.waiting]).toEqual([100, 0]);
  });

  test.each([-1, NaN, Infinity])('refuses to advance by %s', async (ms) => {
    await expect(virtualClock().advance(ms)).rejects.toMatchObject({ name: 'TestingError', code: 'invalid_option' });
  });

  test.each([NaN, Infinity])('refuses to begin at %s', (startMs) => {
    expect(() => virtualClock(startMs)).toThrow(expect.objectContaining({ code: 'invalid_option' }));
  });
});

describe('a clock that runs until a promise settles', () => {
  /** Waits for so many timers, each set when the one before has fired. */
  async function timers(clock: ReturnType<typeof virtualClock>, count: number): Promise<string> {
    for (let n = 1; n <= count; n++) await new Promise<void>((resolve) => clock.setTimeout(resolve, n));
    return `after ${clock.now()}`;
  }

  test('gives what it settles with, at that time and no later', async () => {
    const clock = virtualClock(0);
    clock.setTimeout(() => expect.unreachable(), 1000);
    expect(await clock.runUntil(timers(clock, 4))).toBe('after 10');
    expect([clock.now(), clock.waiting]).toEqual([10, 1]);
    expect(await clock.runUntil(Promise.resolve('at once'))).toBe('at once');
    expect(clock.now()).toBe(10);
  });

  test('rejects with what it rejects with', async () => {
    const clock = virtualClock(0);
    const failing = timers(clock, 2).then((text) => Promise.reject(new Error(text)));
    await expect(clock.runUntil(failing)).rejects.toThrow('after 3');
  });

  test('says so when nothing is left to wait for', async () => {
    const clock = virtualClock(0);
    clock.setTimeout(() => undefined, 5);
    await expect(clock.runUntil(new Promise(() => undefined))).rejects.toMatchObject({ code: 'stuck' });
    expect(clock.now()).toBe(5);
  });

  test('ends after as many timers as it is allowed', async () => {
    const clock = virtualClock(0);
    expect(await clock.runUntil(timers(clock, 3), { maxTimers: 3 })).toBe('after 6');
    await expect(clock.runUntil(timers(clock, 4), { maxTimers: 3 })).rejects.toMatchObject({ code: 'too_many_timers' });
  });

  test('ends a loop without end by itself', async () => {
    const clock = virtualClock(0);
    const again = (): void => void clock.setTimeout(again, 1);
    again();
    const error = await clock.runUntil(new Promise(() => undefined)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ message: 'The promise has not settled after 10000 timers.' });
  });
});

describe('settling', () => {
  afterEach(() => void vi.unstubAllGlobals());

  /** What a long chain of promises has come to when all has settled. */
  async function afterSettling(): Promise<string> {
    let reached = 'nothing';
    void (async () => {
      for (let n = 0; n < 1000; n++) await Promise.resolve();
      queueMicrotask(() => void (reached = 'all'));
    })();
    await settle();
    return reached;
  }

  test('lets all run that waits for its turn alone', async () => {
    expect(await afterSettling()).toBe('all');
  });

  test('does so where there are no message ports', async () => {
    vi.stubGlobal('MessageChannel', undefined);
    expect(await afterSettling()).toBe('all');
  });

  test('does so where a framework holds the timers', async () => {
    vi.useFakeTimers();
    try {
      expect(await afterSettling()).toBe('all');
    } finally {
      vi.useRealTimers();
    }
  });
});
