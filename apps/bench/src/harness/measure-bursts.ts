/** Calls a second in the first second of load on a fresh process: what a caller of a cold server sees. */
import type { Bench } from './bench.js';
import { loadOn } from './load-on.js';
import type { Failed, Figure } from './figure.js';
import { failure, type Side } from './sides.js';
import { Worker } from './worker.js';

const BURST_MS = 1000;

export async function measureBursts(bench: Bench, sides: readonly Side[]): Promise<(Figure | Failed)[]> {
  const samples = new Map(sides.map((side) => [side, [] as number[]]));
  const failures: Failed[] = [];
  for (let run = 0; run < bench.pace.freshRuns; run++) {
    for (const side of sides) {
      if (failures.some((failed) => failed.side === side.name)) continue;
      try {
        const { worker, ready } = await Worker.start(side.subject);
        try {
          const { completed, ms } = await loadOn(bench, { side, ready }, 'call', BURST_MS);
          samples.get(side)?.push((completed / ms) * 1000);
        } finally {
          await worker.stop();
        }
      } catch (error) {
        failures.push(failure(side, error));
      }
    }
  }
  const measured = [...samples].filter(([side]) => !failures.some((failed) => failed.side === side.name));
  return [...measured.map(([side, taken]) => ({ side: side.name, samples: taken })), ...failures];
}
