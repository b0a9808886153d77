/** Why, and how much: asked once the order is known, since its price is the most that can be given back. */
import { elicit, resolver } from '@mrtr/server';
import { z } from 'zod';
import { euros, isWholeCents, toCents } from '../../shop/money.js';
import { refundReasons } from '../../shop/refunds.js';
import { refundOrder } from './refund-order.js';

/** The form for an order of which so much is left, in cents. */
function termsWithin(leftCents: number) {
  const left = leftCents / 100;
  return z.object({
    reason: z.enum(refundReasons).meta({ title: 'Reason' }),
    amount: z
      .number()
      .min(0.01)
      .max(left)
      .refine(isWholeCents, 'has more than two decimals')
      .default(left)
      .transform(toCents)
      .meta({ title: 'Amount in €' }),
  });
}

export const refundTerms = resolver({ needs: { order: refundOrder } }, ({ order: { id, title, leftCents } }) =>
  elicit(
    `Why do you want a refund of order ${id}, “${title}”, and of how much? ${euros(leftCents)} is the most.`,
    termsWithin(leftCents),
  ),
);
