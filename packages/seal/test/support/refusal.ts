/** Runs something that must be refused, and says with which reason or code. */
import { InvalidRequestStateError, SealError, type RejectionReason, type SealErrorCode } from '@mrtr/seal';

/** The reason of the refusal, or 'accepted'. Any other error is a failure of the test. */
export async function reasonOf(open: () => unknown): Promise<RejectionReason | 'accepted'> {
  try {
    await open();
    return 'accepted';
  } catch (error) {
    if (!(error instanceof InvalidRequestStateError)) throw error;
    return error.reason;
  }
}

/** The error that a wrong use throws. */
export async function sealErrorOf(use: () => unknown): Promise<SealError> {
  try {
    await use();
  } catch (error) {
    if (error instanceof SealError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

export async function codeOf(use: () => unknown): Promise<SealErrorCode> {
  return (await sealErrorOf(use)).code;
}

/** What comes of a computation that throws for what it refuses. */
export function outcomeOf<Result>(compute: () => Result): Result | 'refused' {
  try {
    return compute();
  } catch {
    return 'refused';
  }
}
