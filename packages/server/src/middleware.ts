/** How a server is wrapped: each middleware sees a call on its way in and its result on the way out. */
import type { InputRequiredResult } from '@mrtr/types';
import type { RequestContext } from './context.js';

/** One inbound request, as it travels through the middleware to its handler. */
export interface Call<Lifespan = unknown> {
  readonly method: string;
  /** The parameters as they arrived, not yet validated; behind the boundary `requestState` is plain text. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly ctx: RequestContext<Lifespan>;
}

/** What a handler gives back: a complete result, or an interim one. The server adds what every result carries. */
export type AnyResult = Readonly<Record<string, unknown>> | InputRequiredResult;

/** Passes a call on. Give it a changed copy to change what comes after, with the `ctx` that came. */
export type Next = (call: Call) => Promise<AnyResult>;

/**
 * Wraps every request. What it throws is answered like what a handler throws: a `ProtocolError` as it is, anything else
 * as -32603 with nothing of the cause.
 */
export type Middleware<Lifespan = unknown> = (call: Call<Lifespan>, next: Next) => Promise<AnyResult>;

/** What is left of a server's middleware: a function from call to result. */
export type Pipeline<Lifespan> = (call: Call<Lifespan>) => Promise<AnyResult>;

/** One function out of several: the first is outermost. */
export function compose<Lifespan>(
  middleware: readonly Middleware<Lifespan>[],
  innermost: Pipeline<Lifespan>,
): Pipeline<Lifespan> {
  return middleware.reduceRight<Pipeline<Lifespan>>((next, wrap) => (call) => wrap(call, next as Next), innermost);
}
