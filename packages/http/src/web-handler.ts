/** The channel as a web-standard handler: for Hono, Deno, Bun, workers, and whatever else speaks `Request`. */
import type { Exchanger } from '@mrtr/transport';
import { type HttpOptions, rulesOf } from './options.js';
import { WebCall } from './web-call.js';

/**
 * Serves MCP on whatever path it is mounted at. The handler answers every request; it rejects only for a request whose
 * body can't be read, because it was read before or because the client has gone.
 * @throws {RangeError | TypeError} for an option that is out of its range.
 */
export function httpHandler(server: Exchanger, options: HttpOptions = {}): (request: Request) => Promise<Response> {
  const rules = rulesOf(options);
  return (request) => new WebCall(server, rules, request).response();
}
