/** One POST as a `Request`, answered with a `Response`. */
import type { Exchanger, HeaderReader } from '@mrtr/transport';
import { authenticate } from './authenticate.js';
import { Call } from './call.js';
import { STREAM_HEADERS } from './event-stream.js';
import { guard } from './guard.js';
import type { StandardHeaders } from './header-check.js';
import { isLoopbackName } from './hosts.js';
import type { Rules } from './options.js';
import { Refusal } from './refusal.js';
import { readWebBody } from './web-body.js';

export class WebCall extends Call {
  readonly #request: Request;
  #resolve: (response: Response) => void = () => undefined;
  #stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  #onGone: (() => void) | undefined;

  constructor(server: Exchanger, rules: Rules, request: Request) {
    super(server, rules);
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
    const verdict = guard(this.rules, {
      method,
      host: headers.get('host') ?? host,
      origin: headers.get('origin'),
      local: isLoopbackName(hostname),
      contentType: headers.get('content-type'),
      contentEncoding: headers.get('content-encoding'),
      contentLength: headers.get('content-length'),
      accept: headers.get('accept'),
    });
    if (verdict instanceof Refusal) return this.refuse(verdict);
    this.accepts = verdict;
    const { authenticate: ask, onError } = this.rules;
    if (ask !== undefined) {
      const caller = await authenticate(ask, { headers, url, method }, onError);
      if (caller instanceof Refusal) return this.refuse(caller);
      this.auth = caller;
    }
    const body = await readWebBody(this.#request, this.rules);
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

  protected respond(status: number, body: string, headers?: Readonly<Record<string, string>>): void {
    const type = body === '' ? undefined : { 'Content-Type': 'application/json' };
    this.#resolve(new Response(body === '' ? null : body, { status, headers: { ...type, ...headers } }));
  }

  protected openStream(): void {
    const stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#stream = controller;
        },
        cancel: () => this.gone(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: this.rules.maxBufferBytes }),
    );
    this.#resolve(new Response(stream, { status: 200, headers: STREAM_HEADERS }));
  }

  protected write(text: string): boolean {
    if (this.#stream === undefined || (this.#stream.desiredSize ?? 0) <= 0) return false;
    this.#stream.enqueue(encoder.encode(text));
    return true;
  }

  protected endStream(text: string): void {
    this.#stream?.enqueue(encoder.encode(text));
    this.#stream?.close();
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

  protected unwatch(): void {
    if (this.#onGone !== undefined) this.#request.signal.removeEventListener('abort', this.#onGone);
  }
}

const encoder = new TextEncoder();
