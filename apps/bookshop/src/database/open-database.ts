/** The database: one file, opened safe for several processes, and brought to the newest schema before anybody reads it. */
import { DatabaseSync } from '@photostructure/sqlite';
import type { Database } from './database.js';
import { migrate } from './migrate.js';

/** How long a writer waits for another process to finish, in milliseconds. */
const BUSY_TIMEOUT_MS = 5000;

/**
 * Opens the file, and makes it where there is none.
 * @param path of the file; `:memory:` keeps everything in memory.
 * @throws what SQLite says of a path that can't be opened, and an `Error` for a schema that is newer than this program.
 */
export function openDatabase(path: string): Database {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: BUSY_TIMEOUT_MS });
  try {
    // Readers don't wait for the writer, and a crash loses no order that was committed.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    migrate(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
