/**
 * `order_book`: orders one copy. The customer is asked about a back-order where the book is out of stock, and to confirm the
 * price always; the body runs once all of it is known, and is the one place with an effect.
 */
import { type McpServer, outcome, toolError } from '@mrtr/server';
import { z } from 'zod';
import { euros } from '../../shop/money.js';
import { backorder } from '../resolvers/backorder.js';
import { book } from '../resolvers/book.js';
import { confirmation } from '../resolvers/confirmation.js';
import { price } from '../resolvers/price.js';
import type { Services } from '../services.js';

const input = z.object({ title: z.string().min(1).max(200).describe('The title, as search_books gives it') });

export function addOrderBook(server: McpServer<Services>): void {
  server.tool(
    'order_book',
    {
      description: 'Orders one copy of a book, for the price that the customer confirms.',
      input,
      // No to the back-order is an answer, told in our own words. No to the price ends the call by itself.
      resolve: { book, price, backorder: outcome(backorder), confirmation },
      annotations: { destructiveHint: false, idempotentHint: false, openWorldHint: false },
    },
    ({ book: { title }, price: cents, backorder: waiting, confirmation: confirmed }, { flow, lifespan: { shop } }) => {
      if (waiting.action !== 'accept' || !confirmed) {
        return toolError(`Nothing was ordered: “${title}” is out of stock, and the customer does not want to wait.`);
      }
      const { email, wrapped } = confirmed;
      const waitWeeks = waiting.data?.weeks;
      // The flow is the key: a last round that arrives twice finds the order that it has placed.
      const order = shop.orders.place({ flow: flow.id, title, email, cents, wrapped, waitWeeks });
      const how =
        order.status === 'placed' ? 'It is sent today' : `It is sent once it is back, within ${waitWeeks} weeks`;
      return `Order ${order.id}: “${title}” for ${euros(order.cents)}. ${how}${wrapped ? ', wrapped as a gift' : ''}.`;
    },
  );
}
