/** What can be read: `shop://hours`, and `order://{id}`, which only the customer whose order it is can read. */
import { type McpServer, resolver } from '@mrtr/server';
import { z } from 'zod';
import { euros } from '../shop/money.js';
import { customer } from './resolvers/customer.js';
import type { Services, ShopContext } from './services.js';

const HOURS = 'Monday to Saturday, 10 to 19. Orders until 16 leave on the same day.';
const HOUR_MS = 60 * 60_000;

const order = resolver(
  { args: { id: z.string() }, needs: { customer } },
  ({ id, customer: { id: customerId } }, { lifespan: { shop } }: ShopContext) =>
    shop.orders.one(customerId, Number(id)),
);

export function addResources(server: McpServer<Services>): void {
  server.resource(
    'shop://hours',
    {
      name: 'hours',
      description: 'When the shop is open',
      mimeType: 'text/plain',
      cache: { ttlMs: HOUR_MS, cacheScope: 'public' },
    },
    () => HOURS,
  );

  server.resource(
    'order://{id}',
    { name: 'order', description: 'An order of yours', mimeType: 'text/plain', resolve: { order } },
    // An order of somebody else is no resource, like one that does not exist.
    ({ order: found }) =>
      found &&
      [
        `Order ${found.id}: “${found.title}”`,
        `paid ${euros(found.cents)}${found.refundedCents > 0 ? `, refunded ${euros(found.refundedCents)}` : ''}`,
        found.status === 'placed' ? 'sent from stock' : `back-ordered, for up to ${found.waitWeeks} weeks`,
      ].join('\n'),
  );
}
