/**
 * What subscribers are told of, as plain data: it goes over the bus, and comes out as a notification.
 *
 * Specification 2026-07-28, basic/patterns/subscriptions "Notification Filter".
 */
import { isRecord, type ServerCapabilities, type SubscriptionFilter } from '@mrtr/types';

/** Something has changed. JSON, so that a bus can carry it to other processes. */
export type ChangeEvent =
  | { readonly type: 'tools_changed' }
  | { readonly type: 'prompts_changed' }
  /** The list of resources, or that of their templates. */
  | { readonly type: 'resources_changed' }
  /** What is read under this URI. */
  | { readonly type: 'resource_updated'; readonly uri: string };

/** How a list's changes are asked for, declared and told. */
interface ListChange {
  readonly filter: 'toolsListChanged' | 'promptsListChanged' | 'resourcesListChanged';
  readonly capability: 'tools' | 'prompts' | 'resources';
  readonly method: string;
}

const LISTS = {
  tools_changed: {
    filter: 'toolsListChanged',
    capability: 'tools',
    method: 'notifications/tools/list_changed',
  },
  prompts_changed: {
    filter: 'promptsListChanged',
    capability: 'prompts',
    method: 'notifications/prompts/list_changed',
  },
  resources_changed: {
    filter: 'resourcesListChanged',
    capability: 'resources',
    method: 'notifications/resources/list_changed',
  },
} as const satisfies Record<Exclude<ChangeEvent['type'], 'resource_updated'>, ListChange>;

/** Whether this is a change, by whatever a bus brought. */
export function isChangeEvent(value: unknown): value is ChangeEvent {
  if (!isRecord(value) || typeof value['type'] !== 'string') return false;
  if (value['type'] === 'resource_updated') return typeof value['uri'] === 'string';
  return Object.hasOwn(LISTS, value['type']);
}

/** The same text for the same change. */
export function keyOf(event: ChangeEvent): string {
  return event.type === 'resource_updated' ? `${event.type} ${event.uri}` : event.type;
}

/** The notification for a change, without what names its subscription. */
export function toNotification(event: ChangeEvent): { readonly method: string; readonly params: { uri?: string } } {
  return event.type === 'resource_updated'
    ? { method: 'notifications/resources/updated', params: { uri: event.uri } }
    : { method: LISTS[event.type].method, params: {} };
}

/** The part of a filter that a server with these capabilities can keep its word on. */
export function honourable(asked: SubscriptionFilter, capabilities: ServerCapabilities): SubscriptionFilter {
  const honoured: SubscriptionFilter = {};
  for (const { filter, capability } of Object.values(LISTS)) {
    if (asked[filter] === true && capabilities[capability]?.listChanged === true) honoured[filter] = true;
  }
  const uris = new Set(asked.resourceSubscriptions);
  if (uris.size > 0 && capabilities.resources?.subscribe === true) honoured.resourceSubscriptions = [...uris];
  return honoured;
}

/** Tells which changes an honoured filter lets through. */
export function accepts(honoured: SubscriptionFilter): (event: ChangeEvent) => boolean {
  const uris = new Set(honoured.resourceSubscriptions);
  return (event) =>
    event.type === 'resource_updated' ? uris.has(event.uri) : honoured[LISTS[event.type].filter] === true;
}
