/**
 * One request and its response, settled by whichever comes first: the response, the leg's own timeout, or the end of
 * the flow. A leg that ends early is cancelled on the wire, and what arrives for it later is dropped.
 *
 * Specification 2026-07-28, basic/patterns/cancellation "Timeouts".
 */
import type { JsonRpcNotification, JsonRpcRequest, JsonRpcResponse } from '@mrtr/types';
import type { Asker, Channel, ChannelOptions } from './channel.js';
import { ClientError } from './client-error.js';
import type { Clock } from './clock.js';
import type { FlowScope } from './flow-scope.js';

/** What a leg is sent with. */
export interface LegPlan<T> {
  readonly channel: Channel;
  readonly clock: Clock;
  readonly scope: FlowScope;
  /** How long to wait for the response, in milliseconds; `Infinity` for no limit. */
  readonly timeoutMs: number;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly onNotification: ((notification: JsonRpcNotification) => void) | undefined;
  readonly onAsk: Asker | undefined;
  /** Takes the response apart; what it throws is what the leg rejects with. */
  readonly read: (response: JsonRpcResponse) => T;
}

/**
 * Sends one request.
 * @throws {ClientError} `timeout`; the reason of the scope when the flow ends first; what the transport or `read` throws.
 */
export function sendLeg<T>(request: JsonRpcRequest, plan: LegPlan<T>): Promise<T> {
  return new Promise((resolve, reject) => new Leg(request, plan, resolve, reject).send());
}

/** A leg under way. A class rather than closures: this is made for every request. */
class Leg<T> {
  readonly #request: JsonRpcRequest;
  readonly #plan: LegPlan<T>;
  readonly #resolve: (result: T) => void;
  readonly #reject: (reason: unknown) => void;
  #timer: unknown;
  #asks = 0;
  #settled = false;

  constructor(
    request: JsonRpcRequest,
    plan: LegPlan<T>,
    resolve: (result: T) => void,
    reject: (reason: unknown) => void,
  ) {
    this.#request = request;
    this.#plan = plan;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  send(): void {
    const { channel, scope } = this.#plan;
    // A flow that has ended already stops the leg here, and nothing is sent.
    scope.watch(this.#stop);
    if (this.#settled) return;
    this.#startTimer();
    channel.send(this.#request, this.#options()).then(this.#onResponse, this.#onFailure);
  }

  #startTimer(): void {
    const { clock, timeoutMs } = this.#plan;
    if (timeoutMs !== Infinity && !this.#settled) this.#timer = clock.setTimeout(this.#onTimeout, timeoutMs);
  }

  #stopTimer(): void {
    if (this.#timer !== undefined) this.#plan.clock.clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** While somebody is asked in the middle of the call, it is not the server that takes its time. */
  #asking(ask: Asker): Asker {
    return async (request, signal) => {
      this.#asks += 1;
      this.#stopTimer();
      try {
        return await ask(request, signal);
      } finally {
        this.#asks -= 1;
        if (this.#asks === 0) this.#startTimer();
      }
    };
  }

  #options(): ChannelOptions {
    const { headers, onNotification } = this.#plan;
    const onAsk = this.#plan.onAsk && this.#asking(this.#plan.onAsk);
    if (headers === undefined && onNotification === undefined && onAsk === undefined) return NO_OPTIONS;
    if (onNotification === undefined) return { headers, onAsk };
    return {
      headers,
      onAsk,
      onNotification: (notification) => {
        if (!this.#settled) onNotification(notification);
      },
    };
  }

  readonly #onResponse = (response: JsonRpcResponse): void => {
    if (!this.#settle()) return;
    try {
      this.#resolve(this.#plan.read(response));
    } catch (error) {
      this.#reject(error);
    }
  };

  readonly #onFailure = (error: unknown): void => {
    if (this.#settle()) this.#reject(error);
  };

  readonly #onTimeout = (): void => {
    const { timeoutMs } = this.#plan;
    const { method } = this.#request;
    this.#stop(
      new ClientError(
        'timeout',
        `No response to ${method} within ${timeoutMs} ms; raise timeoutMs if it may take longer`,
      ),
    );
  };

  readonly #stop = (reason: unknown): void => {
    if (this.#settled) return;
    // Before it settles: a channel forgets what is settled.
    this.#plan.channel.cancel(this.#request.id, reason);
    this.#settle();
    this.#reject(reason);
  };

  #settle(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    const { channel, scope } = this.#plan;
    this.#stopTimer();
    scope.unwatch(this.#stop);
    channel.forget(this.#request.id);
    return true;
  }
}

const NO_OPTIONS: ChannelOptions = Object.freeze({});
