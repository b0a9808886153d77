/** One request on `node:http`: reads the request and writes the response, without `Request` and `Response` between. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HeaderReader } from '@mrtr/transport';
import { authenticate } from './authenticate.js';
import { Call } from './call.js';
import type { Endpoint } from './endpoint.js';
import { KEEP_ALIVE, STREAM_HEADERS } from './event-stream.js';
import { guard, TOO_LARGE, TOO_SLOW } from './guard.js';
import type { StandardHeaders } from './header-check.js';
import { isLoopbackAddress } from './hosts.js';
import { readNodeBody } from './node-body.js';
import { offDisconnect, onDisconnect } from './node-disconnect.js';
import { Refusal } from './refusal.js';
import type { ResponseHeaders } from './shell.js';

/** How long a client that is still sending is listened to after its refusal, so that it gets to read it. */
const LINGER_MS = 1000;

export class NodeCall extends Call {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  #headers: HeaderReader | undefined;
  #onGone: (() => void) | undefined;

  constructor(endpoint: Endpoint, request: IncomingMessage, response: ServerResponse) {
    super(endpoint);
    this.#request = request;
    this.#response = response;
  }

  get headers(): HeaderReader {
    return (this.#headers ??= readerOf(this.#request));
  }

  start(): void {
    const { headers, method, socket } = this.#request;
    const verdict = guard(this.endpoint.rules, {
      method,
      host: headers.host,
      origin: headers.origin,
      local: isLoopbackAddress(socket.localAddress),
      contentType: headers['content-type'],
      contentEncoding: headers['content-encoding'],
      contentLength: headers['content-length'],
      accept: headers.accept,
      sessionId: this.endpoint.sessions && headers['mcp-session-id'],
    });
    if (verdict instanceof Refusal) return this.refuse(verdict);
    this.accepts = verdict;
    if (this.endpoint.rules.authenticate === undefined) this.#proceed();
    else void this.#authenticate();
  }

  async #authenticate(): Promise<void> {
    const { authenticate: ask, onError } = this.endpoint.rules;
    if (ask === undefined) return;
    const request = { headers: this.headers, url: urlOf(this.#request), method: this.#request.method ?? 'POST' };
    const caller = await authenticate(ask, request, onError);
    if (caller instanceof Refusal) return this.refuse(caller);
    this.auth = caller;
    this.#proceed();
  }

  #proceed(): void {
    const { method = 'POST' } = this.#request;
    if (method !== 'POST') return this.handleHead(method);
    readNodeBody(this.#request, this.endpoint.rules, (body) => {
      if (typeof body === 'string') this.handle(body);
      else this.refuse(body);
    });
  }

  protected standardHeaders(): StandardHeaders {
    const { headers } = this.#request;
    return {
      version: headers['mcp-protocol-version'] as string | undefined,
      method: headers['mcp-method'] as string | undefined,
      name: headers['mcp-name'] as string | undefined,
    };
  }

  override refuse(refusal: Refusal): void {
    const { status, body, headers } = refusal;
    super.refuse(this.#canReuse(refusal) ? refusal : new Refusal(status, body, { ...headers, Connection: 'close' }));
  }

  /** Whether the rest of the body is so little that the connection can be kept for the next request. */
  #canReuse(refusal: Refusal): boolean {
    if (this.#request.complete) return true;
    if (refusal === TOO_LARGE || refusal === TOO_SLOW) return false;
    const { headers } = this.#request;
    return (
      headers['transfer-encoding'] === undefined &&
      Number(headers['content-length'] ?? 0) <= this.endpoint.rules.maxBodyBytes
    );
  }

  respond(status: number, body: string, headers?: ResponseHeaders): void {
    const response = this.#response;
    if (response.destroyed) return;
    try {
      if (status === 204) response.writeHead(status, { ...headers });
      else if (body === '') response.writeHead(status, { ...headers, 'Content-Length': 0 });
      else {
        const length = Buffer.byteLength(body);
        response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': length, ...headers });
      }
      if (headers?.['Connection'] === 'close' && !this.#request.complete) this.#linger(body);
      else response.end(body);
    } catch (error) {
      // Whoever mounted the listener has answered already.
      this.endpoint.rules.onError(error);
    }
  }

  /**
   * Sends the whole response and goes on discarding what the client sends, for a while: closing at once would reset the
   * connection, and the client might lose the response before it could read it.
   */
  #linger(body: string): void {
    const request = this.#request;
    const response = this.#response;
    const { timers } = this.endpoint.rules;
    const end = (): void => {
      timers.clearTimeout(timer);
      response.end();
    };
    const timer = timers.setTimeout(end, LINGER_MS);
    response.write(body);
    request.once('close', end);
    request.resume();
  }

  openStream(headers?: ResponseHeaders): void {
    if (!this.#response.destroyed)
      this.#response.writeHead(200, headers ? { ...STREAM_HEADERS, ...headers } : STREAM_HEADERS);
  }

  write(text: string): boolean {
    const response = this.#response;
    if (response.writableLength > this.endpoint.rules.maxBufferBytes) return false;
    if (!response.destroyed) response.write(text);
    return true;
  }

  endStream(text: string): void {
    if (!this.#response.destroyed) this.#response.end(text);
  }

  whenWritable(callback: () => void): void {
    // Its callback comes when all that was written before has left.
    if (this.#response.destroyed) callback();
    else this.#response.write(KEEP_ALIVE, () => callback());
  }

  protected breakStream(): void {
    this.#response.destroy();
  }

  protected watch(): void {
    this.#onGone = () => this.gone();
    onDisconnect(this.#request.socket, this.#onGone);
  }

  unwatch(): void {
    if (this.#onGone !== undefined) offDisconnect(this.#request.socket, this.#onGone);
  }
}

function readerOf(request: IncomingMessage): HeaderReader {
  return {
    get(name) {
      const key = name.toLowerCase();
      const value = Object.hasOwn(request.headers, key) ? request.headers[key] : undefined;
      return Array.isArray(value) ? value.join(', ') : (value ?? null);
    },
  };
}

/** The URL as the client wrote it: a framework that mounts a path leaves the rest in `url`, and the whole aside. */
function urlOf(request: IncomingMessage): string {
  const { originalUrl } = request as IncomingMessage & { originalUrl?: string };
  const scheme = 'encrypted' in request.socket && request.socket.encrypted ? 'https' : 'http';
  return `${scheme}://${request.headers.host ?? 'localhost'}${originalUrl ?? request.url ?? '/'}`;
}
