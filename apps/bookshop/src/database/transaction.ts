/** Runs a function in one transaction: all that it wrote stays, or, when it throws, nothing of it. */
import type { Database } from './database.js';

/** Begins with the write lock, so that what is read inside can't be changed by somebody else before it is written. */
export function inTransaction<T>(database: Database, run: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const value = run();
    database.exec('COMMIT');
    return value;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}
