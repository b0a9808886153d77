/** The command line of the benchmark: which rows, and how thoroughly. */
import { parseArgs } from 'node:util';
import type { Row } from './harness/row.js';
import { rows, rowsFor } from './rows/index.js';

export interface Options {
  readonly rows: readonly Row[];
  readonly quick: boolean;
  /** Only a whole run at the full pace is worth keeping. */
  readonly keep: boolean;
}

/** @throws {Error} for an option or a row that doesn't exist. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: args.filter((arg) => arg !== '--'),
    options: { only: { type: 'string', multiple: true }, quick: { type: 'boolean', default: false } },
  });
  const chosen = values.only === undefined ? rows : [...new Set(values.only.flatMap(rowsFor))];
  return { rows: chosen, quick: values.quick, keep: values.only === undefined && !values.quick };
}
