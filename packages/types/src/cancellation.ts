/**
 * Cancelling a request that is under way.
 *
 * Specification 2026-07-28, basic/patterns/cancellation. Over HTTP a client closes the request's stream instead.
 */
import * as z from 'zod/mini';
import { notification } from './jsonrpc-schemas.js';
import { NotificationParamsSchema } from './meta.js';
import { RequestIdSchema } from './request-id.js';

/** What is cancelled. */
export type CancelledNotificationParams = z.infer<typeof CancelledNotificationParamsSchema>;
export const CancelledNotificationParamsSchema = z.extend(NotificationParamsSchema, {
  /** A request of the client's own. */
  requestId: RequestIdSchema,
  /** For logs and people. */
  reason: z.optional(z.string()),
});

/** The result is no longer wanted. A server sends it only to end a `subscriptions/listen` stream on stdio. */
export type CancelledNotification = z.infer<typeof CancelledNotificationSchema>;
export const CancelledNotificationSchema = notification(
  z.literal('notifications/cancelled'),
  CancelledNotificationParamsSchema,
);
