/**
 * A row's result as lines of the table: ours first, then every peer with the ratio and the goal that concern it.
 * Both the terminal and the results page are made from these.
 */
import { OURS, type Verdict } from '../harness/goal.js';
import type { Failed, Figure } from '../harness/figure.js';
import type { RowResult } from '../harness/row.js';
import { median } from '../harness/statistics.js';
import { formatFigure, formatRatio } from './format.js';

export interface Line {
  readonly side: string;
  readonly figure: string;
  readonly detail: string;
  /** How many times better ours is than this side; empty beside ours. */
  readonly ratio: string;
  readonly goal: string;
  readonly mark: '✓' | '✗' | '?' | '';
}

export function lines({ row, figures, verdicts }: RowResult): Line[] {
  const ours = figures.find((figure) => figure.side === OURS);
  return figures.flatMap((figure) => {
    const concerned = verdicts.filter((verdict) => concerns(verdict, figure));
    const [first, ...more] = concerned;
    return [
      {
        side: figure.side,
        figure: formatFigure(figure, row.unit),
        detail: 'samples' in figure ? (figure.detail ?? '') : '',
        ratio: ratioOf(first, ours, figure, row.better),
        goal: first?.text ?? '',
        mark: markOf(first),
      },
      ...more.map((verdict) => ({
        side: '',
        figure: '',
        detail: '',
        ratio: verdict.ratio === undefined ? '' : formatRatio(verdict.ratio),
        goal: verdict.text,
        mark: markOf(verdict),
      })),
    ];
  });
}

/** A goal stands beside the peer that it names, and one of ours alone beside ours. */
function concerns(verdict: Verdict, figure: Figure | Failed): boolean {
  return figure.side === (verdict.against ?? verdict.goal.side ?? OURS);
}

function ratioOf(
  verdict: Verdict | undefined,
  ours: Figure | Failed | undefined,
  figure: Figure | Failed,
  better: 'more' | 'less',
): string {
  if (verdict?.ratio !== undefined) return formatRatio(verdict.ratio);
  if (figure === ours || ours === undefined || !('samples' in ours) || !('samples' in figure)) return '';
  const [mine, theirs] = [median(ours.samples), median(figure.samples)];
  return formatRatio(better === 'more' ? mine / theirs : theirs / mine);
}

/** Reached, missed, or open where a figure is missing. */
export function markOf(verdict: Verdict | undefined): Line['mark'] {
  if (verdict === undefined) return '';
  if (verdict.reached === undefined) return '?';
  return verdict.reached ? '✓' : '✗';
}
