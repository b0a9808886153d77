/** What every definition has in common, and how it is listed. */
import type { Icon } from '@mrtr/types';

/** How something is shown to people and models. */
export interface Described {
  /** A name for people. */
  readonly title?: string | undefined;
  /** What it does, for the model. */
  readonly description?: string | undefined;
  readonly icons?: readonly Icon[] | undefined;
  /** More for the client, as `_meta`. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
}

/** The listed form of the common part. */
export function describe({ title, description, icons, meta }: Described): {
  title?: string;
  description?: string;
  icons?: Icon[];
  _meta?: Record<string, unknown>;
} {
  return {
    ...(title === undefined ? undefined : { title }),
    ...(description === undefined ? undefined : { description }),
    ...(icons === undefined ? undefined : { icons: [...icons] }),
    ...(meta === undefined ? undefined : { _meta: { ...meta } }),
  };
}
