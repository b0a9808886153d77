/**
 * A row of the table: what is measured, on which sides, and the goals it is held against. A row that runs gives
 * figures; what they mean is judged in `goal.ts` and shown in `report/`.
 */
import type { Bench } from './bench.js';
import type { Goal, Verdict } from './goal.js';

/** One side's figure in a row, or why it has none. */
export type Figure = Measured | Absent;

export interface Measured {
  readonly side: string;
  readonly samples: readonly number[];
  /** Something worth knowing beside the figure, in a few words: the CPU time of a call, the length of a token. */
  readonly detail?: string | undefined;
}

export interface Absent {
  readonly side: string;
  /** What the side can't do. */
  readonly absent: string;
}

/** A side whose process failed. A run with one ends with an error. */
export interface Failed {
  readonly side: string;
  readonly failed: string;
}

export interface Row {
  /** What `--only` takes. */
  readonly id: string;
  readonly title: string;
  readonly unit: Unit;
  readonly better: 'more' | 'less';
  readonly goals: readonly Goal[];
  /** What was measured and how, in a sentence or two for the results page. */
  readonly how: string;
  measure(bench: Bench): Promise<readonly (Figure | Failed)[]>;
  /** Our side, for the profile script, where a process of ours runs. */
  readonly profiled?: Profiled | undefined;
}

export interface Profiled {
  readonly subject: import('./subject.js').Subject;
  /** Set for a server: what the load generator sends. */
  readonly plan?: 'call' | 'flow' | undefined;
}

export type Unit = '/s' | 'µs' | 'ms' | 'MB' | 'kB';

/** A row that has been run. */
export interface RowResult {
  readonly row: Row;
  readonly figures: readonly (Figure | Failed)[];
  readonly verdicts: readonly Verdict[];
}
