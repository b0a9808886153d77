/** The time of a first `import` in a fresh process, disk cache warm, without the start of Node itself. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Bench } from './bench.js';
import { pinnedCommand } from './pin.js';
import type { Failed, Figure } from './figure.js';

export interface ImportSide {
  readonly name: string;
  /** What an application imports at its top, in order. */
  readonly specifiers: readonly string[];
}

const IMPORT_MAIN = fileURLToPath(new URL('./import-main.js', import.meta.url));
const run = promisify(execFile);

export async function measureImports(bench: Bench, sides: readonly ImportSide[]): Promise<(Figure | Failed)[]> {
  const samples = new Map(sides.map((side) => [side, [] as number[]]));
  const failures: Failed[] = [];
  // One round more than is counted: the first fills the disk cache.
  for (let round = 0; round <= bench.pace.importRuns; round++) {
    for (const [side, taken] of samples) {
      try {
        const ms = await importOnce(side.specifiers);
        if (round > 0) taken.push(ms);
      } catch (error) {
        samples.delete(side);
        failures.push({ side: side.name, failed: error instanceof Error ? error.message : String(error) });
      }
    }
  }
  return [...[...samples].map(([{ name }, taken]) => ({ side: name, samples: taken })), ...failures];
}

async function importOnce(specifiers: readonly string[]): Promise<number> {
  const { command, args } = pinnedCommand('server', [IMPORT_MAIN, ...specifiers]);
  const { stdout } = await run(command, args, { timeout: 30_000, env: { ...process.env, NODE_ENV: 'production' } });
  return Number(stdout);
}
