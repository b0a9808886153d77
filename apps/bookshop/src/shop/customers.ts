/** The customers: known by their e-mail address, and, if they have an account, by their password. */
import type { Database } from '../database/database.js';
import { hashPassword, isPassword } from './passwords.js';
import { ShopError } from './shop-error.js';

/** Somebody who ordered or has an account. */
export interface Customer {
  readonly id: number;
  readonly email: string;
}

/** So many tries, and then a pause: enough for a person who mistypes, too few for a program that guesses. */
const MOST_TRIES = 5;
const LOCK_MS = 60_000;

export class Customers {
  readonly #now: () => number;
  readonly #find;
  readonly #add;
  readonly #setPassword;
  readonly #countTry;
  readonly #forgetTries;

  constructor(database: Database, now: () => number) {
    this.#now = now;
    this.#find = database.prepare('SELECT id, email FROM customers WHERE email = ?');
    this.#add = database.prepare('INSERT INTO customers (email) VALUES (?) ON CONFLICT DO NOTHING');
    this.#setPassword = database.prepare('UPDATE customers SET password = ? WHERE email = ? AND password IS NULL');
    // Counted before the password is looked at: tries side by side are as many tries.
    this.#countTry = database.prepare(
      `UPDATE customers
       SET failures = failures + 1, locked_until = iif(failures + 1 < ${MOST_TRIES}, 0, $now + ${LOCK_MS})
       WHERE email = $email AND locked_until <= $now
       RETURNING id, email, password`,
    );
    this.#forgetTries = database.prepare('UPDATE customers SET failures = 0, locked_until = 0 WHERE id = ?');
  }

  /** The customer of this address, known or new. Their orders are theirs to see once they have an account. */
  findOrAdd(email: string): Customer {
    this.#add.run(email);
    return this.#find.get(email) as Customer;
  }

  /**
   * Gives somebody an account.
   * @throws {ShopError} `customer_exists` where they have one.
   */
  async register(email: string, password: string): Promise<Customer> {
    const hash = await hashPassword(password);
    const customer = this.findOrAdd(email);
    if (this.#setPassword.run(hash, email).changes === 0) {
      throw new ShopError('customer_exists', `${email} has an account already.`);
    }
    return customer;
  }

  /**
   * The customer with this password.
   * @throws {ShopError} `wrong_login`, in the same words and after the same time for an unknown address, a wrong password
   * and too many tries.
   */
  async logIn(email: string, password: string): Promise<Customer> {
    const tried = this.#countTry.get({ email, now: this.#now() }) as
      (Customer & { password: string | null }) | undefined;
    if (!(await isPassword(password, tried?.password)) || !tried) {
      throw new ShopError(
        'wrong_login',
        'This address and this password don’t go together. After several tries, wait a minute before the next.',
      );
    }
    this.#forgetTries.run(tried.id);
    return { id: tried.id, email: tried.email };
  }
}
