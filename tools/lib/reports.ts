/**
 * Adds up the reports that vitest leaves in each member of the workspace (`.vitest-report.json`).
 * A suite that ended without a report, and a file that failed before its first test, count as failures.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Member } from './workspace.js';

/** The part of vitest's JSON report that is added up. */
interface VitestReport {
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/** What the tests of one member came to. */
export interface Tally {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Why there is a failure that no test stands for. */
  readonly problem?: string;
}

const fileName = '.vitest-report.json';

/** Removes the reports of earlier runs, so that none of them is counted as this one's. */
export function clearReports(members: readonly Member[]): void {
  for (const { folder } of members) rmSync(join(folder, fileName), { force: true });
}

/**
 * Reads what the tests of each member came to that has tests of vitest's.
 * @param broken the names of those whose run ended badly. A report alone doesn't tell: what goes wrong between tests is
 * not in it.
 */
export function tallies(members: readonly Member[], broken: readonly string[] = []): Tally[] {
  return members
    .filter(({ folder }) => existsSync(join(folder, 'vitest.config.ts')))
    .map((member) => {
      const sum = tally(member);
      if (sum.failed > 0 || !broken.includes(member.name)) return sum;
      return { ...sum, failed: 1, problem: 'failed outside of its tests' };
    });
}

function tally({ name, folder }: Member): Tally {
  const path = join(folder, fileName);
  if (!existsSync(path)) return { name, passed: 0, failed: 1, skipped: 0, problem: 'ended without a report' };
  const { testResults } = JSON.parse(readFileSync(path, 'utf8')) as VitestReport;
  const tests = testResults.flatMap((file) => file.assertionResults.map(({ status }) => status));
  const brokenFiles = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  ).length;
  const passed = tests.filter((status) => status === 'passed').length;
  const failed = tests.filter((status) => status === 'failed').length + brokenFiles;
  const sum = { name, passed, failed, skipped: tests.length - passed - (failed - brokenFiles) };
  if (tests.length === 0 && brokenFiles === 0) return { ...sum, failed: 1, problem: 'holds no test' };
  return brokenFiles === 0 ? sum : { ...sum, problem: `${brokenFiles} test files could not be run` };
}

/** The sum as a table for people, and the closing line `N passed, N failed`. */
export function renderTallies(all: readonly Tally[]): string {
  const total = (key: 'passed' | 'failed' | 'skipped'): number => all.reduce((sum, one) => sum + one[key], 0);
  const width = Math.max(...all.map(({ name }) => name.length), 0);
  const lines = all.map(({ name, passed, failed, skipped, problem }) => {
    const parts = [`${String(passed).padStart(6)} passed`];
    if (failed > 0) parts.push(`${failed} failed`);
    if (skipped > 0) parts.push(`${skipped} skipped`);
    if (problem !== undefined) parts.push(problem);
    return `${failed > 0 ? '✗' : '✓'} ${name.padEnd(width)} ${parts.join(', ')}`;
  });
  const skipped = total('skipped') > 0 ? `, ${total('skipped')} skipped` : '';
  return [...lines, '', `${total('passed')} passed, ${total('failed')} failed${skipped}`].join('\n');
}
