/**
 * Events between the channel and a loop that reads them at its own pace. What waits already is not kept twice, and there is a
 * limit to what waits: past it, one event says that some were missed.
 */
import { keyOf, type SubscriptionEvent } from './subscription-event.js';

type Result = IteratorResult<SubscriptionEvent, undefined>;

interface Reader {
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

const DONE: Result = { done: true, value: undefined };
/** More than any sensible filter lets wait: it names every kind of event, and URIs by the hundred. */
const MAX_WAITING = 1_024;

export class EventQueue {
  readonly #waiting = new Map<string, SubscriptionEvent>();
  readonly #readers: Reader[] = [];
  #ended = false;
  #failure: { readonly reason: unknown } | undefined;

  push(event: SubscriptionEvent): void {
    if (this.#ended) return;
    const reader = this.#readers.shift();
    if (reader) return reader.resolve({ done: false, value: event });
    // Whoever reads that events were missed finds out about these too.
    if (this.#waiting.has('resynced')) return;
    if (event.type === 'resynced') this.#waiting.clear();
    this.#waiting.set(keyOf(event), event);
    if (this.#waiting.size > MAX_WAITING) this.push({ type: 'resynced', reason: 'overflow' });
  }

  /** Ends it, after what waits: with a failure for the reader, or without. */
  end(failure?: { readonly reason: unknown }): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#failure = failure;
    for (const reader of this.#readers.splice(0)) this.#answer(reader);
  }

  /** Ends it at once: nobody reads what waits. */
  abandon(): void {
    this.#waiting.clear();
    this.end();
  }

  next(): Promise<Result> {
    return new Promise((resolve, reject) => {
      const [first] = this.#waiting;
      if (first) {
        this.#waiting.delete(first[0]);
        resolve({ done: false, value: first[1] });
      } else if (this.#ended) this.#answer({ resolve, reject });
      else this.#readers.push({ resolve, reject });
    });
  }

  /** A failure is told once, as by a generator. */
  #answer({ resolve, reject }: Reader): void {
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure) reject(failure.reason);
    else resolve(DONE);
  }
}
