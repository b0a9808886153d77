/**
 * Reads the account that turbo gives of a run (`--summarize`): which tasks ended badly.
 * It is what a suite's own report can't say of itself.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.js';

interface RunSummary {
  readonly tasks: readonly {
    readonly task: string;
    readonly package: string;
    readonly execution?: { readonly exitCode?: number | null };
  }[];
}

const folder = join(root, '.turbo/runs');

/** Removes the accounts of earlier runs. */
export function clearRuns(): void {
  rmSync(folder, { recursive: true, force: true });
}

/** The packages in which `task` ended badly, by the accounts of the runs since they were cleared. */
export function failedIn(task: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as RunSummary)
    .flatMap(({ tasks }) => tasks)
    .filter((ran) => ran.task === task && (ran.execution?.exitCode ?? 0) !== 0)
    .map((ran) => ran.package);
}
