/**
 * The customer's orders of which something can be refunded. Kept with `once`, so that the question which of them is meant
 * stays the same question; whether it still holds is for the refund itself to check.
 */
import { resolver } from '@mrtr/server';
import { ShopError } from '../../shop/shop-error.js';
import type { ShopContext } from '../services.js';
import { customer } from './customer.js';

/** An order, and what can still be refunded of it. */
export interface Refundable {
  readonly id: number;
  readonly title: string;
  readonly leftCents: number;
}

export const refundable = resolver(
  { needs: { customer }, once: true },
  ({ customer: { id: customerId } }, { lifespan: { shop } }: ShopContext): readonly Refundable[] => {
    const orders = shop.orders
      .of(customerId)
      .map(({ id, title, cents, refundedCents }) => ({ id, title, leftCents: cents - refundedCents }))
      .filter(({ leftCents }) => leftCents > 0);
    if (orders.length === 0) throw new ShopError('unknown_order', 'You have no order that could be refunded.');
    return orders;
  },
);
