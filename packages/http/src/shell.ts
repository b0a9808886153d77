/**
 * What a shell, web or Node, offers to whoever answers a request: what was read of its head, and the ways to write.
 *
 * A call of a later revision is its own shell; a session of an earlier one is handed the shell and writes by itself.
 */
import type { AuthInfo, HeaderReader } from '@mrtr/transport';
import type { Accepts } from './accept.js';
import type { Refusal } from './refusal.js';

/** Headers to answer with, by name. */
export type ResponseHeaders = Readonly<Record<string, string>>;

/** One HTTP request and the response to it, of which nothing has been written yet. */
export interface Shell {
  readonly headers: HeaderReader;
  /** The caller, if anybody asked. */
  readonly auth: AuthInfo | undefined;
  readonly accepts: Accepts;
  /** Turns the request away. */
  refuse(refusal: Refusal): void;
  /** Leaves the response to somebody else, who is told when the client goes away; at once if it has gone already. */
  handOver(onGone: () => void): void;
  /** Writes a whole response. */
  respond(status: number, body: string, headers?: ResponseHeaders): void;
  openStream(headers?: ResponseHeaders): void;
  /** Writes a piece of the stream, or returns false where too much is waiting already. */
  write(text: string): boolean;
  /** Writes the last piece, however much is waiting. */
  endStream(text: string): void;
  /** Calls back once when less is waiting, or when nothing ever will be written any more. */
  whenWritable(callback: () => void): void;
  /** The response is over: nobody asks any more whether the client is there. */
  unwatch(): void;
}
