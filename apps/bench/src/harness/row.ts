/**
 * A row of the table: what is measured, on which sides, and the goals it is held against. A row that runs gives
 * figures; what they mean is judged in `goal.ts` and shown in `report/`.
 */
import type { Bench } from './bench.js';
import type { Failed, Figure, Unit } from './figure.js';
import type { Goal, Verdict } from './goal.js';
import type { Subject } from './subject.js';

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
  readonly subject: Subject;
  /** Set for a server: what the load generator sends. */
  readonly plan?: 'call' | 'flow' | undefined;
}

/** A row that has been run. */
export interface RowResult {
  readonly row: Row;
  readonly figures: readonly (Figure | Failed)[];
  readonly verdicts: readonly Verdict[];
}
