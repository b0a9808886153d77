/**
 * A subscription to what changes on the server: one long request, open until either side ends it.
 *
 * Specification 2026-07-28, basic/patterns/subscriptions.
 */
import {
  type JsonRpcNotification,
  notificationSpec,
  type PromptListChangedNotification,
  type ResourceListChangedNotification,
  type ResourceUpdatedNotification,
  type SubscriptionFilter,
  SubscriptionsAcknowledgedNotificationParamsSchema,
  type ToolListChangedNotification,
} from '@mrtr/types';
import { createCall } from './call.js';
import { ClientError } from './client-error.js';
import { readDuration } from './clock.js';
import type { FlowRunner } from './flow-runner.js';
import type { JsonRecord } from './json-guards.js';
import type { LegOptions } from './options.js';

/** Something has changed, told apart by `method`. */
export type Change =
  | ToolListChangedNotification
  | PromptListChangedNotification
  | ResourceListChangedNotification
  | ResourceUpdatedNotification;

/** How a subscription is opened. `timeoutMs` bounds the wait for the acknowledgment, not the subscription. */
export type ListenOptions = Pick<LegOptions, 'signal' | 'timeoutMs' | 'meta' | 'headers'>;

/** An open subscription. */
export interface Subscription extends AsyncDisposable {
  /** What the server agreed to tell of; it may be less than was asked for. */
  readonly granted: SubscriptionFilter;
  /**
   * Resolves when the subscription has ended in good order: the server ended it, or `close` did. Rejects when the
   * channel failed or the signal aborted; listen again if the changes still matter.
   */
  readonly closed: Promise<void>;
  /** Ends the subscription. Safe to call twice. */
  close(): void;
}

/** Opens a subscription, and resolves once the server has acknowledged it. */
export function openSubscription(
  runner: FlowRunner,
  filter: SubscriptionFilter,
  onChange: (change: Change) => void,
  options: ListenOptions,
): Promise<Subscription> {
  const { clock } = runner.settings;
  const ackMs = readDuration('timeoutMs', options.timeoutMs, runner.settings.timeoutMs);
  const call = createCall('subscriptions/listen', { notifications: filter });
  const scope = runner.open(call, { signal: options.signal, deadlineMs: Infinity });
  const closing = new ClientError('closed', 'The subscription was closed');
  const close = (): void => scope.end(closing);

  return new Promise((resolve, reject) => {
    let granted: SubscriptionFilter | undefined;
    const timer = ackMs === Infinity ? undefined : clock.setTimeout(() => scope.end(notAcknowledged(ackMs)), ackMs);
    const onNotification = (notification: JsonRpcNotification): void => {
      const acknowledged = granted === undefined ? readAcknowledgment(notification) : undefined;
      if (acknowledged !== undefined) {
        granted = acknowledged;
        clock.clearTimeout(timer);
        resolve({ granted, closed, close, [Symbol.asyncDispose]: () => Promise.resolve(close()) });
      } else if (granted !== undefined && isChange(notification)) {
        onChange(notification);
      }
    };
    const { meta, headers } = options;
    const leg = runner.leg(call, undefined, { timeoutMs: Infinity, meta, headers, onNotification }, scope);
    const closed = leg.then(
      () => undefined,
      (error: unknown) => {
        if (error !== closing) throw error;
      },
    );
    void closed
      .then(
        () => reject(new ClientError('invalid_result', 'The server ended the subscription before it acknowledged it')),
        reject,
      )
      .finally(() => {
        clock.clearTimeout(timer);
        runner.release(scope);
      });
  });
}

function readAcknowledgment({ method, params }: JsonRpcNotification): SubscriptionFilter | undefined {
  if (method !== 'notifications/subscriptions/acknowledged') return undefined;
  const parsed = SubscriptionsAcknowledgedNotificationParamsSchema.safeParse(params);
  return parsed.success ? (params as JsonRecord as { notifications: SubscriptionFilter }).notifications : undefined;
}

function isChange(notification: JsonRpcNotification): notification is Change & JsonRpcNotification {
  const spec = notificationSpec(notification.method);
  if (spec?.filter === undefined) return false;
  return (spec.bare && notification.params === undefined) || spec.params.safeParse(notification.params).success;
}

function notAcknowledged(ms: number): ClientError {
  return new ClientError('timeout', `The server did not acknowledge the subscription within ${ms} ms; raise timeoutMs`);
}
