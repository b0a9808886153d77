/**
 * The price, as it was when the flow first looked. `once` keeps it in the sealed state: the price that was shown is the
 * price that is charged, however it moves while the customer thinks, and no client can write another one there.
 */
import { resolver } from '@mrtr/server';
import { book } from './book.js';

export const price = resolver({ needs: { book }, once: true }, ({ book: { cents } }) => cents);
