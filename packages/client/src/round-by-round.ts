/**
 * Drives a pending call one leg at a time, and keeps it in a shape that can be saved whenever nothing is under way.
 *
 * Specification 2026-07-28, basic/patterns/mrtr "Basic Workflow".
 */
import type { InputResponse, InputResponses, InterimMethod, ResultOf } from '@mrtr/types';
import { checkAnswer } from './answers.js';
import { AwaitedResult } from './awaited-result.js';
import { type Call, describe } from './call.js';
import { ClientError, quote } from './client-error.js';
import { deepFreeze } from './deep-freeze.js';
import type { FlowRunner } from './flow-runner.js';
import type { FlowScope } from './flow-scope.js';
import type { Interim } from './interim.js';
import type { JsonRecord } from './json-guards.js';
import type { CallOptions } from './options.js';
import type { PendingCall, PendingRound } from './pending-call.js';
import { type LegHooks, nextLeg, type Position, type RoundLimits, runRounds, startAt } from './round-loop.js';
import { saveCall } from './save-call.js';
import type { SavedCall } from './saved-call.js';

type Hooks = LegHooks<JsonRecord, Interim, InputResponses>;

/** A pending call of one client. */
export class RoundByRound<M extends InterimMethod> implements PendingCall<M> {
  readonly method: M;
  readonly #call: Call<M>;
  readonly #runner: FlowRunner;
  readonly #options: CallOptions;
  readonly #limits: RoundLimits;
  #position: Position<Interim>;
  #answers: Map<string, InputResponse> | undefined;
  #active: FlowScope | undefined;
  #result: ResultOf<M> | undefined;
  #failure: { readonly reason: unknown } | undefined;
  #awaited: AwaitedResult<ResultOf<M>> | undefined;

  /** @param interim what the round left open, for a call that was saved. */
  constructor(runner: FlowRunner, call: Call<M>, options: CallOptions, round = 0, interim?: Interim) {
    deepFreeze(call.params);
    this.method = call.method;
    this.#call = call;
    this.#runner = runner;
    this.#options = options;
    this.#limits = runner.limits(options);
    this.#position = startAt(this.#limits, round, interim);
  }

  get round(): number {
    return this.#position.round;
  }

  get finished(): boolean {
    return this.#result !== undefined;
  }

