/**
 * Progress of a request that is under way.
 *
 * Specification 2026-07-28, basic/patterns/progress.
 */
import * as z from 'zod/mini';
import { notification } from './jsonrpc-schemas.js';
import { NotificationParamsSchema } from './meta.js';
import { ProgressTokenSchema } from './request-id.js';

/** How far a request has come. */
export type ProgressNotificationParams = z.infer<typeof ProgressNotificationParamsSchema>;
export const ProgressNotificationParamsSchema = z.extend(NotificationParamsSchema, {
  /** The token that the request asked for progress with. */
  progressToken: ProgressTokenSchema,
  /** Grows with every notification, whether or not a total is known. */
  progress: z.number(),
  /** What `progress` will be in the end, where that is known. */
  total: z.optional(z.number()),
  /** For people. */
  message: z.optional(z.string()),
});

/** Tells how far a request has come. Comes before its response and never after it. */
export type ProgressNotification = z.infer<typeof ProgressNotificationSchema>;
export const ProgressNotificationSchema = notification(
  z.literal('notifications/progress'),
  ProgressNotificationParamsSchema,
);
