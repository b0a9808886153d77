/**
 * The customer's yes to the price, with where to send the receipt. Asked once it is known whether the book comes from stock;
 * not at all where the customer won't wait for it.
 */
import { elicit, outcome, resolver } from '@mrtr/server';
import { z } from 'zod';
import { euros } from '../../shop/money.js';
import { backorder } from './backorder.js';
import { book } from './book.js';
import { price } from './price.js';

const Confirmation = z.object({
  email: z.email().meta({ title: 'E-mail', description: 'Where the receipt goes; your orders are kept under it' }),
  wrapped: z.boolean().default(false).meta({ title: 'Gift wrap', description: 'Wrap it as a gift, at no charge' }),
});

export const confirmation = resolver(
  { needs: { book, price, backorder: outcome(backorder) } },
  ({ book: { title, author }, price: cents, backorder: waiting }) => {
    if (waiting.action !== 'accept') return null;
    const when = waiting.data ? `sent once it is back, within ${waiting.data.weeks} weeks` : 'sent today';
    return elicit(`“${title}” by ${author} costs ${euros(cents)}, ${when}. Order it?`, Confirmation);
  },
);
