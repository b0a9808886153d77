/** Sound messages. */
import type { JsonRpcNotification, JsonRpcRequest, RequestId } from '@mrtr/types';

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

export function requestOf(method: string, id: RequestId = 1, params: Record<string, unknown> = {}): JsonRpcRequest {
  return { jsonrpc: '2.0', id, method, params: { _meta: META, ...params } };
}

export function callOf(name: string, id: RequestId = 1, args: unknown = {}): JsonRpcRequest {
  return requestOf('tools/call', id, { name, arguments: args });
}

export function cancelOf(requestId: unknown, reason?: string): JsonRpcNotification {
  return { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId, ...(reason && { reason }) } };
}

export function progressOf(progressToken: RequestId, progress: number): JsonRpcNotification {
  return { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress } };
}

export function lineOf(message: unknown): string {
  return `${JSON.stringify(message)}\n`;
}
