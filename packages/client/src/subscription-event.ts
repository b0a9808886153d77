/**
 * What a subscription tells of, as data to switch over.
 *
 * Specification 2026-07-28, basic/patterns/subscriptions "Notification Filter".
 */
import { type JsonRpcNotification, notificationSpec, type SubscriptionFilter } from '@mrtr/types';

/** Something has changed on the server, or may have. */
export type SubscriptionEvent =
  | { readonly type: 'tools_changed' }
  | { readonly type: 'prompts_changed' }
  /** The list of resources, or that of their templates. */
  | { readonly type: 'resources_changed' }
  /** What is read under this URI, which may be a part of a resource that was subscribed to. */
  | { readonly type: 'resource_updated'; readonly uri: string }
  /**
   * Events may have been missed: list and read again whatever was subscribed to. `reconnected` after a loss, when the
   * subscription stands again; `overflow` where more was waiting to be read than is kept.
   */
  | { readonly type: 'resynced'; readonly reason: 'reconnected' | 'overflow' };

/** The event in a notification; `undefined` where that is none, is malformed, or was not asked for. */
export function readEvent(
  { method, params }: JsonRpcNotification,
  asked: SubscriptionFilter,
): SubscriptionEvent | undefined {
  const spec = notificationSpec(method);
  if (spec?.filter === undefined) return undefined;
  if (!(spec.bare && params === undefined) && !spec.params.safeParse(params).success) return undefined;
  switch (spec.filter) {
    case 'toolsListChanged':
      return asked.toolsListChanged ? { type: 'tools_changed' } : undefined;
    case 'promptsListChanged':
      return asked.promptsListChanged ? { type: 'prompts_changed' } : undefined;
    case 'resourcesListChanged':
      return asked.resourcesListChanged ? { type: 'resources_changed' } : undefined;
    case 'resourceSubscriptions':
      return asked.resourceSubscriptions?.length
        ? { type: 'resource_updated', uri: params?.['uri'] as string }
        : undefined;
  }
}

/** The same text for events that say the same. */
export function keyOf(event: SubscriptionEvent): string {
  return event.type === 'resource_updated' ? `${event.type} ${event.uri}` : event.type;
}
