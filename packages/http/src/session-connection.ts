/**
 * One HTTP request in the hands of a session: it is answered once, as JSON or as a stream, unless its client goes away.
 *
 * Specification 2025-11-25, basic/transports "Sending Messages to the Server". Losing a connection cancels nothing.
 */
import { encodeEvent, KEEP_ALIVE } from './event-stream.js';
import type { Rules } from './options.js';
import { SESSION_GONE } from './session-refusals.js';
import type { ResponseHeaders, Shell } from './shell.js';

export class SessionConnection {
  readonly #shell: Shell;
  readonly #rules: Rules;
  readonly #onOver: (() => void)[] = [];
  #state: 'waiting' | 'streaming' | 'over' = 'waiting';
  #keepAlive: unknown;
  /** Wakes the one who waits for room. */
  #wake: (() => void) | undefined;

  constructor(shell: Shell, rules: Rules) {
    this.#shell = shell;
    this.#rules = rules;
  }

  get isOver(): boolean {
    return this.#state === 'over';
  }

  /** Takes the response over from the shell. */
  take(): void {
    this.#shell.handOver(() => this.#finish());
  }

  /** Calls back when the response is complete or the client has gone; at once if that is so already. */
  onOver(callback: () => void): void {
    if (this.isOver) callback();
    else this.#onOver.push(callback);
  }

  /** Answers as a whole, in a stream where the client takes nothing else. */
  respond(status: number, body: string, headers?: ResponseHeaders): void {
    if (this.#state !== 'waiting') return;
    if (status === 200 && body !== '' && !this.#shell.accepts.json && this.open(headers))
      return this.end(encodeEvent(body));
    this.#finish();
    this.#shell.respond(status, body, headers);
  }

  /** Begins a stream, and says whether there is one: not for a client that has gone or takes none. */
  open(headers?: ResponseHeaders): boolean {
    if (this.#state !== 'waiting' || !this.#shell.accepts.stream) return this.#state === 'streaming';
    this.#state = 'streaming';
    this.#shell.openStream(headers);
    this.#armKeepAlive();
    return true;
  }

  /** Writes to the stream, or returns false where too much is waiting already. */
  write(text: string): boolean {
    return this.#state === 'streaming' && this.#shell.write(text);
  }

  /** Resolves when there is room again, or when the response is over. One at a time may wait. */
  writable(): Promise<void> {
    return new Promise((resolve) => {
      if (this.isOver) return resolve();
      this.#wake = resolve;
      this.#shell.whenWritable(resolve);
    });
  }

  /** Ends the stream, with a last piece that is sent however much is waiting. */
  end(text = ''): void {
    if (this.#state !== 'streaming') return;
    this.#finish();
    this.#shell.endStream(text);
  }

  /** The session has ended, and whatever was still to come with it. */
  close(): void {
    if (this.#state === 'waiting') this.respond(SESSION_GONE.status, SESSION_GONE.body, SESSION_GONE.headers);
    else this.end();
  }

  #armKeepAlive(): void {
    const { keepAliveMs, timers } = this.#rules;
    if (keepAliveMs === 0 || this.#state !== 'streaming') return;
    this.#keepAlive = timers.setTimeout(() => {
      this.#shell.write(KEEP_ALIVE);
      this.#armKeepAlive();
    }, keepAliveMs);
  }

  #finish(): void {
    if (this.#state === 'over') return;
    this.#state = 'over';
    if (this.#keepAlive !== undefined) this.#rules.timers.clearTimeout(this.#keepAlive);
    this.#shell.unwatch();
    this.#wake?.();
    for (const callback of this.#onOver.splice(0)) callback();
  }
}
