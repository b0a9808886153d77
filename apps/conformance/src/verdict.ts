/**
 * Whether a run is good enough. The suite's own exit code is not: a scenario that checks nothing passes, and what does not
 * count for conformance may fail unseen.
 */
import type { Revision, SuiteRun } from './suite.js';

/** What a run has to reach, by revision. */
export interface Requirement {
  /** Checks that pass in the scenarios that count. */
  readonly passed: number;
  /** Scenarios that don't count, and have to pass all the same. */
  readonly alsoPass: readonly string[];
}

export const REQUIREMENTS: Readonly<Record<Revision, Requirement>> = {
  '2026-07-28': {
    passed: 120,
    alsoPass: ['json-schema-2020-12', 'http-header-validation', 'http-custom-header-server-validation'],
  },
  '2025-11-25': { passed: 70, alsoPass: ['json-schema-2020-12'] },
};

/** What is wrong with a run, one sentence each; empty for a good one. Warnings count: the goal is none. */
export function faultsOf(run: SuiteRun, { passed, alsoPass }: Requirement): string[] {
  const counted = run.scenarios.filter(({ name, scored }) => scored || alsoPass.includes(name));
  const reached = passedIn(run);
  return [
    ...(run.exitCode === 0 ? [] : [`The suite ended with ${run.exitCode}.`]),
    ...(reached >= passed ? [] : [`${reached} checks passed, and ${passed} have to.`]),
    ...alsoPass
      .filter((name) => !counted.some((scenario) => scenario.name === name))
      .map((name) => `${name} was not run.`),
    ...counted.flatMap(({ name, failures }) => failures.map((failure) => `${name} failed: ${failure}`)),
    ...counted.flatMap(({ name, warnings }) => warnings.map((warning) => `${name} warned: ${warning}`)),
  ];
}

/** How many checks passed in the scenarios that count. */
export function passedIn({ scenarios }: SuiteRun): number {
  return scenarios.filter(({ scored }) => scored).reduce((sum, { passed }) => sum + passed, 0);
}
