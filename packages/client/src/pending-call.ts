/**
 * A call whose rounds its caller runs: it is iterated round by round, can be turned into JSON between any two, and
 * goes on in another process from that JSON.
 *
 * Specification 2026-07-28, basic/patterns/mrtr "Basic Workflow".
 */
import type { InputRequests, InputResponses, InterimMethod, ResultOf } from '@mrtr/types';
import type { SavedCall } from './saved-call.js';

/** One round that waits for its answers. */
export interface PendingRound {
  /** The number of the round, from 1. */
  readonly number: number;
  /** What the server asks, under its own keys; empty where it only wants to be called again after a pause. */
  readonly requests: InputRequests;
  /** True when the server asks nothing: going on with the loop waits and calls again. */
  readonly waiting: boolean;
  /**
   * Gives answers, all at once or some at a time. The next round sends them; the server asks again for what it misses.
   * @throws {ClientError} `invalid_answer`, naming the key and the field. None of the given answers is taken then.
   */
  answer(responses: InputResponses): void;
  /**
   * Has the client's callbacks answer whatever has no answer yet.
   * @throws {ClientError} `no_callback`, `callback_failed` or `invalid_answer`, naming the key.
   */
  answerWithCallbacks(): Promise<void>;
}

/**
 * A call under way, made by `client.begin` and `client.resume`. Iterate its rounds, or let `run` answer them with the
 * client's callbacks. Leaving the loop early keeps the call as it stands.
 */
export interface PendingCall<M extends InterimMethod = InterimMethod> extends AsyncIterable<PendingRound> {
  readonly method: M;
  /** The number of the round that is open; 0 before the first request. */
  readonly round: number;
  /** True once the result is there. */
  readonly finished: boolean;
  /**
   * The result, once the rounds are through. While a loop runs it settles with that loop; with no loop running it
   * rejects as `unfinished` rather than waiting for nothing.
   */
  readonly result: Promise<ResultOf<M>>;
  /**
   * Answers the rounds that are left with the client's callbacks.
   * @throws {ClientError} as `client.callTool` does, and `call_busy` inside a loop over this call.
   */
  run(): Promise<ResultOf<M>>;
  /** Yields each round that waits for answers, and ends with the call. One loop at a time. */
  [Symbol.asyncIterator](): AsyncGenerator<PendingRound, void, undefined>;
  /**
   * The call as plain data, between any two rounds: `JSON.stringify(call)`. Answers that were given and not yet sent
   * are not in it. While a request is under way it is the call as it was before that request.
   * @throws {ClientError} `call_finished`
   */
  toJSON(): SavedCall<M>;
}

/** Pending calls of all methods, told apart by `method`. */
export type AnyPendingCall = { [M in InterimMethod]: PendingCall<M> }[InterimMethod];
