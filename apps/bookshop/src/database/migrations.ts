/**
 * The schema, as the steps that lead to it. A step that was released is never changed: what has to be different is another
 * step. Money is in cents, time in milliseconds since the epoch, both as integers.
 */
import type { Database } from './database.js';
import { seedBooks } from './seed-books.js';

/** One step. */
export type Migration = (database: Database) => void;

const shop = `
  CREATE TABLE books (
    id          INTEGER PRIMARY KEY,
    title       TEXT    NOT NULL UNIQUE COLLATE NOCASE,
    author      TEXT    NOT NULL,
    genre       TEXT    NOT NULL,
    year        INTEGER NOT NULL,
    about       TEXT    NOT NULL,
    price_cents INTEGER NOT NULL CHECK (price_cents > 0),
    copies      INTEGER NOT NULL CHECK (copies >= 0)
  ) STRICT;

  CREATE TABLE customers (
    id           INTEGER PRIMARY KEY,
    email        TEXT    NOT NULL UNIQUE COLLATE NOCASE,
    password     TEXT,                                -- salted scrypt; none for who never had an account
    failures     INTEGER NOT NULL DEFAULT 0,          -- wrong passwords in a row
    locked_until INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  CREATE TABLE orders (
    id          INTEGER PRIMARY KEY,
    flow        TEXT    NOT NULL UNIQUE,              -- the idempotency key: one order for each flow
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    book_id     INTEGER NOT NULL REFERENCES books (id),
    price_cents INTEGER NOT NULL CHECK (price_cents > 0),
    status      TEXT    NOT NULL CHECK (status IN ('placed', 'backordered')),
    wait_weeks  INTEGER CHECK (wait_weeks > 0),       -- how long the customer waits for a back-order
    wrapped     INTEGER NOT NULL CHECK (wrapped IN (0, 1)),
    placed_at   INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX orders_by_customer ON orders (customer_id);
  CREATE INDEX orders_by_book ON orders (book_id, placed_at);

  CREATE TABLE refunds (
    id          INTEGER PRIMARY KEY,
    flow        TEXT    NOT NULL UNIQUE,
    order_id    INTEGER NOT NULL REFERENCES orders (id),
    cents       INTEGER NOT NULL CHECK (cents > 0),
    reason      TEXT    NOT NULL,
    refunded_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX refunds_by_order ON refunds (order_id);

  CREATE TABLE sessions (
    flow        TEXT    PRIMARY KEY,                  -- one login for each flow
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    begun_at    INTEGER NOT NULL,
    expires_at  INTEGER NOT NULL
  ) STRICT;
`;

/** The steps, oldest first. */
export const migrations: readonly Migration[] = [(database) => database.exec(shop), seedBooks];
