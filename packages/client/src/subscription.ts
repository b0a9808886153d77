/**
 * Subscriptions to what changes on the server, in their two forms: events that call back, and events read in a loop.
 *
 * Specification 2026-07-28, basic/patterns/subscriptions.
 */
import type { SubscriptionFilter } from '@mrtr/types';
import { EventQueue } from './event-queue.js';
import type { FlowRunner } from './flow-runner.js';
import { type ListenOptions, openSubscription, type Subscription, watched } from './live-subscription.js';
import type { SubscriptionEvent } from './subscription-event.js';

/**
 * An open subscription whose events are read in a loop. The loop ends when the subscription does, and throws where `closed`
 * rejects; leaving the loop closes the subscription. Events wait for their reader, each once however often it came.
 */
export interface SubscriptionStream extends Subscription, AsyncIterable<SubscriptionEvent, undefined> {}

/** Opens a subscription that calls back. */
export function listenWith(
  runner: FlowRunner,
  filter: SubscriptionFilter,
  onEvent: (event: SubscriptionEvent) => void,
  options: ListenOptions,
): Promise<Subscription> {
  const { logger } = runner.settings;
  return openSubscription(runner, filter, options, (event) =>
    watched(logger, `A listener for ${event.type} threw`, () => onEvent(event)),
  );
}

/** Opens a subscription to be read in a loop. */
export async function listenInLoop(
  runner: FlowRunner,
  filter: SubscriptionFilter,
  options: ListenOptions,
): Promise<SubscriptionStream> {
  const queue = new EventQueue();
  const subscription = await openSubscription(runner, filter, options, (event) => queue.push(event));
  return new Stream(subscription, queue);
}

class Stream implements SubscriptionStream {
  readonly closed: Promise<void>;
  readonly #subscription: Subscription;
  readonly #queue: EventQueue;

  constructor(subscription: Subscription, queue: EventQueue) {
    this.#subscription = subscription;
    this.#queue = queue;
    this.closed = subscription.closed;
    this.closed.then(
      () => queue.end(),
      (reason: unknown) => queue.end({ reason }),
    );
  }

  get granted(): SubscriptionFilter {
    return this.#subscription.granted;
  }

  close(): void {
    this.#subscription.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#subscription[Symbol.asyncDispose]();
  }

  [Symbol.asyncIterator](): AsyncIterator<SubscriptionEvent, undefined> {
    return {
      next: () => this.#queue.next(),
      return: () => {
        this.close();
        this.#queue.abandon();
        return Promise.resolve({ done: true, value: undefined });
      },
    };
  }
}
