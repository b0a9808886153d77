/** The whole bookshop in one process: its database, its MCP endpoint and its login page, on this machine alone. */
import { serve } from '@hono/node-server';
import type { Authenticate } from '@mrtr/http/server';
import type { Logger } from '@mrtr/server';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bookshopServer } from './server/bookshop-server.js';
import { openShop, type Shop, type ShopOptions } from './shop/shop.js';
import { bookshopApp } from './web/app.js';
import { LoginLinks } from './web/login-links.js';

/** How it is opened. */
export interface BookshopOptions extends ShopOptions {
  /** Default: one that is free. */
  readonly port?: number | undefined;
  /**
   * 32 bytes or more, with which the state between rounds and the addresses of the login page are protected. Default: random,
   * so that a flow ends with the process.
   */
  readonly stateKey?: string | Uint8Array | undefined;
  /** Who calls the endpoint. Its subjects are the customers' e-mail addresses. Default: nobody is asked. */
  readonly authenticate?: Authenticate | undefined;
  readonly logger?: Logger | undefined;
}

/** An open bookshop. */
export interface Bookshop extends AsyncDisposable {
  /** Of the MCP endpoint. */
  readonly url: string;
  readonly shop: Shop;
  /** Ends all requests and closes the database. */
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

/** Opens the shop and serves it. */
export async function openBookshop(options: BookshopOptions): Promise<Bookshop> {
  const { port = 0, stateKey = randomBytes(32), authenticate, logger } = options;
  const shop = openShop(options);
  let origin = '';
  const links = new LoginLinks(() => origin, stateKey);
  const server = bookshopServer({ shop, links }, { stateKey, logger });
  const { fetch } = bookshopApp({ server, shop, links, origin: () => origin, authenticate });
  const http = serve({ fetch, port, hostname: HOST }) as Server;
  try {
    await once(http, 'listening');
  } catch (error) {
    shop.close();
    throw error;
  }
  origin = `http://${HOST}:${(http.address() as AddressInfo).port}`;

  let closing: Promise<void> | undefined;
  const close = (): Promise<void> =>
    (closing ??= (async () => {
      const closed = once(http, 'close');
      http.close();
      http.closeAllConnections();
      await closed;
      await server.close();
      shop.close();
    })());
  return { url: `${origin}/mcp`, shop, close, [Symbol.asyncDispose]: close };
}
