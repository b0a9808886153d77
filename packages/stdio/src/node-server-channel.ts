/**
 * The server's end of the channel: lines in, lines out, and an orderly end.
 *
 * Specification 2026-07-28, basic/transports/stdio. Reading stops while the output can take no more, or too much waits for
 * its turn; otherwise it goes on, for a cancellation, or the end of the input, may be what comes next.
 */
import process from 'node:process';
import type { Readable } from 'node:stream';
import type { Exchanger } from '@mrtr/transport';
import {
  isJsonRpcNotification,
  isJsonRpcRequest,
  isRecord,
  isRequestId,
  type JsonRpcMessage,
  type JsonRpcNotification,
  type JsonRpcResponse,
  type RequestId,
} from '@mrtr/types';
import { encodeLine } from './encode.js';
import { MessageReader, type UnreadableLine } from './message-reader.js';
import { claimStdout } from './node-claim-stdout.js';
import { LineOutput } from './node-line-output.js';
import type { ServerSettings } from './node-server-options.js';
import { internalError, invalidRequest, unreadable } from './refusals.js';
import { RequestDesk } from './request-desk.js';
import type { ServerCall } from './server-call.js';

const TAKES_NO_RESPONSES = 'this server asks nothing over this channel, so it takes no responses';

export class ServerChannel {
  /** Resolves when everything is over and written, or can't be. */
  readonly closed: Promise<void>;
  readonly #server: Exchanger;
  readonly #settings: ServerSettings;
  readonly #input: Readable;
  readonly #output: LineOutput;
  readonly #desk: RequestDesk;
  readonly #reader: MessageReader;
  readonly #release: () => void;
  #resolveClosed!: () => void;
  /** `ending`: nothing new is read, what is under way may finish. `over`: nothing is written any more. */
  #state: 'open' | 'ending' | 'over' = 'open';
  #grace: unknown;

