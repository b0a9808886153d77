/**
 * Schemas of the JSON-RPC envelopes, and the three helpers that put a method's own parts into one.
 *
 * Specification 2026-07-28, basic/index "Messages". They describe this revision, where a result has its `resultType`;
 * the guards of `jsonrpc.ts` are cheaper and hold in both eras.
 */
import * as z from 'zod/mini';
import { AnyMapSchema } from './map-of.js';
import {
  JSONRPC_VERSION,
  type JsonRpcErrorResponse,
  type JsonRpcMessage,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
} from './jsonrpc.js';
import { IntegerSchema } from './numbers.js';
import { RequestIdSchema } from './request-id.js';
import { ResultSchema } from './result.js';

const version = z.literal(JSONRPC_VERSION);
const anyParams = z.optional(AnyMapSchema);

/** A method and its parameters, without an envelope. */
export type Request = z.infer<typeof RequestSchema>;
export const RequestSchema = z.object({ method: z.string(), params: anyParams });

/** A notification's method and its parameters, without an envelope. */
export type Notification = z.infer<typeof NotificationSchema>;
export const NotificationSchema = z.object({ method: z.string(), params: anyParams });

/** The error of a failed request. */
export type ErrorObject = z.infer<typeof ErrorObjectSchema>;
export const ErrorObjectSchema = z.object({
  /** One of `ErrorCode`, or an application's own outside -32768 … -32000. */
  code: IntegerSchema,
  /** One short sentence. */
  message: z.string(),
  /** Anything more that the receiver may read. */
  data: z.optional(z.unknown()),
});

/** A `JsonRpcRequest`. */
export const JsonRpcRequestSchema: z.ZodMiniType<JsonRpcRequest> = request(z.string(), anyParams);
/** A `JsonRpcNotification`. */
export const JsonRpcNotificationSchema: z.ZodMiniType<JsonRpcNotification> = notification(z.string(), anyParams);
/** A `JsonRpcResultResponse` of this revision: its result has a `resultType`. */
export const JsonRpcResultResponseSchema = response(ResultSchema);
/** A `JsonRpcErrorResponse`. */
export const JsonRpcErrorResponseSchema: z.ZodMiniType<JsonRpcErrorResponse> = failure(ErrorObjectSchema);
/** A `JsonRpcResponse`. */
export const JsonRpcResponseSchema: z.ZodMiniType<JsonRpcResponse> = z.union([
  JsonRpcResultResponseSchema,
  JsonRpcErrorResponseSchema,
]);
/** A `JsonRpcMessage`. */
export const JsonRpcMessageSchema: z.ZodMiniType<JsonRpcMessage> = z.union([
  JsonRpcRequestSchema,
  JsonRpcNotificationSchema,
  JsonRpcResultResponseSchema,
  JsonRpcErrorResponseSchema,
]);

/** The schema of one method's request. */
export function request<M extends z.ZodMiniType<string>, P extends z.ZodMiniType>(method: M, params: P) {
  return z.object({ jsonrpc: version, id: RequestIdSchema, method, params });
}

/** The schema of one method's notification. */
export function notification<M extends z.ZodMiniType<string>, P extends z.ZodMiniType>(method: M, params: P) {
  return z.object({ jsonrpc: version, method, params });
}

/** The schema of a response with a result of one kind. */
export function response<R extends z.ZodMiniType>(result: R) {
  return z.object({ jsonrpc: version, id: RequestIdSchema, result });
}

/** The schema of a response with an error of one kind. */
export function failure<E extends z.ZodMiniType>(error: E) {
  return z.object({ jsonrpc: version, id: z.optional(RequestIdSchema), error });
}
