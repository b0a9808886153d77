/**
 * Where the notifications of one leg go: progress to its callback by token, log messages to theirs.
 *
 * Specification 2026-07-28, basic/patterns/progress and server/utilities/logging.
 */
import type { JsonRpcNotification, LoggingMessageNotificationParams, RequestId } from '@mrtr/types';
import { LoggingMessageNotificationParamsSchema } from '@mrtr/types';
import { isRecord, own } from './json-guards.js';
import type { ClientLogger } from './logger.js';

/** How far a request has come. */
export interface Progress {
  /** Grows with every report of one leg. */
  readonly progress: number;
  /** What `progress` will be in the end, where that is known. */
  readonly total?: number | undefined;
  /** For people. */
  readonly message?: string | undefined;
}

/** What listens while a request is under way. */
export interface Listeners {
  /** Takes progress reports; registering it asks the server for them. The same callback serves every round. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Takes log messages; registering it asks the server for them, from `logLevel` up. */
  readonly onLog?: ((entry: LoggingMessageNotificationParams) => void) | undefined;
  /** Takes every other notification of this request, as it came: for extensions and `subscriptions/listen`. */
  readonly onNotification?: ((notification: JsonRpcNotification) => void) | undefined;
}

/** Routes notifications of the request whose progress token is `token`; undefined where nobody listens. */
export function routeNotifications(
  { onProgress, onLog, onNotification }: Listeners,
  token: RequestId,
  logger: ClientLogger | undefined,
): ((notification: JsonRpcNotification) => void) | undefined {
  if (onProgress === undefined && onLog === undefined && onNotification === undefined) return undefined;
  return (notification) => {
    try {
      deliver(notification);
    } catch (error) {
      // A listener only watches: its failure must not decide the call.
      logger?.warn({ event: 'listener_failed', message: `A listener for ${notification.method} threw`, error });
    }
  };

  function deliver(notification: JsonRpcNotification): void {
    if (notification.method === 'notifications/progress') {
      const progress = readProgress(notification.params, token);
      if (progress !== undefined) onProgress?.(progress);
    } else if (notification.method === 'notifications/message') {
      if (LoggingMessageNotificationParamsSchema.safeParse(notification.params).success) {
        onLog?.(notification.params as LoggingMessageNotificationParams);
      }
    } else {
      onNotification?.(notification);
    }
  }
}

/** A report under this token, or nothing for one that is malformed or belongs to another request. */
function readProgress(params: unknown, token: RequestId): Progress | undefined {
  if (!isRecord(params) || own(params, 'progressToken') !== token) return undefined;
  const progress = own(params, 'progress');
  const total = own(params, 'total');
  const message = own(params, 'message');
  if (typeof progress !== 'number') return undefined;
  return {
    progress,
    ...(typeof total === 'number' && { total }),
    ...(typeof message === 'string' && { message }),
  };
}
