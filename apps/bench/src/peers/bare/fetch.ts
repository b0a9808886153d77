/**
 * The floor for `fetch` in process: a `Request` made, its JSON read, the bare dispatch, a `Response` made and read.
 * What any web-standard handler pays before it does anything.
 */
import type { Looped } from '../../harness/subject.js';
import { GREET } from '../../work/greet.js';
import { ENDPOINT, PROTOCOL_VERSION, REQUEST_META } from '../../work/names.js';
import { ORDER } from '../../work/order.js';
import { textOf } from '../../work/results.js';
import { dispatch, type BareRequest, type BareResult } from './dispatch.js';
import { xchachaCodec } from './xchacha-codec.js';

const URL_OF_SERVER = `http://127.0.0.1${ENDPOINT}`;
const codec = xchachaCodec();

export function call(): Looped {
  const params = { name: GREET.tool, arguments: GREET.arguments };
  return { operation: async () => textOf(await post(params)), expected: GREET.expected };
}

export function flow(): Looped {
  const params = { name: ORDER.tool, arguments: ORDER.arguments };
  const inputResponses = { [ORDER.key]: { action: 'accept', content: ORDER.answer } };
  return {
    operation: async () => {
      const { requestState } = await post(params);
      return textOf(await post({ ...params, inputResponses, requestState }));
    },
    expected: ORDER.expected,
  };
}

async function post(params: BareRequest['params']): Promise<BareResult> {
  const request = new Request(URL_OF_SERVER, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': PROTOCOL_VERSION,
      'mcp-method': 'tools/call',
      'mcp-name': params.name,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { _meta: REQUEST_META, ...params } }),
  });
  const response = await handle(request);
  return ((await response.json()) as { result: BareResult }).result;
}

async function handle(request: Request): Promise<Response> {
  const message = (await request.json()) as BareRequest;
  return Response.json({ jsonrpc: '2.0', id: message.id, result: dispatch(message, codec) });
}
