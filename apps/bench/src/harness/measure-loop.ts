/** Microseconds for one operation in process: each side warmed in its own process, then measured in turn. */
import type { Bench } from './bench.js';
import type { Failed, Figure } from './figure.js';
import { interleave, startAll, stopAll, type Side } from './sides.js';

export async function measureLoops(bench: Bench, sides: readonly Side[]): Promise<(Figure | Failed)[]> {
  const { loopWarmMs, loopSliceMs, loopSlices } = bench.pace;
  const { running, failures } = await startAll(sides);
  try {
    await interleave(running, failures, 1, async ({ worker }) => void (await worker.loop(loopWarmMs)));
    await interleave(running, failures, loopSlices, async ({ worker, samples }) => {
      const { operations, ms } = await worker.loop(loopSliceMs);
      samples.push((ms * 1000) / operations);
    });
  } finally {
    await stopAll(running);
  }
  return [
    ...running.map(({ side, samples, ready }) => ({ side: side.name, samples, detail: told(ready.facts) })),
    ...failures,
  ];
}

function told(facts: Readonly<Record<string, number>> | undefined): string | undefined {
  if (facts === undefined) return undefined;
  return Object.entries(facts)
    .map(([name, value]) => `${name} ${Math.round(value)}`)
    .join(', ');
}
