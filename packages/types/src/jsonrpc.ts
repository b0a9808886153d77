/**
 * JSON-RPC 2.0 as MCP narrows it: ids are strings or integers and never null, there are no batches.
 *
 * Specification 2026-07-28, basic/index "Messages".
 */
import * as z from 'zod/mini';

/** A JSON value, as it crosses the wire. */
export type JsonValue = string | number | boolean | null | JsonObject | JsonValue[];
export type JsonObject = { [key: string]: JsonValue };

export const RequestIdSchema = z.union([z.string(), z.int()]);
/** Correlates a response with its request. */
export type RequestId = string | number;

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

export type JsonRpcResponse = JsonRpcResultResponse | JsonRpcErrorResponse;
export type JsonRpcMessage = JsonRpcRequest | JsonRpcNotification | JsonRpcResponse;
