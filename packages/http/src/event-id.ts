/**
 * The ids of events: which stream, and which place in it, so that one id says what a client still has to get.
 *
 * Specification 2025-11-25, basic/transports "Resumability and Redelivery".
 */

/** A place in a stream: what comes after it is still to be sent. */
export interface Cursor {
  readonly stream: string;
  /** The number of the last event that arrived; 0 for none. */
  readonly after: number;
}

export function eventId({ stream, after }: Cursor): string {
  return `${stream}_${after}`;
}

/** Reads a `Last-Event-ID`; `undefined` for what no server of this library has sent. */
export function readEventId(text: string): Cursor | undefined {
  const match = /^(\d{1,15})_(\d{1,15})$/.exec(text);
  return match === null ? undefined : { stream: match[1] as string, after: Number(match[2]) };
}
