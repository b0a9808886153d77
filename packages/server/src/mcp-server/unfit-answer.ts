/** Prompts and resources have no error that a model reads, so an answer that does not fit its question is -32602 there. */
import { ProtocolError } from '@mrtr/types';
import { ServerError } from '../server-error.js';

export function unfitAnswerAsInvalidParams<A extends readonly unknown[], R>(
  run: (...args: A) => Promise<R>,
): (...args: A) => Promise<R> {
  return async (...args) => {
    try {
      return await run(...args);
    } catch (error) {
      if (error instanceof ServerError && error.code === 'unfit_answer')
        throw ProtocolError.invalidParams(error.message);
      throw error;
    }
  };
}
