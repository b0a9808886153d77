/**
 * From an HTTP response to the JSON-RPC response it carries.
 *
 * Specification 2026-07-28, basic/transports/streamable-http: JSON or a stream for a success, and JSON again for an error
 * that the server explains.
 */
import { readResponse, TransportError } from '@mrtr/transport';
import type { JsonRpcResponse } from '@mrtr/types';
import { discard, readText } from './client-body.js';
import { parseJson, readEventStream, type Reading } from './client-stream.js';

/** @throws {TransportError} where there is no response to be had from it. */
export async function readHttpResponse(response: Response, reading: Reading): Promise<JsonRpcResponse> {
  const type = mediaType(response);
  if (!response.ok) return (await readError(response, type, reading)) ?? refused(response);
  if (type === 'text/event-stream') return readEventStream(response, reading);
  if (type === 'application/json') return readJson(response, reading);
  discard(response);
  throw new TransportError(
    'invalid_response',
    `The server answered ${response.status} with neither JSON nor an event stream; is this the URL of an MCP endpoint?`,
  );
}

async function readJson(response: Response, { id, maxBytes }: Reading): Promise<JsonRpcResponse> {
  return readResponse(parseJson(await readText(response, maxBytes)), id);
}

/** The JSON-RPC error that explains the status, if there is one. What else the body says is nobody's business. */
async function readError(response: Response, type: string, reading: Reading): Promise<JsonRpcResponse | undefined> {
  if (type !== 'application/json') return undefined;
  try {
    const explained = await readJson(response, reading);
    return 'error' in explained ? explained : undefined;
  } catch {
    // The status is what the caller gets to know then.
    return undefined;
  }
}

function refused(response: Response): never {
  discard(response);
  if (response.type === 'opaqueredirect') {
    throw new TransportError(
      'http_status',
      'The server redirects, and this platform does not say where; use the URL it leads to',
    );
  }
  throw new TransportError('http_status', `The server answered with HTTP status ${response.status}`, {
    status: response.status,
  });
}

function mediaType(response: Response): string {
  const [type = ''] = (response.headers.get('content-type') ?? '').split(';');
  return type.trim().toLowerCase();
}
