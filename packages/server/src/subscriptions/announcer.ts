/** Gathers the changes of one turn, each once, and puts them on the bus. A bus that fails never fails whoever made a change. */
import type { Logger } from '../logger.js';
import type { SubscriptionBus } from './bus.js';
import { type ChangeEvent, isChangeEvent, keyOf } from './change-event.js';

export class Announcer {
  readonly #bus: SubscriptionBus;
  readonly #logger: Logger;
  readonly #deliver: (event: ChangeEvent) => void;
  readonly #pending = new Map<string, ChangeEvent>();
  #leave: (() => void) | undefined;
  #closed = false;

  /** @param deliver tells this instance's own subscribers. It must not throw. */
  constructor(bus: SubscriptionBus, logger: Logger, deliver: (event: ChangeEvent) => void) {
    this.#bus = bus;
    this.#logger = logger;
    this.#deliver = deliver;
  }

  /** Tells of a change when this turn is over. */
  announce(event: ChangeEvent): void {
    if (this.#closed) return;
    if (this.#pending.size === 0) queueMicrotask(() => this.#flush());
    this.#pending.set(keyOf(event), event);
  }

  /** Listens to the bus from now on. Where that fails, own changes are still told, and the next call tries again. */
  join(): void {
    if (this.#leave !== undefined || this.#closed) return;
    try {
      this.#leave = this.#bus.subscribe(this.#receive);
    } catch (error) {
      this.#report(
        'The subscription bus took no listener; subscribers hear of the changes of this instance only.',
        error,
      );
    }
  }

  leave(): void {
    const leave = this.#leave;
    this.#leave = undefined;
    try {
      leave?.();
    } catch (error) {
      this.#report('The subscription bus failed to let go of a listener.', error);
    }
  }

  /** Tells of what is pending, and of nothing after that. */
  close(): void {
    this.#flush();
    this.#closed = true;
  }

  #flush(): void {
    const events = [...this.#pending.values()];
    this.#pending.clear();
    for (const event of events) this.#publish(event);
  }

  #publish(event: ChangeEvent): void {
    // Without a listener of ours on the bus nobody brings it back.
    if (this.#leave === undefined) this.#deliver(event);
    const onFailure = (error: unknown): void => {
      this.#report('The subscription bus did not take a change; other instances have not heard of it.', error);
      if (this.#leave !== undefined) this.#deliver(event);
    };
    try {
      this.#bus.publish(event)?.then(undefined, onFailure);
    } catch (error) {
      onFailure(error);
    }
  }

  readonly #receive = (event: unknown): void => {
    if (isChangeEvent(event)) this.#deliver(event);
    else this.#report('The subscription bus brought something that is no change; does it serve something else too?');
  };

  #report(message: string, error?: unknown): void {
    this.#logger.error({ event: 'bus_failed', message, ...(error === undefined ? undefined : { error }) });
  }
}
