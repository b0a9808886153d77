/** An open database, by the interface that Node's own `node:sqlite` has, too. */
import type { DatabaseSyncInstance } from '@photostructure/sqlite';

export type Database = DatabaseSyncInstance;
