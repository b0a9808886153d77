/** Whether the customer waits for a book that is out of stock. Asked only where it is. */
import { elicit, resolver } from '@mrtr/server';
import { z } from 'zod';
import { book } from './book.js';

const Backorder = z.object({
  weeks: z.int().min(1).max(12).default(4).meta({ title: 'Weeks', description: 'How long you would wait for it' }),
});

export const backorder = resolver({ needs: { book } }, ({ book: { title, copies } }) =>
  copies > 0 ? null : elicit(`“${title}” is out of stock. Order it all the same, for when it is back?`, Backorder),
);
