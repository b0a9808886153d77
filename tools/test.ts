/**
 * `npm test`: runs every suite of the workspace, goes on after a failure, and ends with the sum.
 * Suites whose files haven't changed are read from turbo's cache; `npm test -- --force` runs them all the same.
 */
import { clearReports, renderTallies, tallies } from './lib/reports.js';
import { turbo } from './lib/run.js';
import { clearRuns, failedIn } from './lib/runs.js';
import { members } from './lib/workspace.js';

const args = process.argv.slice(2);
// One suite alone (`npm test -- --filter=@mrtr/seal`) says for itself how it went.
const all = !args.some((arg) => arg.startsWith('--filter') || arg.startsWith('-F') || arg === '--affected');

if (all) {
  clearReports(members());
  clearRuns();
}
const output = all ? ['--output-logs=errors-only', '--summarize'] : ['--output-logs=full'];
const { code } = await turbo(['test', '--continue=dependencies-successful', ...output, ...args]);
process.exitCode = code;

if (all) {
  const sums = tallies(members(), failedIn('test'));
  process.stdout.write(`\n${renderTallies(sums)}\n`);
  if (sums.some(({ failed }) => failed > 0)) process.exitCode = 1;
}
