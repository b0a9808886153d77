/** What the server's end may be told, with its defaults. */
import process from 'node:process';
import type { Readable, Writable } from 'node:stream';
import { count, time } from './limits.js';
import { platformTimers, type Timers } from './timers.js';
import { unfailing } from './unfailing.js';

/** What `serveStdio` may be told. */
export interface ServeStdioOptions {
  /** Where messages come from. The channel owns it, and closes it at its end. Default: `process.stdin`. */
  readonly input?: Readable | undefined;
  /** Where messages go. The channel owns it, and ends it at its end. Default: `process.stdout`. */
  readonly output?: Writable | undefined;
  /** The longest line that is read, in bytes; a longer one is answered with -32600 and skipped. Default: 4 MiB. */
  readonly maxLineBytes?: number | undefined;
  /**
   * How many requests are worked on at once; others wait for their turn. Subscriptions don't count: they do nothing
   * until something changes. Default: 256.
   */
  readonly maxRequests?: number | undefined;
  /**
   * How many bytes may wait. Of requests that wait for their turn: beyond it nothing more is read. Of messages that the
   * client doesn't read: beyond it notifications are dropped; a subscription, which must not miss any, is cancelled.
   * Responses are always sent. Default: 4 MiB.
   */
  readonly maxBufferBytes?: number | undefined;
  /**
   * How long requests under way may go on after the end of the input or `close`, in milliseconds; then their signals
   * abort. Default: 1,000.
   */
  readonly graceMs?: number | undefined;
  /**
   * Whether `console.log`, and whatever else is written to `process.stdout`, goes to stderr as long as the channel is
   * open, where that is the output: nothing but messages may stand there. Default: true.
   */
  readonly claimConsole?: boolean | undefined;
  /** Takes what went wrong on this side and was not the client's doing. Default: `console.error`, which is stderr. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** The clock. Default: the platform's. */
  readonly timers?: Timers | undefined;
}

/** The options with their defaults, checked. */
export interface ServerSettings {
  readonly input: Readable;
  readonly output: Writable;
  readonly maxLineBytes: number;
  readonly maxRequests: number;
  readonly maxBufferBytes: number;
  readonly graceMs: number;
  readonly claimConsole: boolean;
  readonly onError: (error: unknown) => void;
  readonly timers: Timers;
}

/** @throws {RangeError} for a limit or a time that is not a number in its range. */
export function serverSettingsOf(options: ServeStdioOptions): ServerSettings {
  return {
    input: options.input ?? process.stdin,
    output: options.output ?? process.stdout,
    maxLineBytes: count('maxLineBytes', options.maxLineBytes ?? 4 * 1024 * 1024, 1),
    maxRequests: count('maxRequests', options.maxRequests ?? 256, 1),
    maxBufferBytes: count('maxBufferBytes', options.maxBufferBytes ?? 4 * 1024 * 1024, 1),
    graceMs: time('graceMs', options.graceMs ?? 1000, 0),
    claimConsole: options.claimConsole ?? true,
    onError: unfailing(options.onError ?? reportToConsole),
    timers: options.timers ?? platformTimers,
  };
}

function reportToConsole(error: unknown): void {
  console.error('MCP over stdio: an internal fault, hidden from the client.', error);
}
