/** Refunds: of an order of one's own, never more than was paid for it in all, and once for each flow. */
import type { Database } from '../database/database.js';
import { inTransaction } from '../database/transaction.js';
import { euros } from './money.js';
import type { Orders } from './orders.js';
import { ShopError } from './shop-error.js';

/** Why a book comes back. */
export const refundReasons = ['damaged', 'late', 'wrong', 'unwanted'] as const;

/** One of them. */
export type RefundReason = (typeof refundReasons)[number];

/** What is given back. */
export interface NewRefund {
  /** The idempotency key. */
  readonly flow: string;
  readonly customerId: number;
  readonly orderId: number;
  readonly cents: number;
  readonly reason: RefundReason;
}

/** A refund that was made. */
export interface Refund {
  readonly id: number;
  readonly orderId: number;
  readonly cents: number;
  readonly reason: RefundReason;
}

export class Refunds {
  readonly #database: Database;
  readonly #orders: Orders;
  readonly #now: () => number;
  readonly #ofFlow;
  readonly #insert;

  constructor(database: Database, orders: Orders, now: () => number) {
    this.#database = database;
    this.#orders = orders;
    this.#now = now;
    this.#ofFlow = database.prepare('SELECT id, order_id AS orderId, cents, reason FROM refunds WHERE flow = ?');
    this.#insert = database.prepare(
      'INSERT INTO refunds (flow, order_id, cents, reason, refunded_at) VALUES (?, ?, ?, ?, ?)',
    );
  }

  /**
   * Makes the refund, or finds the one that this flow has made before.
   * @throws {ShopError} `unknown_order`, also for an order of somebody else; `refund_too_large`.
   */
  make({ flow, customerId, orderId, cents, reason }: NewRefund): Refund {
    return inTransaction(this.#database, () => {
      const before = this.#ofFlow.get(flow) as Refund | undefined;
      if (before) return before;
      const order = this.#orders.one(customerId, orderId);
      if (!order) throw new ShopError('unknown_order', `You have no order ${orderId}.`);
      const left = order.cents - order.refundedCents;
      if (cents > left) {
        throw new ShopError('refund_too_large', `Of order ${orderId}, ${euros(left)} can be refunded and no more.`);
      }
      this.#insert.run(flow, orderId, cents, reason, this.#now());
      return this.#ofFlow.get(flow) as Refund;
    });
  }
}
