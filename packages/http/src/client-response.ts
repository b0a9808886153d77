/**
 * From an HTTP response to the JSON-RPC response it carries.
 *
 * Specification 2026-07-28, basic/transports/streamable-http: JSON or a stream for a success, and JSON again for an error
 * that the server explains.
 */
import { readResponse, type SendOptions, TransportError } from '@mrtr/transport';
import type { JsonRpcRequest, JsonRpcResponse } from '@mrtr/types';
import { discard, readText } from './client-body.js';
import { parseJson, readEventStream } from './client-stream.js';

/** @throws {TransportError} where there is no response to be had from it. */
export async function readHttpResponse(
  response: Response,
  request: JsonRpcRequest,
  options: SendOptions,
  maxBytes: number,
): Promise<JsonRpcResponse> {
  const type = mediaType(response);
  if (!response.ok) return (await readError(response, type, request, maxBytes)) ?? refused(response);
  if (type === 'text/event-stream') return readEventStream(response, request.id, options.onNotification, maxBytes);
  if (type === 'application/json') return readResponse(parseJson(await readText(response, maxBytes)), request.id);
  discard(response);
  throw new TransportError(
    'invalid_response',
    `The server answered ${response.status} with neither JSON nor an event stream; is this the URL of an MCP endpoint?`,
  );
}

/** The JSON-RPC error that explains the status, if there is one. What else the body says is nobody's business. */
async function readError(
  response: Response,
  type: string,
  request: JsonRpcRequest,
  maxBytes: number,
): Promise<JsonRpcResponse | undefined> {
  if (type !== 'application/json') return undefined;
  try {
    const explained = readResponse(parseJson(await readText(response, maxBytes)), request.id);
    return 'error' in explained ? explained : undefined;
  } catch {
    // The status is what the caller gets to know then.
    return undefined;
  }
}

function refused(response: Response): never {
  discard(response);
  if (response.type === 'opaqueredirect') {
    throw new TransportError('http_status', 'The server redirects, and this platform does not say where; use the URL it leads to');
  }
  throw new TransportError('http_status', `The server answered with HTTP status ${response.status}`, {
    status: response.status,
  });
}

function mediaType(response: Response): string {
  const [type = ''] = (response.headers.get('content-type') ?? '').split(';');
  return type.trim().toLowerCase();
}
