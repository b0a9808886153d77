/** One request as a `Request`, answered with a `Response`. */
import type { HeaderReader } from '@mrtr/transport';
import { authenticate } from './authenticate.js';
import { Call } from './call.js';
import type { Endpoint } from './endpoint.js';
import { STREAM_HEADERS } from './event-stream.js';
import { guard } from './guard.js';
import type { StandardHeaders } from './header-check.js';
import { isLoopbackName } from './hosts.js';
import { Refusal } from './refusal.js';
import type { ResponseHeaders } from './shell.js';
import { readWebBody } from './web-body.js';

export class WebCall extends Call {
  readonly #request: Request;
  #resolve: (response: Response) => void = () => undefined;
  #stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  #onGone: (() => void) | undefined;
  /** Who waits until the client has read some of the stream. */
  readonly #waiting: (() => void)[] = [];

  constructor(endpoint: Endpoint, request: Request) {
    super(endpoint);
    this.#request = request;
  }

  get headers(): HeaderReader {
    return this.#request.headers;
  }

  /** Resolves when the response begins. */
  response(): Promise<Response> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#start().catch(reject);
    });
  }

  async #start(): Promise<void> {
    const { headers, method, url } = this.#request;
    const { host, hostname } = new URL(url);
    const verdict = guard(this.endpoint.rules, {
      method,
      host: headers.get('host') ?? host,
      origin: headers.get('origin'),
      local: isLoopbackName(hostname),
      contentType: headers.get('content-type'),
      contentEncoding: headers.get('content-encoding'),
      contentLength: headers.get('content-length'),
      accept: headers.get('accept'),
      sessionId: this.endpoint.sessions && method !== 'POST' ? headers.get('mcp-session-id') : undefined,
    });
    if (verdict instanceof Refusal) return this.refuse(verdict);
    this.accepts = verdict;
    const { authenticate: ask, onError } = this.endpoint.rules;
    if (ask !== undefined) {
      const caller = await authenticate(ask, { headers, url, method }, onError);
      if (caller instanceof Refusal) return this.refuse(caller);
      this.auth = caller;
    }
    if (method !== 'POST') return this.handleHead(method);
    const body = await readWebBody(this.#request, this.endpoint.rules);
    if (typeof body === 'string') this.handle(body);
    else this.refuse(body);
  }

  protected standardHeaders(): StandardHeaders {
    const { headers } = this.#request;
    return {
      version: headers.get('mcp-protocol-version'),
      method: headers.get('mcp-method'),
      name: headers.get('mcp-name'),
    };
  }

  respond(status: number, body: string, headers?: ResponseHeaders): void {
    const type = body === '' ? undefined : { 'Content-Type': 'application/json' };
    this.#resolve(new Response(body === '' ? null : body, { status, headers: { ...type, ...headers } }));
  }

  openStream(headers?: ResponseHeaders): void {
    const stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#stream = controller;
        },
        pull: () => this.#onPull(),
        cancel: () => this.gone(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: this.endpoint.rules.maxBufferBytes }),
    );
    this.#resolve(new Response(stream, { status: 200, headers: { ...STREAM_HEADERS, ...headers } }));
  }

  #onPull(): void {
    if (this.#stream !== undefined && (this.#stream.desiredSize ?? 1) <= 0) return;
    for (const callback of this.#waiting.splice(0)) callback();
  }

  write(text: string): boolean {
    if (this.#stream === undefined || (this.#stream.desiredSize ?? 0) <= 0) return false;
    this.#stream.enqueue(encoder.encode(text));
    return true;
  }

  endStream(text: string): void {
    if (text !== '') this.#stream?.enqueue(encoder.encode(text));
    this.#stream?.close();
  }

  whenWritable(callback: () => void): void {
    this.#waiting.push(callback);
    this.#onPull();
  }

  protected breakStream(): void {
    this.#stream?.error(new Error('The client reads too slowly'));
  }

  protected watch(): void {
    const { signal } = this.#request;
    if (signal.aborted) return this.gone();
    this.#onGone = () => this.gone();
    signal.addEventListener('abort', this.#onGone, { once: true });
  }

  unwatch(): void {
    if (this.#onGone !== undefined) this.#request.signal.removeEventListener('abort', this.#onGone);
  }
}

const encoder = new TextEncoder();
