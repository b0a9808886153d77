/** A whole HTTP server in one call, bound to this machine unless told otherwise. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Exchanger } from '@mrtr/transport';
import { endpointOf } from './endpoint.js';
import { isLoopbackAddress } from './hosts.js';
import { time } from './limits.js';
import { listenerOf } from './node-listener.js';
import type { HttpOptions } from './options.js';
import { platformTimers, type Timers } from './timers.js';

/** What `serve` may be told: where to listen, besides what every server end may be told. */
export interface ServeOptions extends HttpOptions {
  /** Default: 0, any port that is free. */
  readonly port?: number | undefined;
  /** The address to listen on. Default: 127.0.0.1, which other machines can't reach. */
  readonly hostname?: string | undefined;
  /** The endpoint's path; others are a 404. Default: `/mcp`. */
  readonly path?: string | undefined;
  /** How long `close` lets requests under way finish, in milliseconds. Default: 3,000. */
  readonly graceMs?: number | undefined;
}

/** A server that listens. */
export interface RunningServer extends AsyncDisposable {
  /** Where a client on this machine finds it. */
  readonly url: string;
  readonly port: number;
  /**
   * Stops accepting connections, lets the requests under way finish for the grace period, then ends them: their signals
   * abort. Sessions end with them; streams on which clients only listen are ended at once. Resolves when the last connection is closed. Safe to call twice.
   */
  close(): Promise<void>;
}

/** How often connections that have become idle are looked for while closing, in milliseconds. */
const SWEEP_MS = 20;

/**
 * Listens, and resolves when it does.
 * @throws what the system says if it can't listen, such as `EADDRINUSE`; RangeError or TypeError for a wrong option.
 */
export async function serve(server: Exchanger, options: ServeOptions = {}): Promise<RunningServer> {
  const { port = 0, hostname = '127.0.0.1', path = '/mcp', timers = platformTimers } = options;
  if (!path.startsWith('/')) throw new TypeError('path must begin with "/"');
  const graceMs = time('graceMs', options.graceMs ?? 3000, 0);
  const endpoint = endpointOf(server, options);
  const listener = listenerOf(endpoint);
  const http = createServer((request, response) => {
    if (pathOf(request.url) === path) listener(request, response);
    else response.writeHead(404, { 'Content-Length': 0 }).end();
  });
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, hostname, () => {
      http.off('error', reject);
      resolve();
    });
  });
  const address = http.address() as AddressInfo;
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => {
    endpoint.sessions?.drain();
    // A call whose client has gone is no connection: it ends here.
    return (closed ??= closeWithin(http, graceMs, timers).then(() => listener.close()));
  };
  return {
    url: `http://${reachableHost(hostname, address.address)}:${address.port}${path}`,
    port: address.port,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function closeWithin(http: Server, graceMs: number, timers: Timers): Promise<void> {
  return new Promise((resolve) => {
    let sweep: unknown;
    // A connection whose last response has gone out would be kept alive for the next request.
    const closeIdle = (): void => {
      http.closeIdleConnections();
      sweep = timers.setTimeout(closeIdle, SWEEP_MS);
    };
    const end = timers.setTimeout(() => http.closeAllConnections(), graceMs);
    http.close(() => {
      timers.clearTimeout(sweep);
      timers.clearTimeout(end);
      resolve();
    });
    closeIdle();
  });
}

function pathOf(url: string | undefined): string {
  const query = url?.indexOf('?') ?? -1;
  return query === -1 ? (url ?? '') : (url as string).slice(0, query);
}

/** A host for a URL: nobody can connect to the address that stands for all of them. */
function reachableHost(hostname: string, address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1';
  if (address === '::') return '[::1]';
  if (hostname === 'localhost' && isLoopbackAddress(address)) return 'localhost';
  return address.includes(':') ? `[${address}]` : address;
}
