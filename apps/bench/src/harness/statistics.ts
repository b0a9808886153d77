/** The two statistics of the tables: a median, and how far the samples lie around it. */

export function median(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) throw new RangeError('a median needs at least one sample');
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** Half the distance between the smallest and the largest sample, as a share of the median: 0.05 is ± 5 %. */
export function spread(samples: readonly number[]): number {
  const middle = median(samples);
  return middle === 0 ? 0 : (Math.max(...samples) - Math.min(...samples)) / 2 / middle;
}
