/**
 * Why a call ended before its result, as far as the caller is told: the one who called can do something about it, or has
 * to know that nobody can.
 *
 * A tool has a result for that, which the model reads (Specification 2026-07-28, server/tools "Error Handling"); prompts
 * and resources have only errors (basic/index "Error Codes").
 */
import { ErrorCode, ProtocolError } from '@mrtr/types';
import { ServerError, type ServerErrorCode } from '../server-error.js';
import { toolError, type ToolErrorResult } from './tool-result.js';

/** The endings that the caller is told, and the error that they are where there is no result for them. */
const TOLD: Partial<Record<ServerErrorCode, number>> = {
  unfit_answer: ErrorCode.InvalidParams,
  declined: ErrorCode.InvalidParams,
  resolver_failed: ErrorCode.InternalError,
  unstable_question: ErrorCode.InternalError,
  mixed_forms: ErrorCode.InternalError,
};

/** What the model can read of a failure. Errors for the client or for the server's author go their own way. */
export function asToolError(error: unknown): ToolErrorResult {
  if (error instanceof ProtocolError) throw error;
  if (!(error instanceof ServerError)) return toolError(reasonOf(error) ?? 'The tool failed.');
  if (TOLD[error.code] === undefined) throw error;
  const reason = error.code === 'resolver_failed' ? reasonOf(error.cause) : undefined;
  return toolError(reason === undefined ? error.message : `${error.message}: ${reason}`);
}

/** A function whose endings are protocol errors. What a resolver threw stays on this side. */
export function toldAsProtocolError<A extends readonly unknown[], R>(
  run: (...args: A) => Promise<R>,
): (...args: A) => Promise<R> {
  return async (...args) => {
    try {
      return await run(...args);
    } catch (error) {
      const code = error instanceof ServerError ? TOLD[error.code] : undefined;
      throw code === undefined ? error : new ProtocolError(code, (error as ServerError).message);
    }
  };
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof Error) return error.message;
  return typeof error === 'string' ? error : undefined;
}
