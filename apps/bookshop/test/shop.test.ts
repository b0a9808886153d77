/** The shop by itself: no MCP, no HTTP. */
import { DatabaseSync } from '@photostructure/sqlite';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { euros, isWholeCents, toCents } from '../src/shop/money.js';
import { openShop } from '../src/shop/shop.js';
import { folder } from './support/bookshop.js';

const email = 'ada@example.com';
const DAY_MS = 86_400_000;

function order(flow: string, title = 'Jane Eyre') {
  return { flow, title, email, cents: 1290, wrapped: false };
}

describe('the catalogue', () => {
  it('finds by title, author and genre, in any case, and takes no word for a pattern', () => {
    using shop = openShop({ database: ':memory:' });
    const titles = (text: string): readonly string[] => shop.catalogue.search({ text }).map(({ title }) => title);
    expect(titles('WELLS')).toEqual(['The Time Machine', 'The War of the Worlds']);
    expect(titles('horror')).toEqual(['Dracula', 'Frankenstein']);
    expect(titles(' moonstone ')).toEqual(['The Moonstone']);
    expect(titles('')).toHaveLength(12);
    for (const text of ['%', '_', '\\', "'; DROP TABLE books; --"]) expect(titles(text)).toEqual([]);
  });

  it('leaves out what is out of stock, when that is wanted', () => {
    using shop = openShop({ database: ':memory:' });
    expect(shop.catalogue.search({ text: 'horror', inStock: true })).toMatchObject([{ title: 'Frankenstein' }]);
  });

  it('asks more for what has been sold lately, up to a bound, and less again later', () => {
    let now = 1e12;
    using shop = openShop({ database: ':memory:', now: () => now });
    const price = (): number | undefined => shop.catalogue.find('The Importance of Being Earnest')?.cents;
    const place = (flow: string): unknown =>
      shop.orders.place({ ...order(flow, 'The Importance of Being Earnest'), waitWeeks: 1 });
    expect(price()).toBe(790);
    place('0');
    expect(price()).toBe(814);
    for (let flow = 1; flow < 20; flow++) place(String(flow));
    expect(price()).toBe(1027);
    now += 8 * DAY_MS;
    expect(price()).toBe(790);
  });
});

describe('orders and refunds', () => {
  it('are one for each flow', () => {
    using shop = openShop({ database: ':memory:' });
    const placed = shop.orders.place(order('f'));
    expect(shop.orders.place({ ...order('f'), cents: 1 })).toEqual(placed);
    const { id: customerId } = shop.customers.findOrAdd(email);
    const refund = { flow: 'r', customerId, orderId: placed.id, cents: 100, reason: 'late' } as const;
    expect(shop.refunds.make(refund)).toEqual(shop.refunds.make({ ...refund, cents: 200 }));
    expect(shop.orders.of(customerId)).toMatchObject([{ refundedCents: 100 }]);
  });

  it('never sell more copies than there are, and never pay back more than was paid', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 1500 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), amounts, (tries, cents) => {
        using shop = openShop({ database: ':memory:' });
        const sold = Array.from({ length: tries }, (_, index) => attempt(() => shop.orders.place(order(`o${index}`))));
        expect(sold.filter(Boolean)).toHaveLength(Math.min(tries, 3));
        expect(shop.catalogue.find('Jane Eyre')?.copies).toBe(Math.max(0, 3 - tries));
        const { id: customerId } = shop.customers.findOrAdd(email);
        for (const [index, amount] of cents.entries()) {
          attempt(() =>
            shop.refunds.make({ flow: `r${index}`, customerId, orderId: 1, cents: amount, reason: 'late' }),
          );
        }
        expect(shop.orders.one(customerId, 1)?.refundedCents).toBeLessThanOrEqual(1290);
      }),
      { numRuns: 20 },
    );
  });

  it('leave nothing behind, when they fail', () => {
    using place = folder();
    using shop = openShop({ database: place.database });
    expect(() => shop.orders.place({ ...order('f'), cents: 0 })).toThrow('CHECK constraint failed');
    expect(shop.catalogue.find('Jane Eyre')?.copies).toBe(3);
    expect(() => shop.orders.place(order('g', 'Emma'))).toThrow('There is no book called “Emma”.');
  });

  it('of somebody else are not there', () => {
    using shop = openShop({ database: ':memory:' });
    const { id } = shop.orders.place(order('f'));
    const { id: customerId } = shop.customers.findOrAdd('bob@example.com');
    expect(shop.orders.one(customerId, id)).toBeUndefined();
    const refund = { flow: 'r', customerId, orderId: id, cents: 1, reason: 'late' } as const;
    expect(() => shop.refunds.make(refund)).toThrow('You have no order 1.');
  });

  function attempt<T>(run: () => T): T | undefined {
    try {
      return run();
    } catch {
      return undefined;
    }
  }
});

describe('money', () => {
  it('is whole cents, whatever binary fractions make of it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (cents) => {
        expect([isWholeCents(cents / 100), toCents(cents / 100)]).toEqual([true, cents]);
      }),
    );
    expect([isWholeCents(0.005), isWholeCents(12.999), euros(5), euros(1290)]).toEqual([
      false,
      false,
      '0.05 €',
      '12.90 €',
    ]);
  });
});

describe('the database', () => {
  it('keeps everything, when the shop is opened again', () => {
    using place = folder();
    const first = openShop(place);
    first.orders.place(order('f'));
    first.close();
    using second = openShop(place);
    expect(second.catalogue.search({ text: '' })).toHaveLength(12);
    expect(second.orders.of(second.customers.findOrAdd(email).id)).toMatchObject([{ title: 'Jane Eyre' }]);
  });

  it('can be shared by two processes', () => {
    using place = folder();
    using first = openShop(place);
    using second = openShop(place);
    expect(second.orders.place(order('f'))).toEqual(first.orders.place(order('f')));
    expect(first.catalogue.find('Jane Eyre')?.copies).toBe(2);
  });

  it('of a newer program is left alone', () => {
    using place = folder();
    openShop(place).close();
    const raw = new DatabaseSync(place.database);
    raw.exec('PRAGMA user_version = 99');
    raw.close();
    expect(() => openShop(place)).toThrow('The database has version 99');
  });
});
