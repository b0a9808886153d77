/**
 * The severities of log messages.
 *
 * Specification 2026-07-28, server/utilities/logging "Log Levels", which takes them from RFC 5424, section 6.2.1.
 */
import * as z from 'zod/mini';

/** Every level, from the least severe to the most: the index is the severity. */
export const LOGGING_LEVELS = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
] as const;

/** The severity of a log message. */
export type LoggingLevel = (typeof LOGGING_LEVELS)[number];
export const LoggingLevelSchema: z.ZodMiniType<LoggingLevel> = z.enum(LOGGING_LEVELS);
