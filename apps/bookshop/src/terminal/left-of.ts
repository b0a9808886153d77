/** Whether an error means that the person left: what a callback throws is the cause of the client's own error. */
import { PersonLeft } from './terminal.js';

export function leftOf(error: unknown): PersonLeft | undefined {
  if (error instanceof PersonLeft) return error;
  return error instanceof Error && error.cause !== undefined ? leftOf(error.cause) : undefined;
}
