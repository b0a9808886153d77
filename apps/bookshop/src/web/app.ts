/** All that the shop serves over HTTP: the MCP endpoint at `/mcp`, and the page to log in at `/login`. */
import { type Authenticate, httpHandler } from '@mrtr/http/server';
import type { Exchanger } from '@mrtr/transport';
import { Hono } from 'hono';
import type { Shop } from '../shop/shop.js';
import type { LoginLinks } from './login-links.js';
import { loginPage } from './login-page.js';
import { securityHeaders } from './security-headers.js';

/** What the routes lead to. */
export interface Served {
  readonly server: Exchanger;
  readonly shop: Shop;
  readonly links: LoginLinks;
  /** The origin under which people open the pages. */
  readonly origin: () => string;
  /** Who may call the endpoint, and who they are. Default: anybody, and nobody in particular. */
  readonly authenticate?: Authenticate | undefined;
}

/** The routes. */
export function bookshopApp({ server, shop, links, origin, authenticate }: Served): Hono {
  const app = new Hono();
  const handle = httpHandler(server, { authenticate });
  app.all('/mcp', ({ req }) => handle(req.raw));
  // A site that has its own name point to this machine would otherwise be of one origin with the page.
  app.use('/login/*', async (c, next) => {
    if (new URL(c.req.url).host !== new URL(origin()).host) return c.text('Unknown host', 403);
    return next();
  });
  app.use('/login/*', securityHeaders);
  app.route('/login', loginPage(shop, links));
  return app;
}
