/**
 * The rounds of one call in a session: what an interim result would ask by its return is asked over the back-channel,
 * and the handler runs again with the answers, as it would in the next round.
 *
 * Specification 2025-11-25, client/elicitation, client/sampling, client/roots. One loop serves resolvers and, where the
 * server bridges them, interim results by hand.
 */
import type { Asked } from '@mrtr/seal';
import {
  ErrorCode,
  type InputRequest,
  type InputRequiredResult,
  isInputRequired,
  LATEST_PROTOCOL_VERSION,
  missingCapabilities,
  ProtocolError,
} from '@mrtr/types';
import type { Clock } from '../clock.js';
import type { Context } from '../context.js';
import { checkInterimShape } from '../interim-shape.js';
import type { AnyResult, Call, Pipeline } from '../middleware.js';
import { questionKind } from '../questions/kind.js';
import { ServerError } from '../server-error.js';
import { toLegacyParams } from './revision.js';

/** How the rounds of sessions are run. */
export interface LegacyRoundsOptions {
  /** Also for interim results that a handler makes by hand. */
  readonly bridge: boolean;
  readonly clock: Clock;
}

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 250;
/** A handler that still asks after so many rounds asks for ever. */
const MAX_ROUNDS = 100;
/** Ten minutes of pauses: a client may have left without a word, and a call must end some day. */
const MAX_WAITS = 2400;

/**
 * Runs a call to its final result.
 * @throws {ServerError} `invalid_interim_result` for an interim result by hand that is not bridged.
 * @throws {ProtocolError} -32021 for a question that the client can't answer; -32603 with what it said in place of an answer,
 * for all but tools.
 */
export async function runLegacyRounds<T>(
  call: Call<T>,
  run: Pipeline<T>,
  { bridge, clock }: LegacyRoundsOptions,
): Promise<AnyResult> {
  const ctx = call.ctx as Context<T>;
  // What a client of these revisions sends under these names means nothing.
  const { requestState: _, inputResponses: __, ...params } = call.params;
  let current: Call<T> = { ...call, params };
  let pauseMs = 0;
  let [rounds, waits] = [0, 0];
  for (;;) {
    ctx.signal.throwIfAborted();
    const result = await run(current);
    if (!isInputRequired(result)) return result;
    if (!bridge && !ctx.flow?.byResolvers) throw notBridged();
    const requests = Object.entries(result.inputRequests ?? {});
    if (requests.length > 0 ? ++rounds > MAX_ROUNDS : ++waits > MAX_WAITS) throw endless(call.method, rounds);
    checkAskable(result, ctx);
    pauseMs = requests.length > 0 ? 0 : Math.min(pauseMs * 2 || FIRST_PAUSE_MS, LONGEST_PAUSE_MS);
    if (pauseMs > 0) await pause(pauseMs, clock, ctx.signal);
    const inputResponses = await askAll(requests, ctx);
    if (inputResponses instanceof Unanswered) return unanswered(inputResponses, call.method);
    ctx.asked = requests.map(([key, request]) => [key, questionKind(request)]) satisfies Asked;
    const { requestState } = result;
    current = {
      ...call,
      params: { ...params, inputResponses, ...(requestState === undefined ? undefined : { requestState }) },
    };
  }
}

function endless(method: string, rounds: number): ServerError {
  const [what, code] =
    rounds > MAX_ROUNDS ? (['asks', 'unstable_question'] as const) : (['waits', 'endless_wait'] as const);
  return new ServerError(code, `${method} still ${what} after ${rounds > MAX_ROUNDS ? MAX_ROUNDS : MAX_WAITS} rounds.`);
}

function checkAskable<T>(result: InputRequiredResult, { clientCapabilities }: Context<T>): void {
  const missing = missingCapabilities(checkInterimShape(result), clientCapabilities);
  if (missing) throw ProtocolError.missingCapability(missing);
}

/** What a client says in place of an answer: that it won't, that it can't, that somebody left. */
class Unanswered extends Error {}

/** The model may find another way; whoever gets a prompt or reads a resource is told by an error. */
function unanswered({ message }: Unanswered, method: string): AnyResult {
  if (method === 'tools/call') return { content: [{ type: 'text', text: message }], isError: true };
  throw new ProtocolError(ErrorCode.InternalError, message);
}

/** All questions of a round at once; the first that fails ends the others. */
async function askAll<T>(
  requests: readonly (readonly [string, InputRequest])[],
  ctx: Context<T>,
): Promise<Record<string, unknown> | Unanswered> {
  const ended = new AbortController();
  const signal = AbortSignal.any([ctx.signal, ended.signal]);
  try {
    const answers = await Promise.all(
      requests.map(async ([key, request]) => [key, await ask(key, request, ctx, signal)] as const),
    );
    return Object.fromEntries(answers);
  } catch (error) {
    ended.abort(error);
    if (error instanceof Unanswered) return error;
    throw error;
  }
}

async function ask<T>(key: string, request: InputRequest, ctx: Context<T>, signal: AbortSignal): Promise<unknown> {
  const id = `${ctx.flow?.id ?? String(ctx.requestId)}:${key}`;
  try {
    return await ctx.backChannel?.ask(
      request.method,
      toLegacyParams(request, ctx.protocolVersion, id),
      signal,
      ctx.ask,
    );
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    throw new Unanswered(`The client did not answer ${JSON.stringify(key)}: ${error.message}`, { cause: error });
  }
}

function pause(ms: number, clock: Clock, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clock.clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = clock.setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

function notBridged(): ServerError {
  return new ServerError(
    'invalid_interim_result',
    `A handler returned an interim result, which clients before ${LATEST_PROTOCOL_VERSION} don't have. Ask in resolvers, or give the server \`legacyShim: true\`.`,
  );
}
