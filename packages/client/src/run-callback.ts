/**
 * From a question to the callback that answers it.
 *
 * Specification 2026-07-28, client/elicitation, client/sampling, client/roots "Error Handling": a refusal ends the call on
 * this side, and the server is told nothing.
 */
import type { Ask, Callbacks } from './callbacks.js';
import { ClientError, quote } from './client-error.js';
import type { Question } from './questions.js';

const CALLBACK_OF = { form: 'onElicit', url: 'onElicitUrl', sampling: 'onSample', roots: 'onListRoots' } as const;

/**
 * Makes sure that every question has a callback, before any is asked.
 * @throws {ClientError} `no_callback`, naming the key.
 */
export function requireCallbacks(questions: readonly Question[], callbacks: Callbacks): void {
  for (const { kind, key } of questions) {
    const name = CALLBACK_OF[kind];
    if (callbacks[name] !== undefined) continue;
    throw new ClientError(
      'no_callback',
      `The server asks ${quote(key)}, and no ${name} callback is registered; register one, or answer with client.begin`,
      { key },
    );
  }
}

/**
 * Runs the callback that a question belongs to. Its answer is not checked yet.
 * @throws {ClientError} `callback_failed`, with what the callback threw as its cause.
 */
export async function runCallback(question: Question, callbacks: Callbacks, ask: Ask): Promise<unknown> {
  try {
    switch (question.kind) {
      case 'form':
        return await callbacks.onElicit?.(question.params, ask);
      case 'url':
        return await callbacks.onElicitUrl?.(question.params, ask);
      case 'sampling':
        return await callbacks.onSample?.(question.params, ask);
      case 'roots':
        return await callbacks.onListRoots?.(ask);
    }
  } catch (cause) {
    const { key, kind } = question;
    throw new ClientError(
      'callback_failed',
      `The ${CALLBACK_OF[kind]} callback for ${quote(key)} failed; see the cause`,
      {
        key,
        cause,
      },
    );
  }
}
