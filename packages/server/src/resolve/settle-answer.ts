/**
 * From an answer to what fills the parameter: a form's content validated and transformed by the schema that was asked, a
 * sample or the roots as they are, a refusal as one.
 *
 * Specification 2026-07-28, client/elicitation "Response Actions", client/sampling, client/roots.
 */
import type { ElicitResult, InputResponse } from '@mrtr/types';
import { isForm, type Question } from '../questions/questions.js';
import { describeIssues } from '../schema/standard-schema.js';

/** What came of an answer. */
export type Settlement =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly action: 'decline' | 'cancel' }
  /** The content does not fit the form, and why. */
  | { readonly kind: 'misfit'; readonly problem: string };

/** @param answer one of the question's kind, which was checked when it arrived. */
export function settleAnswer(question: Question, answer: InputResponse): Settlement | Promise<Settlement> {
  if (question.request.method !== 'elicitation/create') return { kind: 'value', value: answer };
  const { action, content } = answer as ElicitResult;
  if (action !== 'accept') return { kind: 'refused', action };
  // A page has no content: the person agreed to open it, no more.
  if (!isForm(question)) return { kind: 'value', value: undefined };
  const checked = question.schema['~standard'].validate(content ?? {});
  return checked instanceof Promise ? checked.then(settle) : settle(checked);
}

function settle(checked: { readonly issues?: undefined; readonly value: unknown } | Failed): Settlement {
  return checked.issues
    ? { kind: 'misfit', problem: describeIssues(checked.issues) }
    : { kind: 'value', value: checked.value };
}

type Failed = { readonly issues: Parameters<typeof describeIssues>[0] };

/** The same form with what was wrong with the last answer, for the person to read. */
export function askedAgain({ request }: Question, problem: string): Question['request'] {
  if (request.method !== 'elicitation/create') return request;
  const message = `${request.params.message}\n\nThe last answer did not fit: ${problem}`;
  return { method: 'elicitation/create', params: { ...request.params, message } };
}
