/**
 * JSON-RPC 2.0 as MCP narrows it: ids are strings or integers and never null, there are no batches.
 *
 * Specification 2026-07-28, basic/index "Messages". The guards here are plain code for the hot path; they look at the
 * envelope alone and hold in both eras.
 */
import { isRecord } from './record.js';
import type { RequestId } from './request-id.js';

/** The value of every message's `jsonrpc` member. */
export const JSONRPC_VERSION = '2.0';

/** A request: a message that has an answer. */
export interface JsonRpcRequest {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/** A notification: a message that has none. */
export interface JsonRpcNotification {
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/** The answer of a request that succeeded. */
export interface JsonRpcResultResponse {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly result: Readonly<Record<string, unknown>>;
}

/** The answer of a request that failed. The id is absent where it could not be read. */
export interface JsonRpcErrorResponse {
  readonly jsonrpc: '2.0';
  readonly id?: RequestId | undefined;
  readonly error: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** The answer of a request. */
export type JsonRpcResponse = JsonRpcResultResponse | JsonRpcErrorResponse;

/** Anything that may cross the wire. */
export type JsonRpcMessage = JsonRpcRequest | JsonRpcNotification | JsonRpcResponse;

/** True for the envelope of a request; `params` is only known to be an object. */
export function isJsonRpcRequest(message: unknown): message is JsonRpcRequest {
  return isRecord(message) && isCall(message) && isRequestId(message['id']);
}

/** True for the envelope of a notification, which has no id at all: `id: null` makes it neither this nor a request. */
export function isJsonRpcNotification(message: unknown): message is JsonRpcNotification {
  return isRecord(message) && isCall(message) && message['id'] === undefined;
}

/**
 * True for the envelope of a response with exactly one of `result` and `error`.
 * It says nothing of `resultType`, which servers of older revisions do not send.
 */
export function isJsonRpcResponse(message: unknown): message is JsonRpcResponse {
  return isJsonRpcResultResponse(message) || isJsonRpcErrorResponse(message);
}

/** True for the envelope of a response with a result. */
export function isJsonRpcResultResponse(message: unknown): message is JsonRpcResultResponse {
  return (
    isRecord(message) &&
    message['jsonrpc'] === JSONRPC_VERSION &&
    isRequestId(message['id']) &&
    isRecord(message['result']) &&
    message['error'] === undefined
  );
}

/** True for the envelope of a response with an error, with or without an id. */
export function isJsonRpcErrorResponse(message: unknown): message is JsonRpcErrorResponse {
  if (!isRecord(message) || message['jsonrpc'] !== JSONRPC_VERSION || message['result'] !== undefined) return false;
  const { id, error } = message;
  if (id !== undefined && !isRequestId(id)) return false;
  return isRecord(error) && Number.isInteger(error['code']) && typeof error['message'] === 'string';
}

/** True for a string or an integer that JSON carries exactly. */
export function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

/** What requests and notifications have in common. */
function isCall(message: Record<string, unknown>): boolean {
  const { jsonrpc, method, params } = message;
  return jsonrpc === JSONRPC_VERSION && typeof method === 'string' && (params === undefined || isRecord(params));
}
