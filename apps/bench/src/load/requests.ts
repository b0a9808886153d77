/**
 * The requests that are sent, byte for byte: the headers and the `_meta` of Streamable HTTP 2026-07-28, or what the
 * revision before it asks for where a server speaks nothing newer.
 */
import type { Dialect } from '../harness/messages.js';
import { GREET } from '../work/greet.js';
import { PROTOCOL_VERSION, REQUEST_META } from '../work/names.js';
import { ORDER } from '../work/order.js';

export class Requests {
  readonly #url: URL;
  readonly #dialect: Dialect;

  constructor(url: string, dialect: Dialect) {
    this.#url = new URL(url);
    this.#dialect = dialect;
  }

  /** The plain call. */
  call(id: number): Buffer {
    return this.#toolsCall(id, { name: GREET.tool, arguments: GREET.arguments });
  }

  /** The first round of the flow. */
  order(id: number): Buffer {
    return this.#toolsCall(id, { name: ORDER.tool, arguments: ORDER.arguments });
  }

  /** The second round, with the answer to `key` and the state as it came. */
  confirm(id: number, key: string, requestState: string): Buffer {
    const inputResponses = { [key]: { action: 'accept', content: ORDER.answer } };
    return this.#toolsCall(id, { name: ORDER.tool, arguments: ORDER.arguments, inputResponses, requestState });
  }

  #toolsCall(id: number, params: { name: string; [key: string]: unknown }): Buffer {
    const modern = this.#dialect === PROTOCOL_VERSION;
    const message = {
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: modern ? { _meta: REQUEST_META, ...params } : params,
    };
    const body = Buffer.from(JSON.stringify(message));
    const head = [
      `POST ${this.#url.pathname} HTTP/1.1`,
      `Host: ${this.#url.host}`,
      'Content-Type: application/json',
      'Accept: application/json, text/event-stream',
      `MCP-Protocol-Version: ${this.#dialect}`,
      ...(modern ? ['Mcp-Method: tools/call', `Mcp-Name: ${params.name}`] : []),
      `Content-Length: ${body.length}`,
    ];
    return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
  }
}
