/**
 * How often, and after which failures, a subscription is opened again.
 *
 * Specification 2026-07-28, basic/patterns/subscriptions "Graceful Closure": a stream that ends without its result is an
 * unexpected disconnect, after which a client may reconnect.
 */
import { TransportError } from '@mrtr/transport';
import { ErrorCode, ProtocolError } from '@mrtr/types';
import { ClientError } from './client-error.js';
import type { Clock } from './clock.js';
import { readCount } from './options.js';

/** How a lost subscription is opened again. */
export interface ReconnectOptions {
  /** The pause before the first attempt, in milliseconds; it doubles with each one after it. Default 500. */
  readonly pauseMs?: number | undefined;
  /** The longest pause, in milliseconds. A subscription that lasts as long counts as recovered. Default 30,000. */
  readonly maxPauseMs?: number | undefined;
  /** How many attempts there are between two subscriptions that last; `Infinity` for no limit. Default 10. */
  readonly maxAttempts?: number | undefined;
  /**
   * Also where the server ends the subscription in good order, as one does that is being replaced by another. Default:
   * false, and the subscription is over.
   */
  readonly afterEnd?: boolean | undefined;
  /** A number from 0 up to 1, by which pauses differ between clients: each is half to all of its length. Default: `Math.random`. */
  readonly random?: (() => number) | undefined;
}

/** An attempt that is about to be made. */
export interface ReconnectEvent {
  /** Counts from 1, and from 1 again after a subscription that lasted. */
  readonly attempt: number;
  /** How long it is waited for, in milliseconds. */
  readonly pauseMs: number;
  /** Why the last one ended; `undefined` where the server ended it in good order. */
  readonly error: unknown;
}

/** The options, checked and complete. */
export type ReconnectPolicy = Readonly<Required<{ [K in keyof ReconnectOptions]: NonNullable<ReconnectOptions[K]> }>>;

const LONGEST_PAUSE_MS = 3_600_000;

/** @throws {ClientError} `invalid_option` */
export function readReconnect(options: ReconnectOptions | false | undefined): ReconnectPolicy {
  const { pauseMs, maxPauseMs, maxAttempts, afterEnd, random } = options || {};
  return {
    pauseMs: readCount('reconnect.pauseMs', pauseMs, 500, 1, LONGEST_PAUSE_MS),
    maxPauseMs: readCount('reconnect.maxPauseMs', maxPauseMs, 30_000, 1, LONGEST_PAUSE_MS),
    maxAttempts: options === false ? 0 : readCount('reconnect.maxAttempts', maxAttempts, 10, 0),
    afterEnd: options !== false && afterEnd === true,
    random: random ?? Math.random,
  };
}

/** Counts the attempts, and says how long to wait for each. */
export class Attempts {
  readonly #policy: ReconnectPolicy;
  readonly #clock: Clock;
  #made = 0;
  #recovery: unknown;

  constructor(policy: ReconnectPolicy, clock: Clock) {
    this.#policy = policy;
    this.#clock = clock;
  }

  /** The next attempt; `undefined` where there were enough. */
  next(): Omit<ReconnectEvent, 'error'> | undefined {
    const { pauseMs, maxPauseMs, maxAttempts, random } = this.#policy;
    if (this.#made >= maxAttempts) return undefined;
    const longest = Math.min(pauseMs * 2 ** this.#made, maxPauseMs);
    return { attempt: ++this.#made, pauseMs: Math.ceil(longest * (0.5 + random() / 2)) };
  }

  /** The subscription stands. Attempts before it count until it has lasted, or a server that drops each one is asked for ever. */
  opened(): void {
    if (this.#made === 0) return;
    this.#recovery = this.#clock.setTimeout(() => (this.#made = 0), this.#policy.maxPauseMs);
  }

  /** The subscription stands no more. */
  ended(): void {
    if (this.#recovery !== undefined) this.#clock.clearTimeout(this.#recovery);
    this.#recovery = undefined;
  }
}

/** Whether another attempt may end better: the channel broke, or the server is not well. */
export function isLoss(error: unknown): boolean {
  if (error instanceof TransportError) {
    const { code, status = 0 } = error;
    if (code === 'http_status') return status >= 500 || status === 408 || status === 425 || status === 429;
    return code === 'unreachable' || code === 'invalid_response';
  }
  if (error instanceof ClientError) return error.code === 'timeout' || error.code === 'invalid_result';
  return error instanceof ProtocolError && error.code === ErrorCode.InternalError;
}
