/**
 * What the standard request headers say of a message: the client writes them from it, the server compares them with it.
 *
 * Specification 2026-07-28, basic/transports/streamable-http "Request Metadata".
 */
import { type JsonRpcRequest, MetaKey, methodSpec } from '@mrtr/types';

/** The source of `MCP-Protocol-Version`, or `undefined` where the message has none. */
export function versionOf(request: JsonRpcRequest): string | undefined {
  const version = metaOf(request)?.[MetaKey.protocolVersion];
  return typeof version === 'string' ? version : undefined;
}

/** The source of `Mcp-Name`, or `undefined` for a method that has no such header. */
export function nameOf({ method, params }: JsonRpcRequest): string | undefined {
  const target = methodSpec(method)?.target;
  const name = target === undefined ? undefined : params?.[target];
  return typeof name === 'string' ? name : undefined;
}

/** Whether the request carries what every request must: its revision and the client's capabilities. */
export function hasRequiredMeta(request: JsonRpcRequest): boolean {
  const capabilities = metaOf(request)?.[MetaKey.clientCapabilities];
  return (
    versionOf(request) !== undefined &&
    typeof capabilities === 'object' &&
    capabilities !== null &&
    !Array.isArray(capabilities)
  );
}

function metaOf({ params }: JsonRpcRequest): Readonly<Record<string, unknown>> | undefined {
  const meta = params?.['_meta'];
  return typeof meta === 'object' && meta !== null ? (meta as Record<string, unknown>) : undefined;
}
