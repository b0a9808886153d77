/**
 * What kind of question an input request is, and what it says to whoever answers.
 *
 * Specification 2026-07-28, basic/patterns/mrtr "Input Requests".
 */
import type { CreateMessageRequestParams, InputRequest } from '@mrtr/types';
import { quote } from './testing-error.js';

/** A form or a page for a person, a prompt for a model, or the roots of the client. */
export type QuestionKind = 'form' | 'url' | 'sampling' | 'roots';

/** Tells the kinds apart. */
export function kindOf(request: InputRequest): QuestionKind {
  if (request.method === 'roots/list') return 'roots';
  if (request.method === 'sampling/createMessage') return 'sampling';
  return request.params.mode === 'url' ? 'url' : 'form';
}

/** The message to the person, or what was said last to the model, as far as it is text. */
export function messageOf(request: InputRequest): string | undefined {
  if (request.method === 'roots/list') return undefined;
  return request.method === 'sampling/createMessage' ? lastText(request.params) : request.params.message;
}

function lastText({ messages }: CreateMessageRequestParams): string | undefined {
  const content = messages.at(-1)?.content;
  const texts = [content].flat().flatMap((block) => (block?.type === 'text' ? [block.text] : []));
  return texts.length === 0 ? undefined : texts.join('\n');
}

const NAMES = { form: 'a form', url: 'a page', sampling: 'a sample', roots: 'the roots' } as const;

/** The question in words, for a message. */
export function describe(request: InputRequest): string {
  const message = messageOf(request);
  return message === undefined ? NAMES[kindOf(request)] : `${NAMES[kindOf(request)]}, ${quote(message)}`;
}
