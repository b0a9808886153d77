/**
 * The headers of one request: the app's own, the protocol's, and those of the call.
 *
 * Specification 2026-07-28, basic/transports/streamable-http "Sending Messages" and "Request Metadata".
 */
import { encodeHeaderValue, TransportError } from '@mrtr/transport';
import type { JsonRpcRequest } from '@mrtr/types';
import type { HeaderRecord } from './client-options.js';
import { nameOf, versionOf } from './standard-headers.js';

/**
 * The protocol's headers win over the app's, whatever case they are written in: they must say what the body says.
 * @throws {TransportError} `invalid_message` for a name or value that no header can carry; it names the header alone.
 */
export function requestHeaders(request: JsonRpcRequest, own: HeaderRecord, ofCall: HeaderRecord | undefined): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(own)) set(headers, name, value);
  for (const [name, value] of Object.entries(ofCall ?? {})) set(headers, name, value);
  for (const name of ['MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name']) headers.delete(name);
  headers.set('Content-Type', 'application/json');
  headers.set('Accept', 'application/json, text/event-stream');
  const version = versionOf(request);
  const name = nameOf(request);
  if (version !== undefined) set(headers, 'MCP-Protocol-Version', version);
  set(headers, 'Mcp-Method', request.method);
  if (name !== undefined) set(headers, 'Mcp-Name', encodeHeaderValue(name));
  return headers;
}

function set(headers: Headers, name: string, value: string): void {
  // `Headers` trims a value and takes Latin-1, so that another value would arrive than was given.
  if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name) || !/^(?:[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?)?$/.test(value)) {
    const safeName = name.replaceAll(/[^\x21-\x7e]/g, '?');
    throw new TransportError(
      'invalid_message',
      `The header ${safeName} can not be sent: its name or value is not plain ASCII on one line`,
    );
  }
  headers.set(name, value);
}
