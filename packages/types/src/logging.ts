/**
 * Log messages from a server to a client that asked for them.
 *
 * Specification 2026-07-28, server/utilities/logging. Deprecated since this revision, and still in it.
 */
import * as z from 'zod/mini';
import { notification } from './jsonrpc-schemas.js';
import { LoggingLevelSchema } from './logging-level.js';
import { NotificationParamsSchema } from './meta.js';

/** What is logged. */
export type LoggingMessageNotificationParams = z.infer<typeof LoggingMessageNotificationParamsSchema>;
export const LoggingMessageNotificationParamsSchema = z.extend(NotificationParamsSchema, {
  level: LoggingLevelSchema,
  /** Who logs it. */
  logger: z.optional(z.string()),
  /** Any JSON value; no secrets, nothing personal. */
  data: z.unknown(),
});

/** A log message. Never sent for a request that did not set a level in its `_meta`. */
export type LoggingMessageNotification = z.infer<typeof LoggingMessageNotificationSchema>;
export const LoggingMessageNotificationSchema = notification(
  z.literal('notifications/message'),
  LoggingMessageNotificationParamsSchema,
);
