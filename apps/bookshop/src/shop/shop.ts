/** The bookshop itself: books, orders, refunds, customers. It knows nothing of MCP, of HTTP, or of questions. */
import { openDatabase } from '../database/open-database.js';
import { Catalogue } from './catalogue.js';
import { Customers } from './customers.js';
import { Orders } from './orders.js';
import { Refunds } from './refunds.js';
import { Sessions } from './sessions.js';

/** How a shop is opened. */
export interface ShopOptions {
  /** The file of its database, made where there is none; `:memory:` for none. */
  readonly database: string;
  /** The clock, in milliseconds since the epoch. Default: the system's. */
  readonly now?: (() => number) | undefined;
}

/** An open shop. */
export interface Shop extends Disposable {
  readonly catalogue: Catalogue;
  readonly customers: Customers;
  readonly orders: Orders;
  readonly refunds: Refunds;
  readonly sessions: Sessions;
  /** Closes the database. */
  close(): void;
}

/** Opens the shop. */
export function openShop({ database: path, now = Date.now }: ShopOptions): Shop {
  const database = openDatabase(path);
  const customers = new Customers(database, now);
  const orders = new Orders(database, customers, now);
  const close = (): void => {
    if (database.isOpen) database.close();
  };
  return {
    catalogue: new Catalogue(database, now),
    customers,
    orders,
    refunds: new Refunds(database, orders, now),
    sessions: new Sessions(database, now),
    close,
    [Symbol.dispose]: close,
  };
}
