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
import { Attempts, isLoss, readReconnect } from './reconnect.js';
import type { ListenOptions, Subscription } from './subscription.js';
import type { SubscriptionEvent } from './subscription-event.js';

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
        const error = await leg.ended.finally(() => attempts.ended()).catch((reason: unknown) => reason);
        leg = await reopen(error);
      }
    } catch (error) {
      if (!isClosing(error)) throw error;
    } finally {
      runner.release(life);
    }
  }

  /**
   * Tries until the subscription stands again; `undefined` where it is over in good order.
   * @param last why it ended; `undefined` where the server ended it in good order.
   * @throws why it ended, where that is no loss or there were enough attempts; why its life ended.
   */
  async function reopen(last: unknown): Promise<ListenLeg | undefined> {
    for (let error = last; ;) {
      life.throwIfEnded();
      const mayTry = error === undefined ? policy.afterEnd : isLoss(error);
      const attempt = mayTry ? attempts.next() : undefined;
      if (attempt === undefined) {
        if (error === undefined) return undefined;
        throw error;
      }
      watched(logger, 'A listener for reconnecting threw', () => onReconnect?.({ ...attempt, error }));
      await life.sleep(attempt.pauseMs);
      try {
        return await openLeg(runner, life, plan);
      } catch (failure) {
        error = failure;
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
