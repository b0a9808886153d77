/**
 * One POST, from its body to the end of its response: what both shells, web and Node, have in common.
 *
 * Specification 2026-07-28, basic/transports/streamable-http. A response is one JSON object, unless the handler sends a
 * notification first: then it is a stream of events that ends with the response.
 */
import type { AuthInfo, ExchangeInfo, HeaderReader } from '@mrtr/transport';
import {
  ErrorCode,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  type RequestId,
} from '@mrtr/types';
import { type Accepts, BOTH } from './accept.js';
import type { Endpoint } from './endpoint.js';
import { encodeEvent, KEEP_ALIVE } from './event-stream.js';
import { streamNeeded } from './guard.js';
import { checkStandardHeaders, type StandardHeaders } from './header-check.js';
import { checkMessage, isRequest, readBody } from './message.js';
import { Refusal } from './refusal.js';
import type { ResponseHeaders, Shell } from './shell.js';
import { hasRequiredMeta } from './standard-headers.js';
import { statusOf } from './status.js';

/** What the server is told of a request, and how its answer gets out. A shell says how bytes are written. */
export abstract class Call implements ExchangeInfo, Shell {
  auth: AuthInfo | undefined = undefined;
  accepts: Accepts = BOTH;
  protected readonly endpoint: Endpoint;
  #id: RequestId | undefined;
  #method = '';
  #metaComplete = true;
  /** `gone` and `done` are final: nothing is written after either. */
  #state: 'waiting' | 'streaming' | 'done' | 'gone' = 'waiting';
  #controller: AbortController | undefined;
  #notify: ((notification: JsonRpcNotification) => void) | undefined;
  #keepAlive: unknown;
  /** Who is told that the client has gone, once the response is not this call's any more. */
  #onGone: (() => void) | undefined;

  constructor(endpoint: Endpoint) {
    this.endpoint = endpoint;
  }

  abstract get headers(): HeaderReader;
  /** The standard headers, from wherever the shell reads them fastest. */
  protected abstract standardHeaders(): StandardHeaders;
  abstract respond(status: number, body: string, headers?: ResponseHeaders): void;
  abstract openStream(headers?: ResponseHeaders): void;
  abstract write(text: string): boolean;
  abstract endStream(text: string): void;
  abstract whenWritable(callback: () => void): void;
  /** Breaks the stream off, so that the client can't take it for finished. */
  protected abstract breakStream(): void;
  /** From now on `this.gone()` is called when the client goes away; at once if it has gone already. */
  protected abstract watch(): void;
  /** The call is over: whatever `watch` set up can go. */
  abstract unwatch(): void;

  /** Made when it is first read, and only then is the connection watched: most handlers never look. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#state === 'gone') this.#controller.abort();
      else if (this.#state === 'waiting') this.watch();
    }
    return this.#controller.signal;
  }

  get notify(): (notification: JsonRpcNotification) => void {
    return (this.#notify ??= (notification) => this.#deliver(notification));
  }

  handOver(onGone: () => void): void {
    this.#onGone = onGone;
    this.watch();
  }

  /** Answers what has no body, once its head has been let in. */
  protected handleHead(method: string): void {
    const { sessions } = this.endpoint;
    if (method === 'DELETE') sessions?.delete(this);
    else sessions?.get(this);
  }

