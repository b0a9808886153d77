/** What a row's measurement gives: a figure for each side, or the reason why there is none. */

export type Unit = '/s' | 'µs' | 'ms' | 'MB' | 'kB';

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
