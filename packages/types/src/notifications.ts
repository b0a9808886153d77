/**
 * The notifications of this revision in one table, beside the requests of `methods`.
 *
 * Specification 2026-07-28, schema "ClientNotification" and "ServerNotification"; basic/patterns/subscriptions says
 * which of them a subscription has to ask for.
 */
import type * as z from 'zod/mini';
import { CancelledNotificationParamsSchema } from './cancellation.js';
import { LoggingMessageNotificationParamsSchema } from './logging.js';
import { NotificationParamsSchema } from './meta.js';
import { ProgressNotificationParamsSchema } from './progress.js';
import { ResourceUpdatedNotificationParamsSchema } from './resources.js';
import { SubscriptionsAcknowledgedNotificationParamsSchema, type SubscriptionFilter } from './subscriptions.js';

/** What there is to know of a notification. */
export interface NotificationSpec {
  readonly params: z.ZodMiniType;
  /** It may come without parameters. */
  readonly bare: boolean;
  /** Who may send it. */
  readonly from: 'server' | 'both';
  /** What a subscription must ask for to get it; `undefined` where it belongs to no subscription's filter. */
  readonly filter: keyof SubscriptionFilter | undefined;
}

/** Every notification. Look one up with `notificationSpec` where the name comes from a peer. */
export const notifications = {
  'notifications/cancelled': {
    params: CancelledNotificationParamsSchema,
    bare: false,
    from: 'both',
    filter: undefined,
  },
  'notifications/progress': {
    params: ProgressNotificationParamsSchema,
    bare: false,
    from: 'server',
    filter: undefined,
  },
  'notifications/message': {
    params: LoggingMessageNotificationParamsSchema,
    bare: false,
    from: 'server',
    filter: undefined,
  },
  'notifications/subscriptions/acknowledged': {
    params: SubscriptionsAcknowledgedNotificationParamsSchema,
    bare: false,
    from: 'server',
    filter: undefined,
  },
  'notifications/tools/list_changed': {
    params: NotificationParamsSchema,
    bare: true,
    from: 'server',
    filter: 'toolsListChanged',
  },
  'notifications/prompts/list_changed': {
    params: NotificationParamsSchema,
    bare: true,
    from: 'server',
    filter: 'promptsListChanged',
  },
  'notifications/resources/list_changed': {
    params: NotificationParamsSchema,
    bare: true,
    from: 'server',
    filter: 'resourcesListChanged',
  },
  'notifications/resources/updated': {
    params: ResourceUpdatedNotificationParamsSchema,
    bare: false,
    from: 'server',
    filter: 'resourceSubscriptions',
  },
} as const satisfies Record<string, NotificationSpec>;

/** The name of a notification. */
export type NotificationName = keyof typeof notifications;

/** The parameters of a notification. */
export type NotificationParamsOf<N extends NotificationName> = z.infer<(typeof notifications)[N]['params']>;

/** What there is to know of a notification, by a name from anywhere. */
export function notificationSpec(name: string): NotificationSpec | undefined {
  return Object.hasOwn(notifications, name) ? notifications[name as NotificationName] : undefined;
}
