/**
 * One `subscriptions/listen` request: it stands when the server has acknowledged it, and hands on events until it ends.
 *
 * Specification 2026-07-28, basic/patterns/subscriptions "Acknowledgment".
 */
import {
  type JsonRpcNotification,
  type SubscriptionFilter,
  SubscriptionsAcknowledgedNotificationParamsSchema,
} from '@mrtr/types';
import type { Call } from './call.js';
import { ClientError } from './client-error.js';
import { readDuration } from './clock.js';
import type { FlowRunner } from './flow-runner.js';
import { FlowScope } from './flow-scope.js';
import type { JsonRecord } from './json-guards.js';
import type { LegOptions } from './options.js';
import { readEvent, type SubscriptionEvent } from './subscription-event.js';

/** What is listened for, and who is told. */
export interface ListenPlan {
  readonly call: Call;
  readonly asked: SubscriptionFilter;
  /** `timeoutMs` bounds the wait for the acknowledgment. */
  readonly options: Pick<LegOptions, 'timeoutMs' | 'meta' | 'headers'>;
  /** Called with what the server agreed to, before any event. */
  readonly onOpen: (granted: SubscriptionFilter) => void;
  readonly onEvent: (event: SubscriptionEvent) => void;
}

/** A request that was acknowledged. */
export interface ListenLeg {
  /** Resolves when the server ends it in good order, and rejects with why it broke off. */
  readonly ended: Promise<undefined>;
}

/**
 * Sends the request, and resolves once it is acknowledged.
 * @param life ends it too, and outlives it.
 * @throws {ClientError} `timeout` where it is not acknowledged in time; what the leg fails with before.
 */
export async function openLeg(runner: FlowRunner, life: FlowScope, plan: ListenPlan): Promise<ListenLeg> {
  const { clock } = runner.settings;
  const { call, asked, options, onOpen, onEvent } = plan;
  const ackMs = readDuration('timeoutMs', options.timeoutMs, runner.settings.timeoutMs);
  const scope = new FlowScope(clock, undefined, Infinity, call);
  const endWithLife = (reason: unknown): void => scope.end(reason);
  life.watch(endWithLife);
  const timer = ackMs === Infinity ? undefined : clock.setTimeout(() => scope.end(notAcknowledged(ackMs)), ackMs);

  let isOpen = false;
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  // A server in this process may acknowledge it before `leg` returns.
  const onNotification = (notification: JsonRpcNotification): void => {
    if (isOpen) {
      const event = readEvent(notification, asked);
      if (event) onEvent(event);
      return;
    }
    const granted = readAcknowledgment(notification);
    if (!granted) return;
    isOpen = true;
    clock.clearTimeout(timer);
    onOpen(granted);
    open();
  };
  const ended = runner
    .leg(call, undefined, { ...options, timeoutMs: Infinity, onNotification }, scope)
    .then(() => undefined)
    .finally(() => {
      clock.clearTimeout(timer);
      life.unwatch(endWithLife);
    });
  return Promise.race([opened.then(() => ({ ended })), ended.then(() => Promise.reject(endedEarly()))]);
}

function readAcknowledgment({ method, params }: JsonRpcNotification): SubscriptionFilter | undefined {
  if (method !== 'notifications/subscriptions/acknowledged') return undefined;
  const parsed = SubscriptionsAcknowledgedNotificationParamsSchema.safeParse(params);
  return parsed.success ? (params as JsonRecord as { notifications: SubscriptionFilter }).notifications : undefined;
}

function notAcknowledged(ms: number): ClientError {
  return new ClientError('timeout', `The server did not acknowledge the subscription within ${ms} ms; raise timeoutMs`);
}

function endedEarly(): ClientError {
  return new ClientError('invalid_result', 'The server ended the subscription before it acknowledged it');
}
