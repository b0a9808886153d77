/** The channel as a web-standard handler: for Hono, Deno, Bun, workers, and whatever else speaks `Request`. */
import type { Exchanger } from '@mrtr/transport';
import { endpointOf } from './endpoint.js';
import type { HttpOptions } from './options.js';
import { WebCall } from './web-call.js';

/** Answers requests. */
export interface HttpHandler {
  (request: Request): Promise<Response>;
  /** Ends the sessions of earlier revisions, and opens no more. Other requests are answered as before. Safe to call twice. */
  close(): void;
}

/**
 * Serves MCP on whatever path it is mounted at. The handler answers every request; it rejects only for a request whose
 * body can't be read, because it was read before or because the client has gone.
 * @throws {RangeError | TypeError} for an option that is out of its range.
 */
export function httpHandler(server: Exchanger, options: HttpOptions = {}): HttpHandler {
  const endpoint = endpointOf(server, options);
  const handle = (request: Request): Promise<Response> => new WebCall(endpoint, request).response();
  return Object.assign(handle, { close: () => endpoint.sessions?.close() });
}
