/**
 * Who has logged in for which flow. A session belongs to one flow and to nobody's browser: it is worth something only
 * together with the sealed state of that flow, which the shop's client holds.
 */
import type { Database } from '../database/database.js';
import type { Customer } from './customers.js';
import { ShopError } from './shop-error.js';

/** How long a login lasts, in milliseconds. */
const SESSION_MS = 15 * 60_000;
/** How long it is remembered that the page of a flow was used: longer than any flow lasts. */
const MEMORY_MS = 24 * 60 * 60_000;

export class Sessions {
  readonly #now: () => number;
  readonly #insert;
  readonly #find;
  readonly #isUsed;
  readonly #forget;

  constructor(database: Database, now: () => number) {
    this.#now = now;
    this.#insert = database.prepare(
      'INSERT INTO sessions (flow, customer_id, begun_at, expires_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    );
    this.#find = database.prepare(
      `SELECT customers.id, email FROM sessions JOIN customers ON customers.id = customer_id
       WHERE flow = ? AND expires_at > ?`,
    );
    this.#isUsed = database.prepare('SELECT 1 FROM sessions WHERE flow = ?');
    this.#forget = database.prepare('DELETE FROM sessions WHERE begun_at < ?');
  }

  /**
   * Logs a customer in for a flow.
   * @throws {ShopError} `page_used` where somebody has logged in for it before.
   */
  begin(flow: string, customer: Customer): void {
    const now = this.#now();
    this.#forget.run(now - MEMORY_MS);
    if (this.#insert.run(flow, customer.id, now, now + SESSION_MS).changes === 0) {
      throw new ShopError('page_used', 'This page was used before. Ask your client to start anew.');
    }
  }

  /** Who has logged in for the flow; `undefined` for nobody yet, or too long ago. */
  of(flow: string): Customer | undefined {
    const row = this.#find.get(flow, this.#now()) as Customer | undefined;
    return row && { id: row.id, email: row.email };
  }

  /** Whether somebody has ever logged in for it. */
  isUsed(flow: string): boolean {
    return this.#isUsed.get(flow) !== undefined;
  }
}
