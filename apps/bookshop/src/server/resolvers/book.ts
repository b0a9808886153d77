/** The book that is meant, as it is in this very round: its copies and its price may have changed since the last one. */
import { resolver } from '@mrtr/server';
import { z } from 'zod';
import type { Book } from '../../shop/catalogue.js';
import { ShopError } from '../../shop/shop-error.js';
import type { ShopContext } from '../services.js';

export const book = resolver({ args: { title: z.string() } }, ({ title }, { lifespan }: ShopContext): Book => {
  const found = lifespan.shop.catalogue.find(title);
  if (!found) throw new ShopError('unknown_book', `There is no book called “${title}”. Search for it first.`);
  return found;
});
