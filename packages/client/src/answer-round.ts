/**
 * Has the questions of one round answered concurrently. The first failure, or the end of the flow, settles the round
 * at once: the others see their signal abort, and what they still return is dropped.
 *
 * Specification 2026-07-28, basic/patterns/mrtr "Client Requirements": all inputs are there before the retry is sent.
 */
import type { InputResponse, InputResponses } from '@mrtr/types';
import type { FlowScope } from './flow-scope.js';
import type { Question } from './questions.js';

/** Answers one question; the signal aborts when the answer is no longer wanted. */
export type Answerer = (question: Question, signal: LazySignal) => Promise<InputResponse>;

/** Answers all questions, at most `concurrency` at a time, and keeps the order of their keys. */
export function answerRound(
  questions: readonly Question[],
  concurrency: number,
  scope: FlowScope,
  answer: Answerer,
): Promise<InputResponses> {
  return new Promise((resolve, reject) => {
    const answers: [string, InputResponse][] = questions.map(({ key }) => [key, undefined as never]);
    const unwanted = new LazySignal();
    let next = 0;
    let left = questions.length;
    let settled = false;
    const stop = (reason: unknown): void => {
      if (settled) return;
      settled = true;
      scope.unwatch(stop);
      reject(reason);
      unwanted.abort(reason);
    };
    const start = (): void => {
      const index = next++;
      const question = questions[index];
      if (question === undefined || settled) return;
      answer(question, unwanted).then((response) => {
        if (settled) return;
        answers[index] = [question.key, response];
        left -= 1;
        if (left > 0) return start();
        settled = true;
        scope.unwatch(stop);
        // Entries rather than assignments: a key may be `__proto__`.
        resolve(Object.fromEntries(answers));
      }, stop);
    };
    scope.watch(stop);
    for (let running = 0; running < concurrency && running < questions.length; running++) start();
  });
}

/** An abort signal that is made when somebody first looks at it: most callbacks never do. */
export class LazySignal {
  #controller: AbortController | undefined;
  #aborted = false;
  #reason: unknown;

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#aborted) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  abort(reason: unknown): void {
    this.#aborted = true;
    this.#reason = reason;
    this.#controller?.abort(reason);
  }
}
