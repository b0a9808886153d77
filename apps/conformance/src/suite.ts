/** One run of the official suite against a server, and what it found, read from the checks that it writes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeForTheSuite, suiteProgram } from './node-24.js';

/** A revision that the suite holds servers to. */
export type Revision = '2026-07-28' | '2025-11-25';

/** One scenario, with its checks counted by what came of them. */
export interface Scenario {
  readonly name: string;
  /** Whether conformance depends on it. */
  readonly scored: boolean;
  readonly passed: number;
  /** What failed, in the suite's words. */
  readonly failures: readonly string[];
  readonly warnings: readonly string[];
}

/** A whole run. */
export interface SuiteRun {
  readonly scenarios: readonly Scenario[];
  /** The suite's own verdict: 0 where every scored scenario passed. */
  readonly exitCode: number;
  /** Everything that it printed. */
  readonly output: string;
}

interface Check {
  readonly name?: string;
  readonly id?: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

/** Runs all scenarios of a revision against the server at a loopback URL. */
export async function runServerSuite(url: string, revision: Revision): Promise<SuiteRun> {
  const folder = mkdtempSync(join(tmpdir(), 'mrtr-conformance-'));
  try {
    const args = [suiteProgram(), 'server', '--url', url, '--requirements', revision, '-o', folder];
    const { output, exitCode } = await run(nodeForTheSuite(), args);
    return { scenarios: readScenarios(folder, notScored(output)), exitCode, output };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(program: string, args: readonly string[]): Promise<{ output: string; exitCode: number }> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return { output, exitCode: exitCode ?? 1 };
}

/** The names under the last heading, which is about what does not count. */
export function notScored(output: string): ReadonlySet<string> {
  const [, block = ''] = output.split(/^Not scored for .*$/mu);
  return new Set([...block.matchAll(/^\s*[✓✗]\s+(\S+)/gmu)].map(([, name = '']) => name));
}

function readScenarios(folder: string, unscored: ReadonlySet<string>): Scenario[] {
  return readdirSync(folder).flatMap((entry) => {
    const name = /^server-(.+)-\d{4}-\d\d-\d\dT/u.exec(entry)?.[1];
    if (name === undefined) return [];
    const checks = JSON.parse(readFileSync(join(folder, entry, 'checks.json'), 'utf8')) as Check[];
    const told = (status: Check['status']) =>
      checks
        .filter((check) => check.status === status)
        .map(({ id, name: title, errorMessage }) => `${id ?? title}: ${errorMessage ?? ''}`);
    return [
      {
        name,
        scored: !unscored.has(name),
        passed: told('SUCCESS').length,
        failures: told('FAILURE'),
        warnings: told('WARNING'),
      },
    ];
  });
}
