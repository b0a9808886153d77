/** What a server's end of the channel may be told, with its defaults: one set for the web handler and for Node. */
import type { AuthInfo, HeaderReader } from '@mrtr/transport';
import { type Allowed, hostSet, originSet } from './hosts.js';
import { count, time } from './limits.js';
import { type SessionOptions, type SessionRules, sessionRulesOf } from './session-options.js';
import { platformTimers, type Timers } from './timers.js';

/** What `authenticate` is shown of a request, before its body is read. */
export interface AuthRequest {
  readonly headers: HeaderReader;
  /** The whole URL, as the client wrote it. */
  readonly url: string;
  readonly method: string;
}

/** Finds out who calls. */
export type Authenticate = (request: AuthRequest) => AuthInfo | undefined | Promise<AuthInfo | undefined>;

/** What every server end may be told. */
export interface HttpOptions {
  /** The largest request body, in bytes; beyond it the answer is 413. Default: 4 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** How long a body may take to arrive, in milliseconds; then the answer is 408. Default: 30,000. */
  readonly bodyTimeoutMs?: number | undefined;
  /**
   * The hosts this server answers to, as `app.example` (any port) or `app.example:8443`; others get 403. Default: over
   * the loopback interface `localhost`, `127.0.0.1` and `[::1]`; elsewhere any.
   */
  readonly allowedHosts?: Allowed | undefined;
  /**
   * The origins whose pages may call, as `https://app.example`; others get 403. Default: pages on this machine for a
   * server on this machine, and pages of a host in `allowedHosts`. Requests without an `Origin`, which is all that are
   * not a browser's, are not concerned.
   */
  readonly allowedOrigins?: Allowed | undefined;
  /**
   * Finds out who calls, with every request; `undefined` is anybody. Throw an `AuthRefusal` to answer 401 or 403; another
   * error is a 500 and goes to `onError`. Default: nobody is asked.
   */
  readonly authenticate?: Authenticate | undefined;
  /** How often a comment keeps a quiet stream open, in milliseconds; 0 sends none. Default: 15,000. */
  readonly keepAliveMs?: number | undefined;
  /**
   * How many bytes may wait for a client that reads slowly. Beyond it notifications are dropped; a `subscriptions/listen`
   * stream, which must not miss any, is ended. The response is always sent. Default: 1 MiB.
   */
  readonly maxBufferBytes?: number | undefined;
  /** Takes what went wrong on this side and was not the client's doing. Default: `console.error`. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /**
   * How sessions are kept for clients of 2025-11-25 and earlier, where the server opens any; `false` for none, where no two
   * requests come to the same process. Default: with the defaults of `SessionOptions`.
   */
  readonly sessions?: SessionOptions | false | undefined;
  /** The clock. Default: the platform's. */
  readonly timers?: Timers | undefined;
}

/** The options with their defaults, checked, in the form that requests are held against. */
export interface Rules {
  readonly maxBodyBytes: number;
  readonly bodyTimeoutMs: number;
  readonly allowedHosts: ReadonlySet<string> | 'any' | undefined;
  readonly allowedOrigins: ReadonlySet<string> | 'any' | undefined;
  readonly authenticate: Authenticate | undefined;
  readonly keepAliveMs: number;
  readonly maxBufferBytes: number;
  readonly onError: (error: unknown) => void;
  readonly timers: Timers;
  readonly sessions: SessionRules | undefined;
}

/**
 * @throws {RangeError} for a limit or a time that is not a number in its range.
 * @throws {TypeError} for a host or an origin that is none.
 */
export function rulesOf(options: HttpOptions): Rules {
  return {
    maxBodyBytes: count('maxBodyBytes', options.maxBodyBytes ?? 4 * 1024 * 1024, 1),
    bodyTimeoutMs: time('bodyTimeoutMs', options.bodyTimeoutMs ?? 30_000, 1),
    allowedHosts: hostSet(options.allowedHosts),
    allowedOrigins: originSet(options.allowedOrigins),
    authenticate: options.authenticate,
    keepAliveMs: time('keepAliveMs', options.keepAliveMs ?? 15_000, 0),
    maxBufferBytes: count('maxBufferBytes', options.maxBufferBytes ?? 1024 * 1024, 1),
    onError: shielded(options.onError ?? reportToConsole),
    timers: options.timers ?? platformTimers,
    sessions: options.sessions === false ? undefined : sessionRulesOf(options.sessions ?? {}),
  };
}

/** A hook that fails itself must not take the process down with it. */
function shielded(onError: (error: unknown) => void): (error: unknown) => void {
  return (error) => {
    try {
      onError(error);
    } catch {
      // There is nobody left to tell.
    }
  };
}

function reportToConsole(error: unknown): void {
  console.error('MCP over HTTP: an internal fault, hidden from the client.', error);
}
