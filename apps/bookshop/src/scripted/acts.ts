/** One order and one refund, with all their rounds. Each act checks what came of it, and throws where that is not what had to. */
import type { Client } from '@mrtr/client';
import { ok, strictEqual } from 'node:assert/strict';
import { demoCustomer } from '../client/demo-customer.js';
import { textOf } from '../client/text-of.js';
import type { Shop } from '../shop/shop.js';
import type { Script } from './scripted-person.js';

/** One act. */
export interface Act {
  readonly title: string;
  readonly play: (client: Client, shop: Shop) => Promise<void>;
}

const { email } = demoCustomer;

/** What the person says in these acts. */
export function scriptFor(shop: Shop): Script {
  return {
    forms: {
      backorder: { action: 'accept', content: { weeks: 6 } },
      confirmation: { action: 'accept', content: { email, wrapped: true } },
      get which_order() {
        return { action: 'accept', content: { order: String(newestOrder(shop).id) } } as const;
      },
      terms: { action: 'accept', content: { reason: 'late', amount: 5.5 } },
    },
    credentials: demoCustomer,
  };
}

/** The acts, in order. */
export const acts: readonly Act[] = [
  {
    title: 'An order of a book that is out of stock',
    async play(client, shop) {
      const result = await client.callTool('order_book', { title: 'Dracula' });
      ok(result.isError !== true, textOf(result));
      const { title, status, waitWeeks, wrapped } = newestOrder(shop);
      strictEqual(`${title}, ${status}, ${waitWeeks}, ${wrapped}`, 'Dracula, backordered, 6, true');
    },
  },
  {
    title: 'A refund, for which the customer logs in on a page',
    async play(client, shop) {
      const before = newestOrder(shop).refundedCents;
      const result = await client.callTool('refund_order');
      ok(result.isError !== true, textOf(result));
      strictEqual(newestOrder(shop).refundedCents - before, 550);
    },
  },
];

function newestOrder(shop: Shop) {
  const [newest] = shop.orders.of(shop.customers.findOrAdd(email).id);
  ok(newest, 'There is no order.');
  return newest;
}
