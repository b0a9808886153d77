/**
 * The customer, who logs in on a page of the shop: a password must not pass through the client (Specification 2026-07-28,
 * client/elicitation "URL Mode Elicitation for Sensitive Data"). That the person agreed to open the page says nothing; the
 * shop's own table of sessions tells when somebody has logged in for this flow.
 */
import { elicitUrl, resolver, wait } from '@mrtr/server';
import { ShopError } from '../../shop/shop-error.js';
import type { ShopContext } from '../services.js';

const login = resolver({}, (_, { flow, auth, lifespan }: ShopContext) =>
  elicitUrl(
    'Log in to the bookshop, on its own page, to show whose orders these are.',
    lifespan.links.urlFor({ flow: flow.id, subject: auth?.subject }),
  ),
);

export const customer = resolver({ needs: { login } }, (_, { flow, lifespan: { shop } }: ShopContext) => {
  const found = shop.sessions.of(flow.id);
  if (found) return found;
  if (shop.sessions.isUsed(flow.id)) throw new ShopError('page_used', 'The login has expired; start anew.');
  return wait();
});
