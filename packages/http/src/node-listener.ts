/** The channel as a listener of `node:http`, which Express, Fastify and others can mount too. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Exchanger } from '@mrtr/transport';
import { NodeCall } from './node-call.js';
import { type HttpOptions, rulesOf } from './options.js';

/** Takes one request and answers it. Never throws. */
export type NodeListener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Serves MCP on whatever path it is mounted at, with the same rules as `httpHandler`.
 * @throws {RangeError | TypeError} for an option that is out of its range.
 */
export function nodeListener(server: Exchanger, options: HttpOptions = {}): NodeListener {
  const rules = rulesOf(options);
  return (request, response) => new NodeCall(server, rules, request, response).start();
}
