/**
 * From the text of a body to the one message it must be.
 *
 * Specification 2026-07-28, basic/index "Messages" and basic/transports/streamable-http "Sending Messages": a single
 * request or notification; no batch, no response. Sessions of earlier revisions take more.
 */
import { nestsTooDeep } from '@mrtr/transport';
import {
  ErrorCode,
  isRequestId,
  type JsonRpcMessage,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type RequestId,
} from '@mrtr/types';
import { Refusal } from './refusal.js';

/** The JSON in a body, or the refusal. */
export function readBody(text: string): unknown {
  if (nestsTooDeep(text)) return invalid('the JSON nests too deeply');
  try {
    return JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
}

/** The request or notification that a body must be, or the refusal. Its parameters are for the server to check. */
export function checkMessage(message: unknown): JsonRpcRequest | JsonRpcNotification | Refusal {
  if (typeof message !== 'object' || message === null) return invalid('a message is an object');
  if (Array.isArray(message)) return invalid('batches are not supported; send each message as a request of its own');
  const { jsonrpc, id, method } = message as Record<string, unknown>;
  const readableId = isRequestId(id) ? id : undefined;
  if (jsonrpc !== '2.0') return invalid('jsonrpc must be "2.0"', readableId);
  if (id !== undefined && readableId === undefined) return invalid('an id must be a string or an integer');
  if (typeof method === 'string') return message as JsonRpcRequest | JsonRpcNotification;
  if (Object.hasOwn(message, 'result') || Object.hasOwn(message, 'error')) {
    return invalid('a response is taken in a session alone', readableId);
  }
  return invalid('a message needs a method', readableId);
}

/** Whether a message that has been checked is a request. */
export function isRequest(message: JsonRpcMessage): message is JsonRpcRequest {
  return 'method' in message && 'id' in message;
}

/** The body was not UTF-8, or not JSON: a byte order mark is neither. */
export const NOT_JSON = Refusal.of(400, ErrorCode.ParseError, 'Parse error: the body must be JSON in UTF-8');

function invalid(problem: string, id?: RequestId): Refusal {
  return Refusal.of(400, ErrorCode.InvalidRequest, `Invalid request: ${problem}`, id);
}
