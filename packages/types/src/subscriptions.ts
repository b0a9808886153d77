/**
 * Subscriptions: one long request whose stream carries the notifications it asked for.
 *
 * Specification 2026-07-28, basic/patterns/subscriptions.
 */
import * as z from 'zod/mini';
import { notification, request, response } from './jsonrpc-schemas.js';
import { NotificationParamsSchema, RequestParamsSchema } from './meta.js';
import { ImplementationSchema } from './implementation.js';
import { RequestIdSchema } from './request-id.js';
import { FinalResultSchema } from './result.js';

/** The notifications a client opts in to. The server sends no others. */
export type SubscriptionFilter = z.infer<typeof SubscriptionFilterSchema>;
export const SubscriptionFilterSchema = z.object({
  toolsListChanged: z.optional(z.boolean()),
  promptsListChanged: z.optional(z.boolean()),
  resourcesListChanged: z.optional(z.boolean()),
  /** URIs of resources to hear of when they change. */
  resourceSubscriptions: z.optional(z.array(z.string())),
});

/** What to hear of. */
export type SubscriptionsListenRequestParams = z.infer<typeof SubscriptionsListenRequestParamsSchema>;
export const SubscriptionsListenRequestParamsSchema = z.extend(RequestParamsSchema, {
  notifications: SubscriptionFilterSchema,
});

/** Opens a stream of notifications. */
export type SubscriptionsListenRequest = z.infer<typeof SubscriptionsListenRequestSchema>;
export const SubscriptionsListenRequestSchema = request(
  z.literal('subscriptions/listen'),
  SubscriptionsListenRequestParamsSchema,
);

const listenResultMeta = z.looseObject({
  /** The server software, as it calls itself. */
  'io.modelcontextprotocol/serverInfo': z.optional(ImplementationSchema),
  /** The id of the listen request, which is also this response's. */
  'io.modelcontextprotocol/subscriptionId': RequestIdSchema,
});
/** The `_meta` of the result that ends a stream. */
export interface SubscriptionsListenResultMetaObject extends z.infer<typeof listenResultMeta> {}
export const SubscriptionsListenResultMetaObjectSchema: z.ZodMiniType<SubscriptionsListenResultMetaObject> =
  listenResultMeta;

/** Ends a stream in good order, as when the server shuts down. A stream that breaks has no result. */
export type SubscriptionsListenResult = z.infer<typeof SubscriptionsListenResultSchema>;
export const SubscriptionsListenResultSchema = z.extend(FinalResultSchema, {
  _meta: SubscriptionsListenResultMetaObjectSchema,
});

/** The response to `subscriptions/listen`. */
export type SubscriptionsListenResultResponse = z.infer<typeof SubscriptionsListenResultResponseSchema>;
export const SubscriptionsListenResultResponseSchema = response(SubscriptionsListenResultSchema);

/** What the server agreed to. */
export type SubscriptionsAcknowledgedNotificationParams = z.infer<
  typeof SubscriptionsAcknowledgedNotificationParamsSchema
>;
export const SubscriptionsAcknowledgedNotificationParamsSchema = z.extend(NotificationParamsSchema, {
  /** What was asked for, without what the server doesn't have. */
  notifications: SubscriptionFilterSchema,
});

/** The first message of every stream: it is open, for this. */
export type SubscriptionsAcknowledgedNotification = z.infer<typeof SubscriptionsAcknowledgedNotificationSchema>;
export const SubscriptionsAcknowledgedNotificationSchema = notification(
  z.literal('notifications/subscriptions/acknowledged'),
  SubscriptionsAcknowledgedNotificationParamsSchema,
);