  get result(): Promise<ResultOf<M>> {
    if (this.#result !== undefined) return Promise.resolve(this.#result);
    if (this.#active === undefined) return Promise.reject(this.#reason());
    this.#awaited ??= new AwaitedResult<ResultOf<M>>();
    return this.#awaited.promise;
  }

  async run(): Promise<ResultOf<M>> {
    if (this.#result !== undefined) return this.#result;
    const scope = this.#open();
    try {
      const hooks = this.#runner.hooks(this.#call, this.#options, scope);
      const result = await runRounds<JsonRecord, Interim, InputResponses>(this.#position, this.#limits, {
        ...hooks,
        onRound: (position) => {
          this.#moveTo(position);
          this.#runner.show(position, this.#options);
        },
        tooManyRounds: (position) => this.#tooManyRounds(position, hooks),
      });
      return this.#finish(result);
    } catch (error) {
      throw this.#fail(error);
    } finally {
      this.#close(scope);
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<PendingRound, void, undefined> {
    if (this.#result !== undefined) return;
    const scope = this.#open();
    try {
      if (this.#position.interim === undefined) await this.#next(scope);
      while (this.#result === undefined) {
        this.#runner.show(this.#position, this.#options);
        yield this.#openRound(scope);
        await this.#next(scope);
      }
    } catch (error) {
      throw this.#fail(error);
    } finally {
      this.#close(scope);
    }
  }

  toJSON(): SavedCall<M> {
    if (this.#result !== undefined) {
      throw new ClientError('call_finished', `${describe(this.#call)} has finished; there is nothing left to save`);
    }
    return saveCall(this.#call, this.#position);
  }

  #open(): FlowScope {
    if (this.#active !== undefined) {
      throw new ClientError('call_busy', `${describe(this.#call)} is being run already; use one loop at a time`);
    }
    const scope = this.#runner.open(this.#call, this.#options);
    this.#active = scope;
    this.#failure = undefined;
    // Each loop has the rounds of the limits before it.
    this.#position = startAt(this.#limits, this.#position.round, this.#position.interim);
    return scope;
  }

  #close(scope: FlowScope): void {
    this.#active = undefined;
    this.#runner.release(scope);
    if (this.#result === undefined) this.#awaited?.reject(this.#reason());
    this.#awaited = undefined;
  }

  /** Sends the next leg with the answers of this round. */
  async #next(scope: FlowScope): Promise<void> {
    scope.throwIfEnded();
    const hooks = this.#runner.legHooks(this.#call, this.#options, scope);
    const answers = this.#takeAnswers();
    const step = await nextLeg<JsonRecord, Interim, InputResponses>(this.#position, answers, this.#limits, {
      ...hooks,
      tooManyRounds: (position) => this.#tooManyRounds(position, hooks),
    });
    if (step.done) this.#finish(step.result);
    else this.#moveTo(step.position);
  }

  #takeAnswers(): InputResponses | undefined {
    const { interim, round } = this.#position;
    if (interim === undefined || interim.waiting) return undefined;
    if (this.#answers !== undefined) return Object.fromEntries(this.#answers);
    throw new ClientError(
      'unanswered',
      `Round ${round} of ${describe(this.#call)} has no answer; call round.answer before going on, or break out of the loop`,
    );
  }

  #moveTo(position: Position<Interim>): void {
    this.#position = position;
    this.#answers = undefined;
  }

  /** The round over the limit is open all the same: another loop, or another process, may go on with it. */
  #tooManyRounds(position: Position<Interim>, hooks: Pick<Hooks, 'tooManyRounds'>): Error {
    this.#moveTo(position);
    return hooks.tooManyRounds(position);
  }

  #finish(result: JsonRecord): ResultOf<M> {
    const typed = result as unknown as ResultOf<M>;
    this.#result = typed;
    this.#awaited?.resolve(typed);
    return typed;
  }

  #fail(error: unknown): unknown {
    this.#failure = { reason: error };
    return error;
  }

  /** Why there is no result. */
  #reason(): unknown {
    return this.#failure === undefined ? unfinished(this.#call) : this.#failure.reason;
  }

  #openRound(scope: FlowScope): PendingRound {
    const position = this.#position;
    const { interim, round } = position;
    if (interim === undefined) throw unfinished(this.#call);
    const take = (key: string, answer: InputResponse): void => {
      if (this.#position !== position) {
        throw new ClientError('invalid_answer', `Round ${round} is over; answer the one that the loop gave last`, {
          key,
        });
      }
      (this.#answers ??= new Map()).set(key, answer);
    };
    return {
      number: round,
      requests: interim.inputRequests,
      waiting: interim.waiting,
      answer: (responses) => {
        const checked = Object.keys(responses).map((key) => [key, checkFor(interim, key, responses[key])] as const);
        if (this.#position === position) this.#answers ??= new Map();
        for (const [key, answer] of checked) take(key, answer);
      },
      answerWithCallbacks: async () => {
        const open = interim.questions.filter(({ key }) => !this.#answers?.has(key));
        if (open.length === 0) return;
        const answers = await this.#runner.answer(this.#call, interim, round, scope, open);
        for (const { key } of open) take(key, answers[key] as InputResponse);
      },
    };
  }
}

function checkFor(interim: Interim, key: string, response: unknown): InputResponse {
  const question = interim.questions.find((asked) => asked.key === key);
  if (question !== undefined) return checkAnswer(question, response);
  throw new ClientError('invalid_answer', `The server did not ask ${quote(key)} in this round`, { key });
}

function unfinished(call: Call): ClientError {
  return new ClientError(
    'unfinished',
    `${describe(call)} has no result yet; iterate its rounds, or let run() answer them with the client's callbacks`,
  );
}
