/**
 * The interim result, by which a handler says what it still needs.
 *
 * Specification 2026-07-28, basic/patterns/mrtr "InputRequiredResult".
 */
import type { InputRequest, InputRequests, InputRequiredResult } from '@mrtr/types';
import { ServerError } from '../server-error.js';
import { isQuestion, type Question } from './questions.js';

/**
 * An interim result that asks under the given keys. Return it from a tool, a prompt or a resource template; on the retry
 * read the answers under the same keys.
 * @param questions what to ask: `elicit(…)`, `elicitUrl(…)`, `sample(…)`, `listRoots()`, or input requests written by hand.
 * @param options.requestState what the handler wants to read again on the retry, in plain text. With no questions, the
 * client just calls again after a pause: the way to wait for something out of band.
 * @throws {ServerError} `invalid_interim_result` where there is neither a question nor a state.
 *
 * @example
 * return inputRequired({ region: elicit('Which region?', Region) }, { requestState: 'asked-region' });
 */
export function inputRequired(
  questions: Readonly<Record<string, Question | InputRequest>>,
  options: { readonly requestState?: string | undefined } = {},
): InputRequiredResult {
  const { requestState } = options;
  const asked = Object.entries(questions);
  if (asked.length === 0 && requestState === undefined) {
    throw new ServerError(
      'invalid_interim_result',
      'inputRequired needs at least one question, or a requestState to wait with.',
    );
  }
  return {
    resultType: 'input_required',
    ...(asked.length === 0 ? undefined : { inputRequests: requestsOf(asked) }),
    ...(requestState === undefined ? undefined : { requestState }),
  };
}

/** Keys are data: `Object.fromEntries` makes an own property even of `__proto__`. */
function requestsOf(asked: readonly (readonly [string, Question | InputRequest])[]): InputRequests {
  return Object.fromEntries(asked.map(([key, question]) => [key, isQuestion(question) ? question.request : question]));
}
