/**
 * Whether a question has its answer, or has to be asked. Each is asked once, and its answer counts for that very question
 * alone: another message, schema or URL under the same key is another question.
 *
 * Specification 2026-07-28, basic/patterns/mrtr: a missing answer is asked again.
 */
import { digestArguments } from '@mrtr/seal';
import type { InputRequest, InputResponse } from '@mrtr/types';
import { isFixed } from '../schema/requested-schema.js';
import type { Asked } from './progress.js';

/** What becomes of a question. */
export type Judgement =
  | { readonly kind: 'answered'; readonly entry: Asked; readonly answer: InputResponse }
  /** `changed` where an answer was discarded, since it answers what the question was before. */
  | { readonly kind: 'open'; readonly entry: Asked; readonly changed: boolean };

/**
 * @param before what is known of the key from the rounds before.
 * @param arrived the answer that came with this round, if the last one asked under the key.
 */
export function judgeQuestion(
  digest: string,
  before: Asked | undefined,
  arrived: InputResponse | undefined,
): Judgement {
  if (before?.digest === digest) {
    const answer = before.answer ?? arrived;
    return answer === undefined
      ? { kind: 'open', entry: before, changed: false }
      : { kind: 'answered', entry: { ...before, answer }, answer };
  }
  const changed = before !== undefined && (before.answer ?? arrived) !== undefined;
  const discarded = (before?.discarded ?? 0) + (changed ? 1 : 0);
  return { kind: 'open', entry: { digest, discarded, misfits: 0 }, changed };
}

/** 22 characters of base64url are 132 bits: what a key is bound to elsewhere, and half the length in every state. */
const DIGEST_LENGTH = 22;

/** The digests of forms that can't change, which are asked again and again, each with words of its own. */
const forms = new WeakMap<object, string>();

/** The digest of the exact question: its kind, its words, its schema. */
export function digestQuestion({ method, params }: InputRequest): string {
  if (method === 'elicitation/create' && params.mode === 'form' && Object.keys(params).length === 3) {
    const form = digestFixed(params.requestedSchema);
    // No other question has this text: the digest of a form has one length, and what is digested below is no text.
    if (form !== undefined) return digestOf(form + params.message);
  }
  return digestOf({ method, params });
}

function digestFixed(form: object): string | undefined {
  let known = forms.get(form);
  if (known === undefined && isFixed(form)) forms.set(form, (known = digestOf(form)));
  return known;
}

function digestOf(value: unknown): string {
  return digestArguments(value).slice(0, DIGEST_LENGTH);
}
