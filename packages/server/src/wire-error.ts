/**
 * What of a failure reaches the client, decided in one place: a `ProtocolError` as it is, a refused state as the one
 * frozen error, anything else as a bare -32603.
 */
import { InvalidRequestStateError } from '@mrtr/seal';
import { ErrorCode, type JsonRpcErrorResponse, ProtocolError, type RequestId } from '@mrtr/types';

type WireError = JsonRpcErrorResponse['error'];

/** The answer to every `requestState` that fails, whatever the reason: an attacker learns nothing from it. */
const INVALID_REQUEST_STATE: WireError = Object.freeze({
  code: ErrorCode.InvalidParams,
  message: 'Invalid or expired requestState',
});

const INTERNAL_ERROR: WireError = Object.freeze({ code: ErrorCode.InternalError, message: 'Internal error' });

/** The error response for what was thrown. `hidden` is called with what is not told to the client. */
export function errorResponse(
  id: RequestId | undefined,
  thrown: unknown,
  hidden: (error: unknown) => void,
): JsonRpcErrorResponse {
  return { jsonrpc: '2.0', ...(id === undefined ? undefined : { id }), error: wireError(thrown, hidden) };
}

function wireError(thrown: unknown, hidden: (error: unknown) => void): WireError {
  if (thrown instanceof ProtocolError) {
    const { code, message, data } = thrown;
    return data === undefined ? { code, message } : { code, message, data };
  }
  if (thrown instanceof InvalidRequestStateError) return INVALID_REQUEST_STATE;
  hidden(thrown);
  return INTERNAL_ERROR;
}
