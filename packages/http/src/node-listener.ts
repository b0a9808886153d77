/** The channel as a listener of `node:http`, which Express, Fastify and others can mount too. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Exchanger } from '@mrtr/transport';
import { type Endpoint, endpointOf } from './endpoint.js';
import { NodeCall } from './node-call.js';
import type { HttpOptions } from './options.js';

/** Takes one request and answers it. Never throws. */
export interface NodeListener {
  (request: IncomingMessage, response: ServerResponse): void;
  /** Ends the sessions of earlier revisions, and opens no more. Other requests are answered as before. Safe to call twice. */
  close(): void;
}

/**
 * Serves MCP on whatever path it is mounted at, with the same rules as `httpHandler`.
 * @throws {RangeError | TypeError} for an option that is out of its range.
 */
export function nodeListener(server: Exchanger, options: HttpOptions = {}): NodeListener {
  return listenerOf(endpointOf(server, options));
}

/** A listener for an endpoint. */
export function listenerOf(endpoint: Endpoint): NodeListener {
  const listen = (request: IncomingMessage, response: ServerResponse): void =>
    new NodeCall(endpoint, request, response).start();
  return Object.assign(listen, { close: () => endpoint.sessions?.close() });
}
