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

/** Passes a call on. Give it a changed copy to change what comes after. */
export type Next<Lifespan = unknown> = (call: Call<Lifespan>) => Promise<AnyResult>;

/**
 * Wraps every request. What it throws is answered like what a handler throws: a `ProtocolError` as it is, anything else
 * as -32603 with nothing of the cause.
 */
export type Middleware<Lifespan = unknown> = (call: Call<Lifespan>, next: Next<Lifespan>) => Promise<AnyResult>;

/** One function out of several: the first is outermost. */
export function compose<Lifespan>(
  middleware: readonly Middleware<Lifespan>[],
  innermost: Next<Lifespan>,
): Next<Lifespan> {
  return middleware.reduceRight<Next<Lifespan>>((next, wrap) => (call) => wrap(call, next), innermost);
}
