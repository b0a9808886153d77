/**
 * From the text of a body to the one message it must be.
 *
 * Specification 2026-07-28, basic/index "Messages" and basic/transports/streamable-http "Sending Messages": a single
 * request or notification; no batch, no response.
 */
import { nestsTooDeep } from '@mrtr/transport';
import { ErrorCode, isRequestId, type JsonRpcNotification, type JsonRpcRequest, type RequestId } from '@mrtr/types';
import { Refusal } from './refusal.js';

/** The request or notification in a body, or the refusal. Its parameters are for the server to check. */
export function readMessage(text: string): JsonRpcRequest | JsonRpcNotification | Refusal {
  if (nestsTooDeep(text)) return invalid('the JSON nests too deeply');
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
  if (typeof message !== 'object' || message === null) return invalid('a message is an object');
  if (Array.isArray(message)) return invalid('batches are not supported; send each message as a request of its own');
  const { jsonrpc, id, method } = message as Record<string, unknown>;
  const readableId = isRequestId(id) ? id : undefined;
  if (jsonrpc !== '2.0') return invalid('jsonrpc must be "2.0"', readableId);
  if (id !== undefined && readableId === undefined) return invalid('an id must be a string or an integer');
  if (typeof method === 'string') return message as JsonRpcRequest | JsonRpcNotification;
  if (Object.hasOwn(message, 'result') || Object.hasOwn(message, 'error')) {
    return invalid('this server asks nothing over this channel, so it takes no responses', readableId);
  }
  return invalid('a message needs a method', readableId);
}

/** The body was not UTF-8, or not JSON: a byte order mark is neither. */
export const NOT_JSON = Refusal.of(400, ErrorCode.ParseError, 'Parse error: the body must be JSON in UTF-8');

function invalid(problem: string, id?: RequestId): Refusal {
  return Refusal.of(400, ErrorCode.InvalidRequest, `Invalid request: ${problem}`, id);
}
