/** Asks the app's `authenticate`, and turns what it throws into the response that says so. */
import type { AuthInfo } from '@mrtr/transport';
import { ErrorCode } from '@mrtr/types';
import { AuthRefusal } from './auth-refusal.js';
import type { Authenticate, AuthRequest } from './options.js';
import { Refusal } from './refusal.js';

/** The caller, or the refusal. Never rejects. */
export async function authenticate(
  ask: Authenticate,
  request: AuthRequest,
  onError: (error: unknown) => void,
): Promise<AuthInfo | undefined | Refusal> {
  try {
    return await ask(request);
  } catch (error) {
    if (error instanceof AuthRefusal) {
      // No body: a client looks for the challenge, and must not take this for the server's answer to its message.
      return new Refusal(error.code === 'forbidden' ? 403 : 401, '', { 'WWW-Authenticate': error.challenge });
    }
    onError(error);
    return Refusal.of(500, ErrorCode.InternalError, 'Internal error');
  }
}
