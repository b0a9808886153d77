/**
 * How far a flow's resolvers have come: what was asked, what was answered, and the values that are kept. It is the plain
 * state that the boundary seals (Specification 2026-07-28, basic/patterns/mrtr "Server Requirements").
 */
import type { InputResponse } from '@mrtr/types';

/** One question of the flow. */
export interface Asked {
  /** The digest of the exact question. */
  readonly digest: string;
  /** How many answers were discarded since the question had changed. */
  readonly discarded: number;
  /** How often an answer did not fit its question. */
  readonly misfits: number;
  /** The answer, as it was sent; `undefined` while it is awaited. */
  readonly answer?: InputResponse | undefined;
}

/** The progress of a flow, by the resolvers' keys. */
export interface Progress {
  readonly asked: ReadonlyMap<string, Asked>;
  /** The values of resolvers with `once`. */
  readonly kept: ReadonlyMap<string, unknown>;
}

const NO_PROGRESS: Progress = { asked: new Map(), kept: new Map() };

/** Changes with the format: what an older or newer release has written counts as no progress, and is asked again. */
const FORMAT = 'resolvers/1';

type Written = readonly [
  format: string,
  asked: readonly (readonly [
    key: string,
    digest: string,
    discarded: number,
    misfits: number,
    answer?: InputResponse,
  ])[],
  kept: readonly (readonly [key: string, value?: unknown])[],
];

/** Writes progress as text. About 40 bytes for each question, its key and its answer not counted. */
export function writeProgress({ asked, kept }: Progress): string {
  const entries = [...asked].map(([key, { digest, discarded, misfits, answer }]) =>
    answer === undefined
      ? ([key, digest, discarded, misfits] as const)
      : ([key, digest, discarded, misfits, answer] as const),
  );
  const values = [...kept].map(([key, value]) => (value === undefined ? ([key] as const) : ([key, value] as const)));
  return JSON.stringify([FORMAT, entries, values] satisfies Written);
}

/** Reads what {@link writeProgress} wrote; anything else is no progress. */
export function readProgress(state: string | undefined): Progress {
  if (!state?.startsWith(`["${FORMAT}",`)) return NO_PROGRESS;
  try {
    return parse(state);
  } catch {
    // A function that asks by hand may have written anything.
    return NO_PROGRESS;
  }
}

/** The seal says that this server wrote it, and the tag that it was this code. */
function parse(state: string): Progress {
  const [, entries, kept] = JSON.parse(state) as Written;
  return {
    asked: new Map(
      entries.map(([key, digest, discarded, misfits, answer]) => [key, { digest, discarded, misfits, answer }]),
    ),
    kept: new Map(kept.map(([key, value]) => [key, value])),
  };
}
