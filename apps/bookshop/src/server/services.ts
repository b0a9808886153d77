/** What the resolvers and tools work with: the server's lifespan value, which each of them finds in its context. */
import type { FlowContext } from '@mrtr/server';
import type { Shop } from '../shop/shop.js';
import type { LoginLinks } from '../web/login-links.js';

/** The shop, and the addresses of its login page. */
export interface Services {
  readonly shop: Shop;
  readonly links: LoginLinks;
}

/** The context of a resolver, and of a tool that has resolvers. */
export type ShopContext = FlowContext<Services>;
