/** What sessions of the handshake era may be told, with its defaults. */
import type { EventStore } from './event-store.js';
import { count, time } from './limits.js';
import { memoryEventStore } from './memory-event-store.js';

/** How sessions are kept. */
export interface SessionOptions {
  /**
   * How long a session lasts without a request or an open stream of its client, in milliseconds. A call whose client
   * has gone does not keep it. Default: 30 minutes.
   */
  readonly idleMs?: number | undefined;
  /**
   * How many there may be at once. For one more the longest idle is ended; where none is idle, the answer is 503.
   * Default: 1,000.
   */
  readonly maxSessions?: number | undefined;
  /** How many requests of one session may be under way; for one more the answer is 429. Default: 100. */
  readonly maxInFlight?: number | undefined;
  /** How long a client waits before it comes back to a stream that was cut, in milliseconds. Default: 1,000. */
  readonly retryMs?: number | undefined;
  /** Where messages are kept for clients that come back. Default: `memoryEventStore()`. */
  readonly eventStore?: EventStore | undefined;
  /** Where session ids come from. Default: the platform's `crypto`. */
  readonly randomBytes?: ((length: number) => Uint8Array) | undefined;
}

/** The options with their defaults, checked. */
export interface SessionRules {
  readonly idleMs: number;
  readonly maxSessions: number;
  readonly maxInFlight: number;
  readonly retryMs: number;
  readonly eventStore: EventStore;
  readonly randomBytes: (length: number) => Uint8Array;
}

/** @throws {RangeError} for a limit or a time that is not a number in its range. */
export function sessionRulesOf(options: SessionOptions): SessionRules {
  return {
    idleMs: time('sessions.idleMs', options.idleMs ?? 30 * 60_000, 1),
    maxSessions: count('sessions.maxSessions', options.maxSessions ?? 1000, 1),
    maxInFlight: count('sessions.maxInFlight', options.maxInFlight ?? 100, 1),
    // A whole number: that is all that clients read.
    retryMs: count('sessions.retryMs', options.retryMs ?? 1000, 0),
    eventStore: options.eventStore ?? memoryEventStore(),
    randomBytes: options.randomBytes ?? ((length) => crypto.getRandomValues(new Uint8Array(length))),
  };
}
