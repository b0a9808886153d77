/**
 * What a measured module offers: it starts a server, or prepares an operation to repeat. Each runs in a process of
 * its own, so no implementation shares a heap or a compiler's profile with another.
 */

/** A server to put load on. */
export interface Served {
  readonly url: string;
  close(): Promise<void>;
}

/** An operation to repeat in process. */
export interface Looped {
  /** Does the work once; its text proves that the work was done. */
  readonly operation: () => string | Promise<string>;
  /** What the operation must give. Checked before and after measuring, never in between. */
  readonly expected: string;
  /** Figures beside time, such as the length of a token. */
  readonly facts?: Readonly<Record<string, number>> | undefined;
}

/** An export of a module under `peers/`. */
export type Prepare<Options> = (options: Options) => Served | Looped | Promise<Served | Looped>;

/** Names such an export, so that it can be run in another process. */
export interface Subject {
  /** Path below `peers/`, without extension: `official/http-server`. */
  readonly module: string;
  readonly entry: string;
  readonly options?: Readonly<Record<string, unknown>> | undefined;
}
