/**
 * What the streams of one session share: the store, under the name that this session has there, and how a stream of its
 * revision begins.
 */
import type { EventStore, StreamEvent } from './event-store.js';
import type { Rules } from './options.js';

/** A store for one session. Keeping never throws: a store that fails costs what it should have kept. */
export class SessionLog {
  /** How long clients wait before they come back, in milliseconds. */
  readonly retryMs: number;
  /** Whether streams begin with an event without data, which clients before 2025-11-25 take for a broken message. */
  primes = false;
  readonly #session: string;
  readonly #store: EventStore;
  readonly #onError: Rules['onError'];
  /** What the store has not yet confirmed, by stream. */
  readonly #pending = new Map<string, Promise<void>>();
  #isClosed = false;

  constructor(session: string, store: EventStore, retryMs: number, onError: Rules['onError']) {
    this.#session = session;
    this.#store = store;
    this.retryMs = retryMs;
    this.#onError = onError;
  }

  /** Keeps an event, after those of its stream that came before it. */
  append(stream: string, event: StreamEvent): void {
    if (this.#isClosed) return;
    this.#inOrder(stream, () => this.#store.append(this.#session, stream, event));
  }

  /**
   * What is kept of a stream after an event, once all that was appended is.
   * @throws what the store throws.
   */
  async *replay(stream: string, after: number): AsyncGenerator<StreamEvent> {
    await this.#pending.get(stream);
    try {
      yield* this.#store.replay(this.#session, stream, after);
    } catch (error) {
      this.#onError(error);
      throw error;
    }
  }

  /** Lets go of a stream. */
  forget(stream: string): void {
    this.#inOrder(stream, () => this.#store.forget(this.#session, stream));
  }

  /** Lets go of everything, and keeps nothing any more. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const forget = (): void | Promise<void> => this.#store.forget(this.#session);
    const pending = [...this.#pending.values()];
    this.#inOrder('', () => (pending.length === 0 ? forget() : Promise.all(pending).then(forget)));
  }

  /** Does something to a stream once everything before is done; at once with a store that doesn't let anybody wait. */
  #inOrder(stream: string, action: () => void | Promise<void>): void {
    const before = this.#pending.get(stream);
    try {
      const done = before === undefined ? action() : before.then(action);
      if (done === undefined) return;
      const settled = done.catch(this.#onError).then(() => {
        if (this.#pending.get(stream) === settled) this.#pending.delete(stream);
      });
      this.#pending.set(stream, settled);
    } catch (error) {
      this.#onError(error);
    }
  }
}
