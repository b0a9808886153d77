/**
 * Refuses a request whose headers and body disagree: whoever routed it by the one would have been misled by the other.
 *
 * Specification 2026-07-28, basic/transports/streamable-http "Server Validation".
 */
import { decodeHeaderValue } from '@mrtr/transport';
import type { JsonRpcRequest } from '@mrtr/types';
import { nameOf, versionOf } from './standard-headers.js';

/** The three standard headers as they arrived; `null` or `undefined` where one is missing. */
export interface StandardHeaders {
  readonly version: string | null | undefined;
  readonly method: string | null | undefined;
  readonly name: string | null | undefined;
}

/** A sentence on the first header that is missing, malformed or different, or `undefined` when all agree. */
export function checkStandardHeaders(request: JsonRpcRequest, headers: StandardHeaders): string | undefined {
  const { version, method } = headers;
  if (typeof version !== 'string') return 'the header MCP-Protocol-Version is missing';
  if (version !== versionOf(request)) return 'the header MCP-Protocol-Version differs from the version in _meta';
  if (typeof method !== 'string') return 'the header Mcp-Method is missing';
  if (method !== request.method) return 'the header Mcp-Method differs from the method';
  const name = nameOf(request);
  if (name === undefined || headers.name === name) return undefined;
  if (typeof headers.name !== 'string') return 'the header Mcp-Name is missing';
  const decoded = decodeHeaderValue(headers.name);
  if (decoded === undefined) return 'the header Mcp-Name is not well encoded';
  return decoded === name ? undefined : 'the header Mcp-Name differs from the name or uri in params';
}
