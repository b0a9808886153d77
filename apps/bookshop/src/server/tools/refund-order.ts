/** `refund_order`: gives money back for an order. Whose orders there are is known only once the customer has logged in. */
import type { McpServer } from '@mrtr/server';
import { euros } from '../../shop/money.js';
import { customer } from '../resolvers/customer.js';
import { refundOrder } from '../resolvers/refund-order.js';
import { refundTerms } from '../resolvers/refund-terms.js';
import type { Services } from '../services.js';

export function addRefundOrder(server: McpServer<Services>): void {
  server.tool(
    'refund_order',
    {
      description: 'Refunds an order of the customer, in part or in full. The customer logs in on a page of the shop.',
      resolve: { customer, order: refundOrder, terms: refundTerms },
      annotations: { destructiveHint: false, idempotentHint: false, openWorldHint: false },
    },
    ({ customer: { id: customerId }, order, terms: { amount, reason } }, { flow, lifespan: { shop } }) => {
      const { id, cents } = shop.refunds.make({
        flow: flow.id,
        customerId,
        orderId: order.id,
        cents: amount,
        reason,
      });
      return `Refund ${id}: ${euros(cents)} for order ${order.id}, “${order.title}” (${reason}).`;
    },
  );
}
