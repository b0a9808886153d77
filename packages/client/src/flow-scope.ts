/**
 * How long a flow may go on: until its caller aborts it, its deadline passes, or the client is closed. Whichever
 * comes first settles whatever the flow is waiting for (a leg, a callback, a pause), and nothing is sent after it.
 *
 * Specification 2026-07-28, basic/patterns/cancellation.
 */
import { type Call, describe } from './call.js';
import { ClientError } from './client-error.js';
import type { Clock } from './clock.js';

/** Told once, with the reason, when the flow ends before its result. */
export type Watcher = (reason: unknown) => void;

/** The life of one flow. */
export class FlowScope {
  readonly #clock: Clock;
  readonly #signal: AbortSignal | undefined;
  // Nearly always there is one; a set for each flow would cost more than the flow.
  #watcher: Watcher | undefined;
  #others: Set<Watcher> | undefined;
  #deadline: unknown;
  #onAbort: (() => void) | undefined;
  #ended = false;
  #reason: unknown;

  /** @param deadlineMs how long the whole flow may take, from now; `Infinity` for no limit. */
  constructor(clock: Clock, signal: AbortSignal | undefined, deadlineMs: number, call: Call) {
    this.#clock = clock;
    this.#signal = signal;
    if (signal !== undefined) {
      if (signal.aborted) {
        this.#endWith(signal.reason);
        return;
      }
      this.#onAbort = () => this.end(signal.reason);
      signal.addEventListener('abort', this.#onAbort);
    }
    if (deadlineMs !== Infinity) {
      this.#deadline = clock.setTimeout(() => {
        this.#deadline = undefined;
        this.end(
          new ClientError(
            'deadline',
            `${describe(call)} did not finish within its deadline of ${deadlineMs} ms; allow a longer deadlineMs`,
          ),
        );
      }, deadlineMs);
    }
  }

  /** True once the flow has been ended before its result. */
  get ended(): boolean {
    return this.#ended;
  }

  /** @throws the reason for which the flow ended. */
  throwIfEnded(): void {
    if (this.#ended) throw this.#reason;
  }

  /** Ends the flow. Only the first reason counts. */
  end(reason: unknown): void {
    if (this.#ended) return;
    const [first, others] = [this.#watcher, this.#others];
    this.#endWith(reason);
    first?.(reason);
    if (others !== undefined) for (const watcher of others) watcher(reason);
  }

  /** Calls back when the flow ends, at once if it has. */
  watch(watcher: Watcher): void {
    if (this.#ended) watcher(this.#reason);
    else if (this.#watcher === undefined) this.#watcher = watcher;
    else (this.#others ??= new Set()).add(watcher);
  }

  unwatch(watcher: Watcher): void {
    if (this.#watcher === watcher) this.#watcher = undefined;
    else this.#others?.delete(watcher);
  }

  /** Waits, or rejects with the reason when the flow ends first. */
  sleep(ms: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop: Watcher = (reason) => {
        this.#clock.clearTimeout(timer);
        reject(reason);
      };
      const timer = this.#clock.setTimeout(() => {
        this.unwatch(stop);
        resolve();
      }, ms);
      this.watch(stop);
    });
  }

  /** Lets go of the signal and the timer. The flow has its result, or is left for another time. */
  dispose(): void {
    if (this.#onAbort !== undefined) this.#signal?.removeEventListener('abort', this.#onAbort);
    this.#onAbort = undefined;
    if (this.#deadline !== undefined) this.#clock.clearTimeout(this.#deadline);
    this.#deadline = undefined;
    this.#watcher = undefined;
    this.#others = undefined;
  }

  #endWith(reason: unknown): void {
    this.#ended = true;
    this.#reason = reason;
    this.dispose();
  }
}
