/**
 * The requests of one channel: which are worked on, which wait for their turn, which are cancelled.
 *
 * Specification 2026-07-28, basic/transports/stdio and basic/patterns/cancellation: all share one stream, so each is known
 * by its id alone, and no two at a time may have the same. Pure but for what it is told to start.
 */
import type { JsonRpcNotification, JsonRpcRequest, RequestId } from '@mrtr/types';
import { ServerCall } from './server-call.js';

export interface RequestDeskOptions {
  /** How many are worked on at once, subscriptions apart. */
  readonly maxRequests: number;
  /** Works on a request. */
  readonly start: (call: ServerCall) => void;
  readonly notify: (call: ServerCall, notification: JsonRpcNotification) => void;
}

export class RequestDesk {
  readonly #options: RequestDeskOptions;
  readonly #running = new Map<RequestId, ServerCall>();
  readonly #waiting = new Map<RequestId, Waiting>();
  /** How many are worked on, subscriptions apart. */
  #busy = 0;
  #waitingBytes = 0;

  constructor(options: RequestDeskOptions) {
    this.#options = options;
  }

  /** How many bytes of requests wait for their turn. */
  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  /** Whether nothing is left to do, subscriptions included. */
  get isIdle(): boolean {
    return this.#running.size === 0 && this.#waiting.size === 0;
  }

  has(id: RequestId): boolean {
    return this.#running.has(id) || this.#waiting.has(id);
  }

  /** Takes a request with an id of its own. */
  accept(request: JsonRpcRequest, bytes: number): void {
    const call = new ServerCall(request, this.#options.notify);
    if (call.isSubscription || this.#busy < this.#options.maxRequests) return this.#start(call);
    this.#waiting.set(request.id, { call, bytes });
    this.#waitingBytes += bytes;
  }

  /** The work on a request has ended; the next one begins. Does nothing for one that was cancelled. */
  settled(call: ServerCall): void {
    if (this.#running.get(call.request.id) === call) this.#release(call);
  }

  /**
   * Cancels what has this id, and frees the id; does nothing where nothing has it. It counts no longer: a handler that
   * never notices its signal must not keep others waiting.
   */
  cancel(id: RequestId, why?: string): void {
    const waiting = this.#waiting.get(id);
    if (waiting) this.#unqueue(waiting);
    const running = this.#running.get(id);
    if (!running) return;
    running.cancel(why);
    this.#release(running);
  }

  /** Cancels everything. */
  cancelAll(): void {
    this.#waiting.clear();
    this.#waitingBytes = 0;
    for (const id of this.#running.keys()) this.cancel(id);
  }

  /** The ids of the subscriptions. */
  subscriptions(): RequestId[] {
    return [...this.#running].flatMap(([id, call]) => (call.isSubscription ? [id] : []));
  }

  #start(call: ServerCall): void {
    this.#running.set(call.request.id, call);
    if (!call.isSubscription) this.#busy += 1;
    this.#options.start(call);
  }

  #release(call: ServerCall): void {
    this.#running.delete(call.request.id);
    if (call.isSubscription) return;
    this.#busy -= 1;
    const [next] = this.#waiting.values();
    if (next === undefined) return;
    this.#unqueue(next);
    this.#start(next.call);
  }

  #unqueue({ call, bytes }: Waiting): void {
    this.#waiting.delete(call.request.id);
    this.#waitingBytes -= bytes;
  }
}

interface Waiting {
  readonly call: ServerCall;
  readonly bytes: number;
}
