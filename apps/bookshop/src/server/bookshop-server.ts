/** The MCP server of the bookshop: its tools, its prompt and its resources, each of which stands in a file of its own. */
import { RequestStateSecurity } from '@mrtr/seal';
import { type Logger, McpServer } from '@mrtr/server';
import { addRecommend } from './recommend.js';
import { addResources } from './resources.js';
import type { Services } from './services.js';
import { addOrderBook } from './tools/order-book.js';
import { addRefundOrder } from './tools/refund-order.js';
import { addSearchBooks } from './tools/search-books.js';
import { addSummarizeBook } from './tools/summarize-book.js';

/** How the server is made. */
export interface BookshopServerOptions {
  /** Seals the state between rounds; the same in all processes that serve the same flows. */
  readonly stateKey: string | Uint8Array;
  /** Where the operator reads what was refused. Default: the console. */
  readonly logger?: Logger | undefined;
}

/** A customer may take this long to answer one round, in seconds. */
const TTL = 600;
/** And this long for a whole flow, the login included. */
const FLOW_TTL = 3600;

/** Makes the server of a shop. Closing it leaves the shop open, since the login page works with it too. */
export function bookshopServer(services: Services, { stateKey, logger }: BookshopServerOptions): McpServer<Services> {
  const server = new McpServer<Services>(
    { name: 'bookshop', title: 'The Bookshop', version: '1.0.0' },
    {
      instructions:
        'Search before you order. Never ask the customer for a password; refund_order sends them to a page.',
      requestState: new RequestStateSecurity({ keys: [stateKey], ttl: TTL, flowTtl: FLOW_TTL }),
      lifespan: () => services,
      logger,
    },
  );
  addSearchBooks(server);
  addOrderBook(server);
  addSummarizeBook(server);
  addRefundOrder(server);
  addRecommend(server);
  addResources(server);
  return server;
}
