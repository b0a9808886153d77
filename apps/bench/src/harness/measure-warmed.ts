/** Calls or flows a second over loopback, each server warmed before it is measured in turn with the others. */
import type { Bench } from './bench.js';
import { loadOn } from './load-on.js';
import type { Failed, Figure } from './figure.js';
import { interleave, startAll, stopAll, type Running, type Side } from './sides.js';

export async function measureWarmed(
  bench: Bench,
  sides: readonly Side[],
  plan: 'call' | 'flow',
): Promise<(Figure | Failed)[]> {
  const { pace } = bench;
  const { running, failures } = await startAll(sides);
  const cost = new Map<Running, { cpuMs: number; completed: number }>();
  try {
    await interleave(running, failures, 1, async (one) => void (await loadOn(bench, one, plan, pace.httpWarmMs)));
    await interleave(running, failures, pace.httpSlices, async (one) => {
      const before = await one.worker.usage();
      const { completed, ms } = await loadOn(bench, one, plan, pace.httpSliceMs);
      const after = await one.worker.usage();
      one.samples.push((completed / ms) * 1000);
      const sum = cost.get(one) ?? { cpuMs: 0, completed: 0 };
      cost.set(one, { cpuMs: sum.cpuMs + after.cpuMs - before.cpuMs, completed: sum.completed + completed });
    });
  } finally {
    await stopAll(running);
  }
  return [...running.map((one) => figure(one, cost.get(one))), ...failures];
}

function figure(one: Running, cost: { cpuMs: number; completed: number } | undefined): Figure {
  const { side, samples } = one;
  if (cost === undefined || cost.completed === 0) return { side: side.name, samples };
  return { side: side.name, samples, detail: `${Math.round((cost.cpuMs * 1000) / cost.completed)} µs CPU each` };
}
