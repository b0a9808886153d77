/**
 * The loop that turns the rounds of one call into its result: send, answer or wait, send again. It is a plain function
 * of its hooks and touches no channel, timer or callback of its own.
 *
 * Specification 2026-07-28, basic/patterns/mrtr "Client Requirements".
 */

/** What the loop needs to know of an interim result. */
export interface InterimRound {
  /** True when the server asks nothing and only wants to be called again. */
  readonly waiting: boolean;
  /** Echoed byte for byte; left out where it is undefined. */
  readonly requestState: string | undefined;
}

/** What goes out beside the call's own parameters. Both are left out of the first leg. */
export interface Continuation<A> {
  readonly inputResponses?: A | undefined;
  readonly requestState?: string | undefined;
}

/** The bounds of the loop. */
export interface RoundLimits {
  /** How many interim results are answered. */
  readonly maxRounds: number;
  /** How many rounds without a question are waited out; undefined lets them count as rounds like any other. */
  readonly maxWaits: number | undefined;
  /** The first pause of a run of rounds without a question, in milliseconds. It doubles up to `maxPauseMs`. */
  readonly pauseMs: number;
  readonly maxPauseMs: number;
}

/** Where a flow stands between two legs. */
export interface Position<I> {
  /** How many legs have been sent and answered: the number of the round that `interim` came from. */
  readonly round: number;
  /** What the last leg left open; undefined before the first. */
  readonly interim: I | undefined;
  /** Interim results answered under these limits so far. */
  readonly answered: number;
  /** Rounds without a question waited out under limits of their own. */
  readonly waited: number;
  /** The pause before the next leg, in milliseconds; 0 where there is a question to answer. */
  readonly pauseMs: number;
}

/** The effects of the loop. Each rejects when the flow has ended, and the loop ends with it. */
export interface LegHooks<R, I, A> {
  /** Sends one leg. */
  send(continuation: Continuation<A> | undefined): Promise<R | I>;
  /** Tells an interim result from a final one. */
  isInterim(result: R | I): result is I;
  sleep(ms: number): Promise<void>;
  /** The error for a flow that still asks after the last round the limits allow. */
  tooManyRounds(position: Position<I>): Error;
}

export interface RoundHooks<R, I, A> extends LegHooks<R, I, A> {
  /** Answers the questions of a round. */
  answer(interim: I, round: number): Promise<A>;
  /** Told of every interim result before it is answered or waited out. */
  onRound?: ((position: Position<I>) => void) | undefined;
}

/** What a leg led to. */
export type Step<R, I> =
  { readonly done: true; readonly result: R } | { readonly done: false; readonly position: Position<I> };

/** A position to start from: nothing sent yet, or an interim result from an earlier process. */
export function startAt<I extends InterimRound>(limits: RoundLimits, round = 0, interim?: I): Position<I> {
  return { round, interim, answered: 0, waited: 0, pauseMs: interim?.waiting ? limits.pauseMs : 0 };
}

/** Runs all the rounds that are left. */
export async function runRounds<R, I extends InterimRound, A>(
  start: Position<I>,
  limits: RoundLimits,
  hooks: RoundHooks<R, I, A>,
): Promise<R> {
  let position = start;
  for (;;) {
    const { interim } = position;
    if (interim !== undefined) hooks.onRound?.(position);
    const answers = interim === undefined || interim.waiting ? undefined : await hooks.answer(interim, position.round);
    const step = await nextLeg<R, I, A>(position, answers, limits, hooks);
    if (step.done) return step.result;
    position = step.position;
  }
}

/** Waits where the round asks nothing, sends one leg, and says where that leaves the flow. */
export async function nextLeg<R, I extends InterimRound, A>(
  position: Position<I>,
  answers: A | undefined,
  limits: RoundLimits,
  hooks: LegHooks<R, I, A>,
): Promise<Step<R, I>> {
  const { interim } = position;
  if (interim?.waiting) await hooks.sleep(position.pauseMs);
  const result = await hooks.send(interim && continuation(interim, answers));
  if (hooks.isInterim(result)) return { done: false, position: advance(position, result, limits, hooks) };
  return { done: true, result: result as R };
}

/** Only this round's answers go out, and a state only where this round's result had one. */
function continuation<A>(interim: InterimRound, answers: A | undefined): Continuation<A> {
  const { requestState } = interim;
  if (answers === undefined) return { requestState };
  return requestState === undefined ? { inputResponses: answers } : { inputResponses: answers, requestState };
}

/**
 * Where an interim result leaves the flow.
 * @throws what `hooks.tooManyRounds` makes, when the limits allow no more of them.
 */
export function advance<R, I extends InterimRound, A>(
  before: Position<I>,
  interim: I,
  limits: RoundLimits,
  hooks: Pick<LegHooks<R, I, A>, 'tooManyRounds'>,
): Position<I> {
  const apart = interim.waiting && limits.maxWaits !== undefined;
  const after: Position<I> = {
    round: before.round + 1,
    interim,
    answered: apart ? before.answered : before.answered + 1,
    waited: apart ? before.waited + 1 : before.waited,
    pauseMs: interim.waiting ? nextPause(before, limits) : 0,
  };
  if (after.answered > limits.maxRounds || (apart && after.waited > (limits.maxWaits ?? Infinity))) {
    throw hooks.tooManyRounds(after);
  }
  return after;
}

/** A question resets the pause: its position has none to double. */
function nextPause<I extends InterimRound>(before: Position<I>, limits: RoundLimits): number {
  return before.interim?.waiting
    ? Math.min(before.pauseMs * 2, limits.maxPauseMs)
    : Math.min(limits.pauseMs, limits.maxPauseMs);
}
