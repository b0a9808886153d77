/** Sound requests, and the headers that go with them. */
import type { JsonRpcRequest } from '@mrtr/types';

const VERSION = '2026-07-28';

export const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

export function requestOf(
  method: string,
  params: Record<string, unknown> = {},
  id: string | number = 1,
): JsonRpcRequest {
  return { jsonrpc: '2.0', id, method, params: { _meta: META, ...params } };
}

export function callOf(name: string, args: unknown = {}, id: string | number = 1): JsonRpcRequest {
  return requestOf('tools/call', { name, arguments: args }, id);
}

/** The headers that a client sends with a request; a change of `undefined` leaves one out. */
export function headersOf(
  request: JsonRpcRequest,
  changes: Record<string, string | undefined> = {},
): Record<string, string> {
  const name = request.params?.['name'] ?? request.params?.['uri'];
  const headers: Record<string, string | undefined> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': VERSION,
    'mcp-method': request.method,
    'mcp-name': typeof name === 'string' ? name : undefined,
    ...changes,
  };
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
