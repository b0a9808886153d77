/** Which order is meant: a choice that is made of the customer's own orders. */
import { elicit, resolver } from '@mrtr/server';
import { z } from 'zod';
import { euros } from '../../shop/money.js';
import { type Refundable, refundable } from './refundable.js';

/** The newest orders are enough to choose from. */
const MOST_SHOWN = 20;

const question = resolver({ needs: { refundable }, key: 'which_order' }, ({ refundable: orders }) => {
  const choices = orders
    .slice(0, MOST_SHOWN)
    .map(({ id, title, leftCents }) =>
      z.literal(String(id)).meta({ title: `Order ${id}: “${title}”, ${euros(leftCents)}` }),
    );
  return elicit('Which order is it about?', z.object({ order: z.union(choices).meta({ title: 'Order' }) }));
});

export const refundOrder = resolver(
  { needs: { refundable, question } },
  // The answer has been validated against the choices, so it is one of them.
  ({ refundable: orders, question: { order } }) => orders.find(({ id }) => String(id) === order) as Refundable,
);
