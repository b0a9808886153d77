/** The edge: whether what a channel parsed is a request at all (Specification 2026-07-28, basic/index "Messages"). */
import { ErrorCode, isRequestId, type JsonRpcRequest, ProtocolError, type RequestId } from '@mrtr/types';

/**
 * The request, or `undefined` for a notification, which is not answered.
 * @throws {ProtocolError} -32600 for anything else, a batch among it.
 */
export function readMessage(message: unknown): JsonRpcRequest | undefined {
  if (typeof message !== 'object' || message === null) throw invalid('a message is a JSON object');
  if (Array.isArray(message)) throw invalid('batches are not supported, send one message at a time');
  const { jsonrpc, id, method, params } = message as Record<string, unknown>;
  if (jsonrpc !== '2.0') throw invalid('"jsonrpc" must be "2.0"');
  if (typeof method !== 'string') throw invalid('"method" must be a string');
  if (params !== undefined && (typeof params !== 'object' || params === null || Array.isArray(params))) {
    throw invalid('"params" must be an object');
  }
  if (id === undefined) return undefined;
  if (!isRequestId(id)) throw invalid('"id" must be a string or an integer');
  return message as JsonRpcRequest;
}

/** The id of a message that may not be a request, for its error response. */
export function readId(message: unknown): RequestId | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  const { id } = message as { id?: unknown };
  return isRequestId(id) ? id : undefined;
}

function invalid(problem: string): ProtocolError {
  return new ProtocolError(ErrorCode.InvalidRequest, `Invalid request: ${problem}`);
}
