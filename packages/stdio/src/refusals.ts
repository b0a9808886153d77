/** What the server's end answers by itself (Specification 2026-07-28, basic/index "Error Codes"). */
import { MAX_JSON_DEPTH } from '@mrtr/transport';
import { ErrorCode, type JsonRpcErrorResponse, type RequestId } from '@mrtr/types';
import type { UnreadableLine } from './message-reader.js';

/** -32600, without an id where answering under it could be taken for the answer to another request. */
export function invalidRequest(problem: string, id?: RequestId): JsonRpcErrorResponse {
  return errorResponse(ErrorCode.InvalidRequest, `Invalid request: ${problem}`, id);
}

/** -32603 for a server that broke its contract, and nothing of the cause. */
export function internalError(id: RequestId | undefined): JsonRpcErrorResponse {
  return errorResponse(ErrorCode.InternalError, 'Internal error', id);
}

/** The answer to a line that is no message. */
export function unreadable({ reason }: UnreadableLine, maxLineBytes: number, id?: RequestId): JsonRpcErrorResponse {
  switch (reason) {
    case 'not_json':
      return errorResponse(ErrorCode.ParseError, 'Parse error: a line must be JSON in UTF-8');
    case 'too_large':
      return invalidRequest(`a line may have ${maxLineBytes} bytes at most`, id);
    case 'too_deep':
      return invalidRequest(`the JSON nests deeper than ${MAX_JSON_DEPTH} levels`, id);
  }
}

function errorResponse(code: number, message: string, id?: RequestId): JsonRpcErrorResponse {
  return { jsonrpc: '2.0', ...(id === undefined ? undefined : { id }), error: { code, message } };
}
