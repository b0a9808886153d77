/**
 * One open `subscriptions/listen` request: acknowledged first, then told of what it asked for, each message tagged with its
 * id. Nothing is kept for a client that reads slowly: a channel whose buffer is full aborts the request.
 *
 * Specification 2026-07-28, basic/patterns/subscriptions.
 */
import { MetaKey, type SubscriptionFilter } from '@mrtr/types';
import type { RequestContext } from '../context.js';
import type { Complete } from '../handlers.js';
import { accepts, type ChangeEvent, toNotification } from './change-event.js';

/** The part of a request's context that it needs. */
export type ListenContext = Pick<RequestContext, 'requestId' | 'signal' | 'notify'>;

export class Subscription {
  readonly #ctx: ListenContext;
  readonly #signal: AbortSignal;
  readonly #meta: { readonly [MetaKey.subscriptionId]: ListenContext['requestId'] };
  readonly #honoured: SubscriptionFilter;
  readonly #accepts: (event: ChangeEvent) => boolean;
  #finish: (() => void) | undefined;

  constructor(ctx: ListenContext, honoured: SubscriptionFilter) {
    this.#ctx = ctx;
    this.#signal = ctx.signal;
    this.#meta = { [MetaKey.subscriptionId]: ctx.requestId };
    this.#honoured = honoured;
    this.#accepts = accepts(honoured);
  }

  /** Acknowledges it, and resolves with its result when either side has ended it. */
  async run(): Promise<Complete<'subscriptions/listen'>> {
    if (!this.#signal.aborted) {
      this.#ctx.notify('notifications/subscriptions/acknowledged', {
        _meta: this.#meta,
        notifications: this.#honoured,
      });
      await this.#ended();
    }
    return { _meta: this.#meta };
  }

  /**
   * Tells of a change, where it was asked for.
   * @throws what the channel throws; the subscription has ended then.
   */
  deliver(event: ChangeEvent): void {
    if (this.#finish === undefined || !this.#accepts(event)) return;
    const { method, params } = toNotification(event);
    try {
      this.#ctx.notify(method, { _meta: this.#meta, ...params });
    } catch (error) {
      this.end();
      throw error;
    }
  }

  /** Ends it in good order: the client gets its result. */
  end(): void {
    this.#finish?.();
  }

  #ended(): Promise<void> {
    return new Promise((resolve) => {
      const finish = (): void => {
        this.#finish = undefined;
        this.#signal.removeEventListener('abort', finish);
        resolve();
      };
      // The client may have been found gone while it was acknowledged.
      if (this.#signal.aborted) return resolve();
      this.#finish = finish;
      this.#signal.addEventListener('abort', finish);
    });
  }
}
