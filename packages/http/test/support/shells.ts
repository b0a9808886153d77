/** Both shells on real sockets, so that one test body runs on each. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import type { Exchanger } from '@mrtr/transport';
import { nodeListener } from '../../src/node.js';
import { httpHandler, type HttpOptions } from '../../src/server.js';

/** What listens, until the test is over. */
export interface Listening extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
}

export interface Shell {
  readonly name: 'node' | 'web';
  readonly listen: (server: Exchanger, options?: HttpOptions) => Promise<Listening>;
}

export const shells: readonly Shell[] = [
  { name: 'node', listen: (server, options) => listen(nodeListener(server, options)) },
  { name: 'web', listen: (server, options) => listen(bridge(httpHandler(server, options))) },
];

export async function listen(listener: RequestListener): Promise<Listening> {
  const http = createServer(listener);
  await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/mcp`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}

/** What a web runtime does around a handler, on Node: the least that works. */
function bridge(handle: (request: Request) => Promise<Response>): RequestListener {
  return (request, response) => {
    void answer(handle, request, response).catch(() => response.destroy());
  };
}

async function answer(
  handle: (request: Request) => Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const { method = 'GET' } = incoming;
  const request = new Request(`http://127.0.0.1${incoming.url}`, {
    method,
    headers: Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]),
    signal: gone.signal,
    ...(method === 'GET' || method === 'HEAD' ? undefined : { body: Readable.toWeb(incoming), duplex: 'half' }),
  } as RequestInit);
  const response = await handle(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) return void outgoing.end();
  const body = Readable.fromWeb(response.body as NodeReadableStream<Uint8Array>, { highWaterMark: 0 });
  body.on('error', () => outgoing.destroy());
  outgoing.once('close', () => body.destroy());
  body.pipe(outgoing);
}
