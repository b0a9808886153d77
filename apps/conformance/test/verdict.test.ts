import { describe, expect, test } from 'vitest';
import { notScored, type Scenario, type SuiteRun } from '../src/suite.js';
import { faultsOf, passedIn } from '../src/verdict.js';

const scenario = (name: string, more: Partial<Scenario> = {}): Scenario => ({
  name,
  scored: true,
  passed: 5,
  failures: [],
  warnings: [],
  ...more,
});
const runOf = (scenarios: readonly Scenario[], exitCode = 0): SuiteRun => ({ scenarios, exitCode, output: '' });
const requirement = { passed: 10, alsoPass: ['extra'] };
const extra = scenario('extra', { scored: false });

describe('a run', () => {
  test('is good with all checks passed, in what counts and in what has to pass besides', () => {
    const run = runOf([scenario('a'), scenario('b'), extra, scenario('other', { scored: false, failures: ['x'] })]);
    expect(faultsOf(run, requirement)).toEqual([]);
    expect(passedIn(run)).toBe(10);
  });

  test.each<[string, SuiteRun]>([
    ['the suite ends with another code', runOf([scenario('a'), scenario('b'), extra], 1)],
    ['too few checks passed', runOf([scenario('a'), extra])],
    ['checks passed only in what does not count', runOf([scenario('a'), scenario('b', { scored: false }), extra])],
    ['a check failed', runOf([scenario('a'), scenario('b', { failures: ['x'] }), extra])],
    ['a check warned', runOf([scenario('a'), scenario('b', { warnings: ['x'] }), extra])],
    ['what has to pass besides failed', runOf([scenario('a'), scenario('b'), { ...extra, failures: ['x'] }])],
    ['what has to pass besides was not run', runOf([scenario('a'), scenario('b')])],
    ['nothing was run', runOf([])],
  ])('is not good where %s', (_what, run) => {
    expect(faultsOf(run, requirement)).not.toEqual([]);
  });
});

test('what does not count is read from the last block of what the suite prints', () => {
  const output =
    '✓ a: 1 passed, 0 failed\n\nTotal: 1\n\nNot scored for 2026-07-28: 2 run.\n  ✗ tasks (extension)\n  ✓ late (pending)\n';
  expect([...notScored(output)]).toEqual(['tasks', 'late']);
  expect([...notScored('✓ a: 1 passed')]).toEqual([]);
});
