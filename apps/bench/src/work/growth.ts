/**
 * How a token grows with each answer that it carries: its last length, and the mean step between rounds. Padding may
 * hide single steps, so the mean is taken over the whole flow.
 */
export function growth(lengths: readonly number[]): Record<string, number> {
  const first = lengths.at(0) ?? 0;
  const last = lengths.at(-1) ?? 0;
  return { lastTokenBytes: last, bytesPerAnswer: (last - first) / Math.max(1, lengths.length - 1) };
}
