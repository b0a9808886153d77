/** What the harness and the processes it starts say to each other over Node's IPC channel. */

export type WorkerCommand =
  | { readonly do: 'loop'; readonly forMs: number }
  | { readonly do: 'usage' }
  | { readonly do: 'start-profile' }
  | { readonly do: 'stop-profile'; readonly file: string };

/** How one run of the load generator went. */
export interface LoadResult {
  readonly completed: number;
  /** Time from the first request to the last response. */
  readonly ms: number;
  /** Share of one core that the generator itself used, 0 to 1. */
  readonly busy: number;
}

export interface LoadCommand {
  readonly do: 'load';
  readonly url: string;
  readonly plan: 'call' | 'flow';
  readonly dialect: Dialect;
  readonly connections: number;
  /** Ends after this time, or after `count` completions where that is given. */
  readonly forMs: number;
  readonly count?: number | undefined;
}

/** The revision a server speaks, and so the request that is sent to it. */
export type Dialect = '2026-07-28' | '2025-06-18';

export interface LoopResult {
  readonly operations: number;
  readonly ms: number;
}

export interface Usage {
  /** CPU time of the process so far. */
  readonly cpuMs: number;
  readonly rssBytes: number;
}

/** Sent once, when the process is ready or can't be. */
export interface Ready {
  readonly url?: string | undefined;
  readonly facts?: Readonly<Record<string, number>> | undefined;
  readonly failed?: string | undefined;
}

/** The answer to a command. */
export interface Answer {
  readonly value?: unknown;
  readonly failed?: string | undefined;
}
