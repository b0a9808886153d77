/** What a client and a single call can be told, and the checked settings that come of it. */
import type { HttpTransportOptions } from '@mrtr/http/client';
import type {
  ClientCapabilities,
  DiscoverResult,
  Implementation,
  InputRequests,
  LoggingLevel,
  ProtocolVersion,
} from '@mrtr/types';
import type { Callbacks } from './callbacks.js';
import { ClientError } from './client-error.js';
import { type Clock, readDuration, systemClock } from './clock.js';
import type { InterimLimits } from './interim.js';
import { type ClientLogger, harmless } from './logger.js';
import type { Listeners } from './notifications.js';
import type { RoundLimits } from './round-loop.js';

/** A round as it is shown while the client runs the rounds by itself. */
export interface RoundEvent {
  /** The number of the round, from 1. */
  readonly round: number;
  /** What the server asks, under its own keys; empty where it only wants to be called again. */
  readonly requests: InputRequests;
  /** The server's state, to be kept like a credential. */
  readonly requestState: string | undefined;
  /** How long the client waits before it calls again, in milliseconds; 0 where there is a question to answer. */
  readonly pauseMs: number;
}

/** Told of each round before it is answered or waited out. What it throws ends the call. */
export type OnRound = (event: RoundEvent) => void;

/** How rounds without a question are waited out: the server is busy, or a person is on a web page. */
export interface WaitingOptions {
  /** The first pause, in milliseconds; it doubles in each such round, and a question resets it. Default 50. */
  readonly pauseMs?: number | undefined;
  /** The longest pause, in milliseconds. Default 250. */
  readonly maxPauseMs?: number | undefined;
  /**
   * How many such rounds one call may have, apart from `inputRequiredMaxRounds`; `Infinity` leaves the end to the
   * deadline and the signal. By default they count as rounds like any other.
   */
  readonly maxRounds?: number | undefined;
}

export interface ClientOptions extends Callbacks {
  /** What the client says it is. Default: this library. */
  readonly info?: Implementation | undefined;
  /** Capabilities beside those that the callbacks declare: what is answered by hand, `sampling.tools`, extensions. */
  readonly capabilities?: ClientCapabilities | undefined;
  /**
   * Which revisions to speak. `auto` asks the server once (`server/discover`) and shakes hands with an old one; `legacy`
   * shakes hands at once; a revision is spoken without asking. Default: `auto`, and the newest with a server of this process.
   */
  readonly mode?: 'auto' | 'legacy' | ProtocolVersion | undefined;
  /** What an earlier `discover` has found, so that nothing has to be asked again. Only with a `mode` of 2026-07-28. */
  readonly discovered?: DiscoverResult | undefined;
  /** How long `auto` waits for a server on stdio, which may be an old one that is silent, in milliseconds. Default 2,000. */
  readonly probeTimeoutMs?: number | undefined;
  /** How many interim results of one call are answered. Default 10; 0 answers none. */
  readonly inputRequiredMaxRounds?: number | undefined;
  readonly waiting?: WaitingOptions | undefined;
  /** How long one request may take, in milliseconds. It never runs while callbacks do. Default 60,000. */
  readonly timeoutMs?: number | undefined;
  /** How long all rounds of one call may take together, callbacks and pauses included. Default: no limit. */
  readonly deadlineMs?: number | undefined;
  /** How many callbacks of one round run at a time. Default 10. */
  readonly maxConcurrentInputs?: number | undefined;
  /** How many things a server may ask in one round. Default 100. */
  readonly maxInputRequests?: number | undefined;
  /** The largest `requestState` that is taken, in bytes of UTF-8. It is never cut. Default 1 MiB. */
  readonly maxStateBytes?: number | undefined;
  /** Told of each round of every call. */
  readonly onRound?: OnRound | undefined;
  /** How a server given by its URL is reached: headers, a `fetch` of your own. */
  readonly http?: HttpTransportOptions | undefined;
  readonly logger?: ClientLogger | undefined;
  /** Where timers come from. Default: the platform. */
  readonly clock?: Clock | undefined;
}

