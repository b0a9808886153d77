/**
 * The HTTP status of a JSON-RPC response.
 *
 * Specification 2026-07-28, basic/transports/streamable-http "Request Metadata" and basic/index "Per-request protocol
 * fields": a request that is wrong in itself is a 400, an unknown method a 404; what went wrong in answering a sound
 * request is the payload of a 200.
 */
import { ErrorCode, type JsonRpcResponse } from '@mrtr/types';

/** @param metaComplete whether the request carried its required `_meta` fields: -32602 is a 400 only without them. */
export function statusOf(response: JsonRpcResponse, metaComplete: boolean): number {
  if (!('error' in response)) return 200;
  switch (response.error.code) {
    case ErrorCode.ParseError:
    case ErrorCode.InvalidRequest:
    case ErrorCode.HeaderMismatch:
    case ErrorCode.MissingRequiredClientCapability:
    case ErrorCode.UnsupportedProtocolVersion:
      return 400;
    case ErrorCode.MethodNotFound:
      return 404;
    case ErrorCode.InvalidParams:
      return metaComplete ? 200 : 400;
    default:
      return 200;
  }
}
