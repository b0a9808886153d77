/**
 * The body of a tool, a prompt or a template: a function that asks by hand, or one behind resolvers. A call has one
 * `inputResponses` and one `requestState`, so it is one or the other.
 *
 * Specification 2026-07-28, basic/patterns/mrtr.
 */
import { isInputRequired } from '@mrtr/types';
import type { RequestContext } from '../context.js';
import { type FlowContext, RoundContext } from '../flow-context.js';
import type { FlowState } from '../flow.js';
import type { Logger } from '../logger.js';
import { planResolvers, type Signature } from '../resolve/plan.js';
import { type ResolveSettings, resolveRound } from '../resolve/resolve-round.js';
import type { Filled, NoneOf } from '../resolve/signature.js';
import { ServerError } from '../server-error.js';
import { Answers } from './answers.js';
import { type AskContext, AskingContext, type AskParams } from './ask-context.js';

/**
 * Takes what a request brings beside its arguments, and gives the function that takes these. That may return an interim
 * result.
 * @throws {ProtocolError} -32602 for an answer that is not of its question's kind.
 */
export type Body = (ctx: RequestContext<never>, params: AskParams) => (args: object) => unknown;

/** Any such function. */
export type Run = (input: never, ctx: never) => unknown;

/** The function that an author writes: its input with what the resolvers fill, and what it may know of the request. */
export type BodyFunction<Input, N, Return, Lifespan> = (
  input: Filled<Input, N>,
  ctx: NoneOf<N> extends true ? AskContext<Lifespan> : FlowContext<Lifespan>,
) => Return | Promise<Return>;

/** @throws {InvalidSignatureError} for resolvers that don't fit the signature. */
export function bodyOf(
  run: Run,
  resolve: Readonly<Record<string, unknown>> | undefined,
  signature: Signature,
  settings: ResolveSettings,
): Body {
  return resolve === undefined || Object.keys(resolve).length === 0
    ? byHand(run)
    : behindResolvers(run, resolve, signature, settings);
}

function byHand(run: Run): Body {
  return (ctx, params) => {
    const asking = new AskingContext(ctx, params);
    return (args) => run(args as never, asking as never);
  };
}

function behindResolvers(
  run: Run,
  resolve: Readonly<Record<string, unknown>>,
  signature: Signature,
  settings: ResolveSettings,
): Body {
  const plan = planResolvers(resolve, signature);
  const { target } = signature;
  return (ctx, { inputResponses, requestState }) => {
    // An McpServer always has a boundary, and that sets the flow before anything else runs.
    const flow = ctx.flow as FlowState;
    flow.byResolvers = true;
    const answers = new Answers(flow.asked, inputResponses);
    return async (args) => {
      try {
        const round = { target, args: args as Record<string, unknown>, ctx, requestState, answers };
        const resolution = await resolveRound(plan, round, settings);
        if (resolution.kind === 'asking') return resolution.result;
        // A body has effects: not for somebody who has left meanwhile.
        if (resolution.later) ctx.signal.throwIfAborted();
        const returned = await run(resolution.input as never, new RoundContext(ctx) as never);
        if (isInputRequired(returned)) throw mixedForms(target);
        return returned;
      } catch (error) {
        report(error, ctx, target, settings.logger);
        throw error;
      }
    };
  };
}

function mixedForms(target: string): ServerError {
  return new ServerError(
    'mixed_forms',
    `The body of ${target} returned an interim result, and it has resolvers. The two forms don't mix: ask in a resolver, or read all answers by hand.`,
  );
}

/** What the author has to mend, and the caller is told in few words. */
function report(error: unknown, ctx: RequestContext, target: string, logger: Logger): void {
  if (!(error instanceof ServerError)) return;
  const { method } = ctx;
  const { code, message, cause } = error;
  // A tool's caller reads what its resolver threw, as it reads what its body throws.
  const hidden = code === 'resolver_failed' && (method !== 'tools/call' || cause instanceof ServerError);
  if (!hidden && code !== 'unstable_question' && code !== 'mixed_forms') return;
  // Whoever cancelled has left: what they stopped did not fail.
  if (cause !== undefined && ctx.signal.aborted && cause === ctx.signal.reason) return;
  const reason = cause instanceof ServerError ? `: ${cause.message}` : '';
  const advice =
    code === 'unstable_question' ? ' Ask the same from round to round: what changes belongs behind `once: true`.' : '';
  logger.error({
    event: 'handler_failed',
    message: `${message}${reason}${advice}`,
    method,
    target,
    error: cause ?? error,
  });
}
