/** Accounts and logins: what is kept of a password, and what somebody learns who guesses. */
import { describe, expect, it } from 'vitest';
import { hashPassword, isPassword } from '../src/shop/passwords.js';
import { openShop } from '../src/shop/shop.js';

const email = 'ada@example.com';
const password = 'correct horse';

describe('a password', () => {
  it('is kept under a salt of its own, and known again', async () => {
    const [one, other] = await Promise.all([hashPassword(password), hashPassword(password)]);
    expect(one).not.toBe(other);
    expect(one).not.toContain(password);
    expect(await isPassword(password, one)).toBe(true);
    expect(await isPassword('Correct horse', one)).toBe(false);
    expect(await isPassword(password, undefined)).toBe(false);
    expect(await isPassword('', null)).toBe(false);
  });

  it('is the same, however its accents are composed', async () => {
    expect(await isPassword('cafe\u0301', await hashPassword('caf\u00E9'))).toBe(true);
  });
});

describe('a login', () => {
  it('is refused in the same words for a wrong password, an unknown address and a customer without account', async () => {
    using shop = openShop({ database: ':memory:' });
    await shop.customers.register(email, password);
    shop.customers.findOrAdd('guest@example.com');
    const refusals = await Promise.all(
      [
        [email, 'wrong'],
        ['nobody@example.com', password],
        ['guest@example.com', ''],
      ].map(([who = '', what = '']) => shop.customers.logIn(who, what).catch((error: unknown) => String(error))),
    );
    expect(new Set(refusals).size).toBe(1);
    expect(await shop.customers.logIn('ADA@example.com', password)).toMatchObject({ email });
  });

  it('has five tries, also side by side, and then a pause', async () => {
    let now = 1e12;
    using shop = openShop({ database: ':memory:', now: () => now });
    await shop.customers.register(email, password);
    const logIn = (typed: string): Promise<boolean> =>
      shop.customers.logIn(email, typed).then(
        () => true,
        () => false,
      );
    // What was wrong before is forgotten with the first that is right.
    expect(await Promise.all(['1', '2', '3', '4'].map(logIn))).toEqual([false, false, false, false]);
    expect(await logIn(password)).toBe(true);
    await Promise.all(['1', '2', '3', '4', '5'].map(logIn));
    expect(await logIn(password)).toBe(false);
    now += 60_000;
    expect(await logIn(password)).toBe(true);
  });

  it('is one for each flow, and lasts a quarter of an hour', async () => {
    let now = 1e12;
    using shop = openShop({ database: ':memory:', now: () => now });
    const ada = shop.customers.findOrAdd(email);
    shop.sessions.begin('f', ada);
    expect(shop.sessions.of('f')).toEqual({ ...ada });
    expect(shop.sessions.of('g')).toBeUndefined();
    expect(() => shop.sessions.begin('f', shop.customers.findOrAdd('bob@example.com'))).toThrow('used before');
    now += 15 * 60_000;
    expect([shop.sessions.of('f'), shop.sessions.isUsed('f')]).toEqual([undefined, true]);
  });

  it('needs an account, which is made once', async () => {
    using shop = openShop({ database: ':memory:' });
    await shop.customers.register(email, password);
    await expect(shop.customers.register(email, 'another one')).rejects.toMatchObject({ code: 'customer_exists' });
    expect(await shop.customers.logIn(email, password)).toMatchObject({ email });
  });
});
