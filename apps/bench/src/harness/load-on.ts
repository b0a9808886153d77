/** Load on one running server, the same for every row: 16 connections, for a time or for so many calls. */
import { CONNECTIONS, type Bench } from './bench.js';
import type { LoadResult } from './messages.js';
import type { Running } from './sides.js';

/** @param count ends it before the time is over; a server too slow for that fails. */
export async function loadOn(
  bench: Bench,
  { ready, side }: Pick<Running, 'ready' | 'side'>,
  plan: 'call' | 'flow',
  forMs: number,
  count?: number,
): Promise<LoadResult> {
  const load = await bench.load();
  const dialect = side.dialect ?? '2026-07-28';
  const result = await load.load({ url: ready.url ?? '', plan, dialect, connections: CONNECTIONS, forMs, count });
  if (count !== undefined && result.completed < count)
    throw new Error(`only ${result.completed} of ${count} calls in time`);
  return result;
}
