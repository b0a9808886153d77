/**
 * Has the registered callbacks answer the questions of one round.
 *
 * Specification 2026-07-28, basic/patterns/mrtr "Client Requirements", client/elicitation "User Interaction Model": who
 * asks, and for what, is told with every question.
 */
import type { Implementation, InputResponse, InputResponses, InterimMethod } from '@mrtr/types';
import { answerRound, type LazySignal } from './answer-round.js';
import { checkAnswer } from './answers.js';
import { argumentsOf, type Call } from './call.js';
import type { Ask, Callbacks } from './callbacks.js';
import type { FlowScope } from './flow-scope.js';
import type { Question } from './questions.js';
import { requireCallbacks, runCallback } from './run-callback.js';

/** What is asked, and on whose behalf. */
export interface AskedRound {
  readonly call: Call;
  readonly round: number;
  readonly questions: readonly Question[];
  readonly server: Implementation | undefined;
}

/** Nobody is asked unless all can be. */
export function askRound(
  { call, round, questions, server }: AskedRound,
  callbacks: Callbacks,
  concurrency: number,
  scope: FlowScope,
): Promise<InputResponses> {
  requireCallbacks(questions, callbacks);
  const method = call.method as InterimMethod;
  const common = { server, method, target: call.target ?? '', arguments: argumentsOf(call), round };
  return answerRound(questions, concurrency, scope, async (question, unwanted): Promise<InputResponse> =>
    checkAnswer(question, await runCallback(question, callbacks, askOf(common, question.key, unwanted))),
  );
}

/** What a callback is told. Its signal is made when it is first read, and copying the object reads it. */
function askOf(common: Omit<Ask, 'key' | 'signal'>, key: string, unwanted: LazySignal): Ask {
  return Object.defineProperty({ key, ...common } as Ask, 'signal', {
    enumerable: true,
    get: () => unwanted.signal,
  });
}