/** What a single request can be told. */
export interface LegOptions extends Listeners {
  /** Cancels the call, wherever it stands; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** How long one request may take, in milliseconds. Default: the client's. */
  readonly timeoutMs?: number | undefined;
  /** The least severe log message wanted. Default `info` where `onLog` is given; else none is sent. */
  readonly logLevel?: LoggingLevel | undefined;
  /** More members for the `_meta` of the request: trace context, extensions. The protocol's own stay as they are. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  /** More headers, on channels that have them. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** What a call that may take several rounds can be told. */
export interface CallOptions extends LegOptions {
  /** How long all rounds may take together, in milliseconds. Default: the client's. */
  readonly deadlineMs?: number | undefined;
  /** How many interim results are answered. Default: the client's. */
  readonly inputRequiredMaxRounds?: number | undefined;
  /** Default: the client's, member by member. */
  readonly waiting?: WaitingOptions | undefined;
  /** Told of each round, after the client's own. */
  readonly onRound?: OnRound | undefined;
}

/** The options of a client, checked and complete. */
export interface Settings {
  readonly callbacks: Callbacks;
  readonly rounds: RoundLimits;
  readonly interim: InterimLimits;
  readonly probeTimeoutMs: number;
  readonly timeoutMs: number;
  readonly deadlineMs: number;
  readonly maxConcurrentInputs: number;
  readonly onRound: OnRound | undefined;
  readonly logger: ClientLogger | undefined;
  readonly clock: Clock;
}

/** @throws {ClientError} `invalid_option`, naming it. */
export function readOptions(options: ClientOptions): Settings {
  const { onElicit, onElicitUrl, onSample, onListRoots } = options;
  return {
    callbacks: { onElicit, onElicitUrl, onSample, onListRoots },
    rounds: readRoundLimits(options, DEFAULT_ROUNDS),
    interim: {
      maxInputRequests: readCount('maxInputRequests', options.maxInputRequests, 100, 1),
      maxStateBytes: readCount('maxStateBytes', options.maxStateBytes, 1_048_576, 1),
    },
    probeTimeoutMs: readDuration('probeTimeoutMs', options.probeTimeoutMs, 2_000),
    timeoutMs: readDuration('timeoutMs', options.timeoutMs, 60_000),
    deadlineMs: readDuration('deadlineMs', options.deadlineMs, Infinity),
    maxConcurrentInputs: readCount('maxConcurrentInputs', options.maxConcurrentInputs, 10, 1),
    onRound: options.onRound,
    logger: options.logger && harmless(options.logger),
    clock: options.clock ?? systemClock,
  };
}

const DEFAULT_ROUNDS: RoundLimits = { maxRounds: 10, maxWaits: undefined, pauseMs: 50, maxPauseMs: 250 };

/** The limits of one call: its own where it has some, else the client's. */
export function readRoundLimits(
  { inputRequiredMaxRounds, waiting }: Pick<CallOptions, 'inputRequiredMaxRounds' | 'waiting'>,
  fallback: RoundLimits,
): RoundLimits {
  if (inputRequiredMaxRounds === undefined && waiting === undefined) return fallback;
  const { pauseMs, maxPauseMs, maxRounds } = waiting ?? {};
  return {
    maxRounds: readCount('inputRequiredMaxRounds', inputRequiredMaxRounds, fallback.maxRounds, 0),
    maxWaits: maxRounds === undefined ? fallback.maxWaits : readCount('waiting.maxRounds', maxRounds, 0, 0),
    pauseMs: readCount('waiting.pauseMs', pauseMs, fallback.pauseMs, 1, MAX_PAUSE_MS),
    maxPauseMs: readCount('waiting.maxPauseMs', maxPauseMs, fallback.maxPauseMs, 1, MAX_PAUSE_MS),
  };
}

/** An hour; a longer pause could not be told from a call that hangs. */
const MAX_PAUSE_MS = 3_600_000;

/** @throws {ClientError} `invalid_option`, naming it. */
export function readCount(
  name: string,
  value: number | undefined,
  fallback: number,
  least: number,
  most = Infinity,
): number {
  if (value === undefined) return fallback;
  const whole = Number.isInteger(value) || value === Infinity;
  if (typeof value === 'number' && whole && value >= least && value <= most) return value;
  const range = most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`;
  throw new ClientError('invalid_option', `${name} must be a whole number ${range}`);
}
