/**
 * Reads what comes back from the other side: is it a JSON-RPC response, and to this request?
 *
 * Specification 2026-07-28, basic/index "Responses".
 */
import { isRecord, type JsonRpcResponse, type RequestId } from '@mrtr/types';
import { TransportError } from './transport-error.js';

/**
 * Takes a message as the response to the request of this id. An error response may lack the id, where the other side
 * couldn't read it.
 * @throws {TransportError} `invalid_response` for anything else, saying what is wrong with it.
 */
export function readResponse(message: unknown, id: RequestId): JsonRpcResponse {
  if (!isRecord(message) || message['jsonrpc'] !== '2.0') throw invalid('not a JSON-RPC 2.0 message');
  const hasResult = Object.hasOwn(message, 'result');
  const hasError = Object.hasOwn(message, 'error');
  if (hasResult === hasError) throw invalid('neither one result nor one error');
  if (hasError && !isWireError(message['error'])) throw invalid('an error without an integer code and a message');
  if (hasResult && !isRecord(message['result'])) throw invalid('a result that is not an object');
  if (message['id'] === id) return message as unknown as JsonRpcResponse;
  if (hasError && (message['id'] === undefined || message['id'] === null)) {
    return { jsonrpc: '2.0', error: message['error'] as { code: number; message: string; data?: unknown } };
  }
  throw invalid('a response to another request');
}

function isWireError(error: unknown): boolean {
  return isRecord(error) && Number.isInteger(error['code']) && typeof error['message'] === 'string';
}

function invalid(what: string): TransportError {
  return new TransportError('invalid_response', `The other side answered with ${what}`);
}
