/** Memory of a fresh server after so many calls: the resident set, as the system counts it. */
import type { Bench } from './bench.js';
import { loadOn } from './load-on.js';
import type { Failed, Figure } from './figure.js';
import { interleave, startAll, stopAll, type Side } from './sides.js';

export async function measureMemory(bench: Bench, sides: readonly Side[]): Promise<(Figure | Failed)[]> {
  const { running, failures } = await startAll(sides);
  try {
    await interleave(running, failures, 1, async (one) => {
      await loadOn(bench, one, 'call', 100_000, bench.pace.memoryCalls);
      one.samples.push((await one.worker.usage()).rssBytes / 1e6);
    });
  } finally {
    await stopAll(running);
  }
  return [...running.map(({ side, samples }) => ({ side: side.name, samples })), ...failures];
}
