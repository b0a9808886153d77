/** Brings a database to the newest schema, step by step. How far it is stands in the file itself, as `user_version`. */
import { migrations } from './migrations.js';
import type { Database } from './database.js';
import { inTransaction } from './transaction.js';

/** @throws an `Error` for a schema that is newer than this program. */
export function migrate(database: Database): void {
  // In one transaction: of two processes that start at once, the second finds the work done.
  inTransaction(database, () => {
    const version = versionOf(database);
    if (version > migrations.length) {
      throw new Error(
        `The database has version ${version}, and this program knows up to ${migrations.length}. Use a newer one.`,
      );
    }
    for (const migration of migrations.slice(version)) migration(database);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}

function versionOf(database: Database): number {
  const row = database.prepare('PRAGMA user_version').get() as { user_version: number };
  return row.user_version;
}
