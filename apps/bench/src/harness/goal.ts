/**
 * The goals of DESIGN, "Figures to reach", as data, and how a row's medians are held against them. Ratios are of
 * medians from the same run, so they can be checked by hand from the table.
 */
import type { Failed, Figure } from './figure.js';
import { median } from './statistics.js';

export type Goal =
  /** So many times better than a peer, whichever direction better is. */
  | { readonly kind: 'times'; readonly than: string; readonly atLeast: number; readonly side?: string }
  /** Our figure as a share of a peer's. */
  | { readonly kind: 'share'; readonly of: string; readonly atLeast: number; readonly side?: string }
  | { readonly kind: 'share'; readonly of: string; readonly atMost: number; readonly side?: string }
  /** Our figure by itself. */
  | { readonly kind: 'bound'; readonly atMost: number; readonly side?: string };

export interface Verdict {
  readonly goal: Goal;
  readonly text: string;
  /** Against whom, where it is against somebody. */
  readonly against: string | undefined;
  /** The ratio that was judged; undefined for a bound, or where a figure is missing. */
  readonly ratio: number | undefined;
  /** Undefined where a figure is missing. */
  readonly reached: boolean | undefined;
}

/** The name of our side in every row. */
export const OURS = 'mrtr';

export function judge(
  goal: Goal,
  figures: readonly (Figure | Failed)[],
  row: { readonly better: 'more' | 'less'; readonly unit: string },
): Verdict {
  const ours = medianOf(figures, goal.side ?? OURS);
  switch (goal.kind) {
    case 'bound':
      return verdict(goal, `≤ ${goal.atMost} ${row.unit}`, undefined, undefined, ours && ours <= goal.atMost);
    case 'times': {
      const peer = medianOf(figures, goal.than);
      const ratio = ours && peer && (row.better === 'more' ? ours / peer : peer / ours);
      return verdict(goal, `≥ ${goal.atLeast} × ${goal.than}`, goal.than, ratio, ratio && ratio >= goal.atLeast);
    }
    case 'share': {
      const peer = medianOf(figures, goal.of);
      const ratio = ours && peer && ours / peer;
      if ('atMost' in goal) {
        return verdict(goal, `≤ ${goal.atMost} of ${goal.of}`, goal.of, ratio, ratio && ratio <= goal.atMost);
      }
      return verdict(goal, `≥ ${goal.atLeast} of ${goal.of}`, goal.of, ratio, ratio && ratio >= goal.atLeast);
    }
  }
}

function verdict(
  goal: Goal,
  text: string,
  against: string | undefined,
  ratio: number | undefined,
  reached: boolean | number | undefined,
): Verdict {
  return { goal, text, against, ratio, reached: typeof reached === 'boolean' ? reached : undefined };
}

function medianOf(figures: readonly (Figure | Failed)[], side: string): number | undefined {
  const figure = figures.find((candidate) => candidate.side === side);
  return figure !== undefined && 'samples' in figure ? median(figure.samples) : undefined;
}
