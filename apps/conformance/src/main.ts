/**
 * `npm run conformance -- server 2026-07-28`: runs the official suite against our everything-server, and ends with 0 only
 * where all of it passes.
 */
import { serve } from '@mrtr/http/node';
import { everythingServer } from './everything/server.js';
import { type Revision, runServerSuite } from './suite.js';
import { faultsOf, passedIn, REQUIREMENTS } from './verdict.js';

const usage = `npm run conformance -- server <revision>

Runs the official conformance suite. Revisions: ${Object.keys(REQUIREMENTS).join(', ')}`;

async function main([side, revision]: readonly string[]): Promise<number> {
  if (side !== 'server' || revision === undefined || !Object.hasOwn(REQUIREMENTS, revision)) {
    console.error(usage);
    return 2;
  }
  await using running = await serve(everythingServer());
  const run = await runServerSuite(running.url, revision as Revision);
  for (const { name, scored, passed, failures, warnings } of run.scenarios.toSorted((a, b) =>
    a.name.localeCompare(b.name),
  )) {
    const mark = failures.length > 0 ? '✗' : warnings.length > 0 ? '!' : '✓';
    console.log(`${mark} ${name}: ${passed} passed, ${failures.length} failed${scored ? '' : ' (not scored)'}`);
  }
  const requirement = REQUIREMENTS[revision as Revision];
  const faults = faultsOf(run, requirement);
  const scenarios = run.scenarios.filter(({ scored }) => scored).length;
  console.log(
    `\n${revision}: ${scenarios} scored scenarios, ${passedIn(run)} of their checks passed (at least ${requirement.passed}).`,
  );
  for (const fault of faults) console.log(`✗ ${fault}`);
  return faults.length === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
