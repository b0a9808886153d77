/**
 * A subscription that outlives its requests: after a loss it is opened again, until either side ends it.
 *
 * Specification 2026-07-28, basic/patterns/subscriptions "Graceful Closure".
 */
import { copyJson } from '@mrtr/transport';
import type { SubscriptionFilter } from '@mrtr/types';
import { createCall } from './call.js';
import { ClientError } from './client-error.js';
import type { FlowRunner } from './flow-runner.js';
import { type ListenLeg, type ListenPlan, openLeg } from './listen-leg.js';
import type { ClientLogger } from './logger.js';
import type { LegOptions } from './options.js';
import { Attempts, isLoss, readReconnect, type ReconnectEvent, type ReconnectOptions } from './reconnect.js';
import type { SubscriptionEvent } from './subscription-event.js';

/** How a subscription is opened. `timeoutMs` bounds the wait for an acknowledgment, not the subscription. */
export interface ListenOptions extends Pick<LegOptions, 'signal' | 'timeoutMs' | 'meta' | 'headers'> {
  /** How it is opened again after a loss; `false` to have it end there. Where it can't be opened at first, it is an error. */
  readonly reconnect?: ReconnectOptions | false | undefined;
  /** Told of each attempt to open it again, before the pause. */
  readonly onReconnect?: ((event: ReconnectEvent) => void) | undefined;
}

/** An open subscription. */
export interface Subscription extends AsyncDisposable {
  /** What the server agreed to tell of when it was last asked; it may be less than was asked for. */
  readonly granted: SubscriptionFilter;
  /**
   * Resolves when the subscription has ended in good order: the server ended it, or this side closed it or the client.
   * Rejects with the signal's reason, or, where it was lost for good, with what was last in the way.
   */
  readonly closed: Promise<void>;
  /** Ends the subscription. Safe to call twice. */
  close(): void;
}

/**
 * Opens a subscription, and resolves once the server has acknowledged it.
 * @param onEvent must not throw.
 * @throws {ClientError} `invalid_option`; what the first request fails with.
 */
export async function openSubscription(
  runner: FlowRunner,
  filter: SubscriptionFilter,
  options: ListenOptions,
  onEvent: (event: SubscriptionEvent) => void,
): Promise<Subscription> {
  const { signal, timeoutMs, meta, headers, onReconnect } = options;
  const { clock, logger } = runner.settings;
  const policy = readReconnect(options.reconnect);
  const attempts = new Attempts(policy, clock);
  // It is sent again after a loss, whatever its owner does with it meanwhile.
  const asked = copyJson(filter);
  const call = createCall('subscriptions/listen', { notifications: asked });
  const life = runner.open(call, { signal, deadlineMs: Infinity });
  let granted: SubscriptionFilter | undefined;
  const plan: ListenPlan = {
    call,
    asked,
    options: { timeoutMs, meta, headers },
    onOpen(now) {
      const isFirst = granted === undefined;
      granted = now;
      if (!isFirst) onEvent({ type: 'resynced', reason: 'reconnected' });
    },
    onEvent,
  };

  async function run(first: ListenLeg): Promise<void> {
    try {
      for (let leg: ListenLeg | undefined = first; leg !== undefined;) {
        attempts.opened();
        const ended = leg.ended.finally(() => attempts.ended());
        leg = await reopen(await ended.catch((error: unknown) => ({ error })));
      }
    } catch (error) {
      if (!isClosing(error)) throw error;
    } finally {
      runner.release(life);
    }
  }

  /**
   * Tries until the subscription stands again; `undefined` where it is over in good order.
   * @param last how it ended; `undefined` where the server did so in good order.
   * @throws why it ended, where that is no loss or there were enough attempts; why its life ended.
   */
  async function reopen(last: { readonly error: unknown } | undefined): Promise<ListenLeg | undefined> {
    for (let failure = last; ;) {
      life.throwIfEnded();
      const mayTry = failure ? isLoss(failure.error) : policy.afterEnd;
      const attempt = mayTry ? attempts.next() : undefined;
      if (attempt === undefined) {
        if (!failure) return undefined;
        throw failure.error;
      }
      const event: ReconnectEvent = { ...attempt, error: failure?.error };
      watched(logger, 'A listener for reconnecting threw', () => onReconnect?.(event));
      await life.sleep(attempt.pauseMs);
      try {
        return await openLeg(runner, life, plan);
      } catch (error) {
        failure = { error };
      }
    }
  }

  const first = await openLeg(runner, life, plan).catch((error: unknown) => {
    runner.release(life);
    throw error;
  });
  const closed = run(first);
  // Nobody has to wait for it.
  closed.catch(() => undefined);
  const close = (): void => life.end(new ClientError('closed', 'The subscription was closed'));
  return {
    get granted() {
      return granted ?? {};
    },
    closed,
    close,
    [Symbol.asyncDispose]: () => Promise.resolve(close()),
  };
}

/** Closing the subscription, or the client, is a good end. */
function isClosing(error: unknown): boolean {
  return error instanceof ClientError && error.code === 'closed';
}

/** Calls something that only watches: what it throws goes to the logger. */
export function watched(logger: ClientLogger | undefined, message: string, call: () => void): void {
  try {
    call();
  } catch (error) {
    logger?.warn({ event: 'listener_failed', message, error });
  }
}
