/**
 * Orders. One is placed in one transaction, under the flow that asked for it: however often the last round of a flow
 * arrives, there is one order, and a copy is sold to one customer.
 */
import type { Database } from '../database/database.js';
import { inTransaction } from '../database/transaction.js';
import type { Customers } from './customers.js';
import { ShopError } from './shop-error.js';

/** What is ordered. */
export interface NewOrder {
  /** The idempotency key. */
  readonly flow: string;
  readonly title: string;
  /** Whose order it is. */
  readonly email: string;
  /** The price that was agreed on, whatever it is by now. */
  readonly cents: number;
  readonly wrapped: boolean;
  /** For a back-order: how many weeks the customer is ready to wait. */
  readonly waitWeeks?: number | undefined;
}

/** An order as it stands. */
export interface Order {
  readonly id: number;
  readonly title: string;
  /** What was paid. */
  readonly cents: number;
  readonly status: 'placed' | 'backordered';
  readonly waitWeeks: number | null;
  readonly wrapped: boolean;
  /** How much of it was given back. */
  readonly refundedCents: number;
}

const SELECT = `
  SELECT orders.id, books.title, orders.price_cents AS cents, status, wait_weeks AS waitWeeks, wrapped,
         (SELECT coalesce(sum(cents), 0) FROM refunds WHERE order_id = orders.id) AS refundedCents
  FROM orders JOIN books ON books.id = orders.book_id`;

export class Orders {
  readonly #database: Database;
  readonly #customers: Customers;
  readonly #now: () => number;
  readonly #ofFlow;
  readonly #ofCustomer;
  readonly #one;
  readonly #takeCopy;
  readonly #bookId;
  readonly #insert;

  constructor(database: Database, customers: Customers, now: () => number) {
    this.#database = database;
    this.#customers = customers;
    this.#now = now;
    this.#ofFlow = database.prepare(`${SELECT} WHERE orders.flow = ?`);
    this.#ofCustomer = database.prepare(`${SELECT} WHERE customer_id = ? ORDER BY orders.id DESC`);
    this.#one = database.prepare(`${SELECT} WHERE customer_id = ? AND orders.id = ?`);
    this.#bookId = database.prepare('SELECT id FROM books WHERE title = ?');
    this.#takeCopy = database.prepare('UPDATE books SET copies = copies - 1 WHERE id = ? AND copies > 0');
    this.#insert = database.prepare(
      `INSERT INTO orders (flow, customer_id, book_id, price_cents, status, wait_weeks, wrapped, placed_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
  }

  /**
   * Places the order, or finds the one that this flow has placed before.
   * @throws {ShopError} `unknown_book`; `out_of_stock` where the last copy went to somebody else.
   */
  place({ flow, title, email, cents, wrapped, waitWeeks }: NewOrder): Order {
    return inTransaction(this.#database, () => {
      const before = this.#read(this.#ofFlow.get(flow));
      if (before) return before;
      const book = this.#bookId.get(title) as { id: number } | undefined;
      if (!book) throw new ShopError('unknown_book', `There is no book called “${title}”.`);
      if (waitWeeks === undefined && this.#takeCopy.run(book.id).changes === 0) {
        throw new ShopError('out_of_stock', `The last copy of “${title}” is gone; somebody else was faster.`);
      }
      const { id } = this.#customers.findOrAdd(email);
      const status = waitWeeks === undefined ? 'placed' : 'backordered';
      this.#insert.run(flow, id, book.id, cents, status, waitWeeks ?? null, Number(wrapped), this.#now());
      return this.#read(this.#ofFlow.get(flow)) as Order;
    });
  }

  /** All orders of a customer, the newest first. */
  of(customerId: number): readonly Order[] {
    return this.#ofCustomer.all(customerId).map((row) => this.#read(row) as Order);
  }

  /** One of them; `undefined` also for an order of somebody else. */
  one(customerId: number, orderId: number): Order | undefined {
    return this.#read(this.#one.get(customerId, orderId));
  }

  #read(row: unknown): Order | undefined {
    if (row === undefined) return undefined;
    const order = row as Omit<Order, 'wrapped'> & { wrapped: 0 | 1 };
    return { ...order, wrapped: order.wrapped === 1 };
  }
}