  /** Takes the body's text through the rules to the server, and its answer back. */
  protected handle(text: string): void {
    const body = readBody(text);
    if (body instanceof Refusal) return this.refuse(body);
    const message = checkMessage(body);
    this.#metaComplete = !(message instanceof Refusal) && isRequest(message) && hasRequiredMeta(message);
    if (!this.#metaComplete && this.endpoint.sessions?.post(this, body, message)) return;
    if (message instanceof Refusal) return this.refuse(message);
    this.#method = message.method;
    if (isRequest(message)) {
      this.#id = message.id;
      const refusal = this.#checkRequest(message);
      if (refusal !== undefined) return this.refuse(refusal);
    }
    let reply: Promise<JsonRpcResponse | undefined>;
    try {
      reply = this.endpoint.server.exchange(message, this);
    } catch (error) {
      return this.#fault(error);
    }
    reply.then(
      (response) => this.#reply(response),
      (error: unknown) => this.#fault(error),
    );
  }

  refuse(refusal: Refusal): void {
    this.#finish(refusal.status, refusal.body, refusal.headers);
  }

  /** The client went away. */
  protected gone(): void {
    if (this.#onGone !== undefined) return this.#onGone();
    if (this.#state === 'done' || this.#state === 'gone') return;
    this.#settle('gone');
    this.#controller?.abort();
  }

  #checkRequest(request: JsonRpcRequest): Refusal | undefined {
    // Without the required `_meta` there is nothing to compare: the server answers that with -32602.
    const mismatch = this.#metaComplete ? checkStandardHeaders(request, this.standardHeaders()) : undefined;
    if (mismatch !== undefined) {
      return Refusal.of(400, ErrorCode.HeaderMismatch, `Header mismatch: ${mismatch}`, request.id);
    }
    return this.#mustStream() && !this.accepts.stream ? streamNeeded(request.id) : undefined;
  }

  /** A subscription is nothing but its notifications, so none of them may be lost. */
  #mustStream(): boolean {
    return this.#method === 'subscriptions/listen';
  }

  #deliver(notification: JsonRpcNotification): void {
    if (this.#id === undefined || !this.accepts.stream) return;
    if (this.#state !== 'waiting' && this.#state !== 'streaming') return;
    // Before the stream is opened: one that is not JSON is its maker's error and changes nothing here.
    const event = encodeEvent(JSON.stringify(notification));
    if (this.#state === 'waiting') this.#open();
    if (this.write(event) || !this.#mustStream()) return;
    this.gone();
    this.breakStream();
  }

  #open(): void {
    this.#state = 'streaming';
    this.openStream();
    if (this.#controller === undefined) this.watch();
    this.#armKeepAlive();
  }

  #armKeepAlive(): void {
    const { keepAliveMs, timers } = this.endpoint.rules;
    // The client may have been found gone while the stream was opened.
    if (keepAliveMs === 0 || this.#state !== 'streaming') return;
    this.#keepAlive = timers.setTimeout(() => {
      this.write(KEEP_ALIVE);
      this.#armKeepAlive();
    }, keepAliveMs);
  }

  #reply(response: JsonRpcResponse | undefined): void {
    if (response === undefined) {
      if (this.#id === undefined) return this.#finish(202, '');
      return this.#fault(new TypeError(`The server gave no response to the request ${this.#method}`));
    }
    let body: string;
    try {
      body = JSON.stringify(response);
    } catch (error) {
      return this.#fault(error);
    }
    // A notification that was not accepted is answered too, and never with a 200.
    const status = statusOf(response, this.#metaComplete);
    this.#finish(this.#id === undefined && status === 200 ? 400 : status, body);
  }

  /** The server broke its contract: one fixed error to the client, the rest to `onError`. */
  #fault(error: unknown): void {
    this.endpoint.rules.onError(error);
    const { body } = Refusal.of(200, ErrorCode.InternalError, 'Internal error', this.#id);
    this.#finish(this.#id === undefined ? 500 : 200, body);
  }

  #finish(status: number, body: string, headers?: Readonly<Record<string, string>>): void {
    const before = this.#state;
    if (before === 'done' || before === 'gone') return;
    if (before === 'waiting' && status === 200 && !this.accepts.json) this.openStream();
    else if (before === 'waiting') {
      this.#settle('done');
      return this.respond(status, body, headers);
    }
    this.#settle('done');
    this.endStream(encodeEvent(body));
  }

  #settle(state: 'done' | 'gone'): void {
    this.#state = state;
    if (this.#keepAlive !== undefined) this.endpoint.rules.timers.clearTimeout(this.#keepAlive);
    this.unwatch();
  }
}