  constructor(server: Exchanger, settings: ServerSettings) {
    this.#server = server;
    this.#settings = settings;
    this.#input = settings.input;
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
    this.#desk = new RequestDesk({
      maxRequests: settings.maxRequests,
      start: (call) => this.#start(call),
      notify: (call, notification) => this.#notify(call, notification),
    });
    this.#reader = new MessageReader(settings.maxLineBytes, {
      onMessage: (message, bytes) => this.#receive(message, bytes),
      onUnreadable: (line) => this.#refuse(line),
    });
    this.#output = new LineOutput(settings.output, {
      onDrain: () => this.#pace(),
      onGone: (error) => this.#gone(error),
    });
    this.#release = settings.claimConsole && settings.output === process.stdout ? claimStdout() : () => undefined;
    this.#read();
  }

  /** Ends the channel from this side: as at the end of the input. */
  end(): void {
    if (this.#state !== 'open') return;
    this.#state = 'ending';
    this.#input.off('data', this.#onData);
    this.#input.destroy();
    for (const id of this.#desk.subscriptions()) {
      this.#desk.cancel(id);
      this.#tearDown(id);
    }
    if (this.#desk.isIdle) return this.#finish();
    const { timers, graceMs } = this.#settings;
    this.#grace = timers.setTimeout(() => this.#finish(), graceMs);
  }

  #read(): void {
    const input = this.#input;
    const onEnd = (): void => {
      if (this.#state !== 'open') return;
      this.#reader.end();
      this.end();
    };
    input.on('data', this.#onData);
    input.on('end', onEnd);
    input.on('close', onEnd);
    input.on('error', (error) => {
      if (this.#state === 'open') this.#settings.onError(error);
      onEnd();
    });
    // It may have ended before anybody listened.
    if (input.readableEnded || input.destroyed) queueMicrotask(onEnd);
    this.#pace();
  }

  readonly #onData = (chunk: Buffer | string): void => {
    this.#reader.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    this.#pace();
  };

  #pace(): void {
    if (this.#state !== 'open') return;
    const mayRead = !this.#output.isFull && this.#desk.waitingBytes <= this.#settings.maxBufferBytes;
    if (mayRead === this.#input.isPaused()) this.#input[mayRead ? 'resume' : 'pause']();
  }

  #receive(message: unknown, bytes: number): void {
    if (this.#state !== 'open') return;
    if (isJsonRpcRequest(message)) this.#accept(message, bytes);
    else if (isJsonRpcNotification(message) && message.method === 'notifications/cancelled') this.#cancel(message);
    else if (isRecord(message) && message['method'] === undefined && ('result' in message || 'error' in message))
      this.#write(invalidRequest(TAKES_NO_RESPONSES));
    else this.#pass(message);
  }

  #accept(request: Parameters<RequestDesk['accept']>[0], bytes: number): void {
    // Without the id: under it the answer would be taken for that of the request under way.
    if (this.#desk.has(request.id)) this.#write(invalidRequest('a request with this id is under way; use a new one'));
    else this.#desk.accept(request, bytes);
  }

  #cancel({ params = {} }: JsonRpcNotification): void {
    const { requestId, reason } = params;
    if (!isRequestId(requestId)) return;
    this.#desk.cancel(requestId, typeof reason === 'string' ? reason : undefined);
  }

  /** What has no id, or is no request at all, has nothing that could be cancelled: the server says what it thinks of it. */
  #pass(message: unknown): void {
    this.#exchange(
      message,
      undefined,
      (response) => response && this.#respond(response),
      () => this.#write(internalError(undefined)),
    );
  }

  #start(call: ServerCall): void {
    const { id, method } = call.request;
    const settle = (response: JsonRpcResponse): void => {
      if (call.finish()) this.#respond(response, id);
      this.#desk.settled(call);
      if (this.#state === 'ending' && this.#desk.isIdle) this.#finish();
      this.#pace();
    };
    this.#exchange(
      call.request,
      call,
      (response) => {
        if (response === undefined)
          this.#settings.onError(new TypeError(`The server gave no response to the request ${method}`));
        settle(response ?? internalError(id));
      },
      () => settle(internalError(id)),
    );
  }

  /** The server never rejects, by its contract; where it does, the error is reported and kept from the client. */
  #exchange(
    message: unknown,
    call: ServerCall | undefined,
    onResponse: (response: JsonRpcResponse | undefined) => void,
    onFault: () => void,
  ): void {
    const fault = (error: unknown): void => {
      this.#settings.onError(error);
      onFault();
    };
    try {
      this.#server.exchange(message, call).then(onResponse, fault);
    } catch (error) {
      fault(error);
    }
  }

  #respond(response: JsonRpcResponse, id?: RequestId): void {
    try {
      this.#write(response);
    } catch (error) {
      this.#settings.onError(error);
      this.#write(internalError(id));
    }
  }

  /** @throws {TransportError} to the handler that made it, for a notification that is not JSON. */
  #notify(call: ServerCall, notification: JsonRpcNotification): void {
    if (this.#output.waiting <= this.#settings.maxBufferBytes) return this.#write(notification);
    if (!call.isSubscription) return;
    this.#desk.cancel(call.request.id);
    this.#tearDown(call.request.id);
  }

  /** A subscription that the server ends is ended on the wire, too (basic/patterns/cancellation). */
  #tearDown(requestId: RequestId): void {
    this.#write({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });
  }

  #refuse(line: UnreadableLine): void {
    if (this.#state !== 'open') return;
    const id = line.id === undefined || this.#desk.has(line.id) ? undefined : line.id;
    this.#write(unreadable(line, this.#settings.maxLineBytes, id));
  }

  #write(message: JsonRpcMessage): void {
    if (this.#state !== 'over') this.#output.write(encodeLine(message));
  }

  #gone(error: unknown): void {
    if (this.#state === 'over') return;
    if (error !== undefined) this.#settings.onError(error);
    this.#input.off('data', this.#onData);
    this.#input.destroy();
    this.#finish();
  }

  #finish(): void {
    if (this.#state === 'over') return;
    this.#state = 'over';
    const { timers, graceMs } = this.#settings;
    timers.clearTimeout(this.#grace);
    this.#desk.cancelAll();
    this.#release();
    // A client that doesn't read can't keep the channel from being closed.
    const enough = timers.setTimeout(() => this.#resolveClosed(), graceMs);
    this.#output.end(() => {
      timers.clearTimeout(enough);
      this.#resolveClosed();
    });
  }
}
