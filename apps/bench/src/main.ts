/**
 * `npm run bench`: measures every row of the table, prints it as it goes and writes `bench/results.md` at the root of
 * the repository. `--quick` takes about a minute and `--only <row>` one row; neither touches the page.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { Bench, FULL, QUICK } from './harness/bench.js';
import { judge } from './harness/goal.js';
import type { Row, RowResult } from './harness/row.js';
import { readOptions } from './options.js';
import { environment } from './report/environment.js';
import { resultsPage } from './report/results-page.js';
import { printRow, printSummary } from './report/terminal.js';

const RESULTS = new URL('../../../bench/', import.meta.url);

/** Nobody waits longer than this for a run, whatever hangs. */
const RUN_LIMIT_MS = 15 * 60_000;

const write = (text: string): void => void process.stdout.write(text);
const options = readOptions(process.argv.slice(2));
const pace = options.quick ? QUICK : FULL;
const bench = new Bench(pace);
const before = environment(new Date());
const results: RowResult[] = [];

setTimeout(() => {
  write(`\nStopped after ${RUN_LIMIT_MS / 60_000} minutes; nothing was written.\n`);
  process.exit(1);
}, RUN_LIMIT_MS).unref();

if (before.busy !== undefined) write(`${before.busy}\n`);
try {
  for (const row of options.rows) {
    const result = await run(row);
    results.push(result);
    printRow(result, write);
  }
} finally {
  await bench.close();
}
printSummary(results, write);
if (before.busy !== undefined) write(`\n${before.busy}\n`);

if (options.keep) {
  await mkdir(RESULTS, { recursive: true });
  await writeFile(new URL('results.md', RESULTS), resultsPage(results, before, pace));
  write('\nWritten to bench/results.md\n');
}
if (results.some(({ figures }) => figures.some((figure) => 'failed' in figure))) process.exitCode = 1;

async function run(row: Row): Promise<RowResult> {
  const figures = await row.measure(bench);
  return { row, figures, verdicts: row.goals.map((goal) => judge(goal, figures, row)) };
}
