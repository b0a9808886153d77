import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clearReports, renderTallies, tallies } from '../lib/reports.js';
import type { Member } from '../lib/workspace.js';

let folder: string;
let member: Member;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reports-'));
  member = { name: '@mrtr/some', folder, manifest: { name: '@mrtr/some', version: '0.0.0' } };
  writeFileSync(join(folder, 'vitest.config.ts'), '');
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const report = (...testResults: unknown[]): void => {
  writeFileSync(join(folder, '.vitest-report.json'), JSON.stringify({ testResults }));
};
const file = (...statuses: string[]): unknown => ({
  status: statuses.includes('failed') ? 'failed' : 'passed',
  assertionResults: statuses.map((status) => ({ status })),
});

describe('the sum of the tests', () => {
  it('adds up what passed, failed and was skipped, and closes with one plain line', () => {
    report(file('passed', 'passed', 'failed'), file('passed', 'pending'));
    const sums = tallies([member]);
    expect(sums).toMatchObject([{ passed: 3, failed: 1, skipped: 1 }]);
    expect(
      renderTallies([...sums, ...sums])
        .split('\n')
        .at(-1),
    ).toBe('6 passed, 2 failed, 2 skipped');
  });

  it('names no skipped tests where there are none', () => {
    report(file('passed'));
    expect(
      renderTallies(tallies([member]))
        .split('\n')
        .at(-1),
    ).toBe('1 passed, 0 failed');
  });

  it('counts a file that could not be run as a failure', () => {
    report(file('passed'), { status: 'failed', assertionResults: [] });
    expect(tallies([member])).toMatchObject([{ passed: 1, failed: 1, problem: expect.any(String) }]);
  });

  it('counts a file that failed after its tests passed as a failure', () => {
    report({ status: 'failed', assertionResults: [{ status: 'passed' }] });
    expect(tallies([member])).toMatchObject([{ passed: 1, failed: 1 }]);
  });

  it('counts a suite without a report, and one without a test, as a failure', () => {
    expect(tallies([member])).toMatchObject([{ passed: 0, failed: 1, problem: 'ended without a report' }]);
    report();
    expect(tallies([member])).toMatchObject([{ passed: 0, failed: 1, problem: 'holds no test' }]);
  });

  it('counts a run that ended badly although every test passed as a failure, once', () => {
    report(file('passed'));
    expect(tallies([member], [member.name])).toMatchObject([{ passed: 1, failed: 1, problem: expect.any(String) }]);
    report(file('passed', 'failed'));
    expect(tallies([member], [member.name])).toMatchObject([{ passed: 1, failed: 1 }]);
    expect(tallies([member], ['@mrtr/other'])).toMatchObject([{ passed: 1, failed: 1 }]);
  });

  it('never counts the report of an earlier run', () => {
    report(file('passed'));
    clearReports([member]);
    expect(tallies([member])).toMatchObject([{ passed: 0, failed: 1 }]);
  });

  it('leaves out a member without tests of vitest’s', () => {
    rmSync(join(folder, 'vitest.config.ts'));
    expect(tallies([member])).toEqual([]);
  });
});
