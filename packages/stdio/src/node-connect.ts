/** The channel as it is, for what `Transport` has no words for: messages of every kind, both ways. */
import type { MessageHandlers, UnreadableLine } from './message-reader.js';
import { ProcessConnection, type StdioConnection } from './node-connection.js';
import { processSettingsOf, type StdioProcessOptions } from './node-process-options.js';

/** How messages are taken from a server. */
export interface ConnectStdioOptions extends StdioProcessOptions {
  /** Takes each message as it was parsed, in order. Must not throw. */
  readonly onMessage: (message: unknown) => void;
  /** Takes each line that is no message. Must not throw. Default: they are dropped. */
  readonly onUnreadable?: ((line: UnreadableLine) => void) | undefined;
}

/**
 * Starts a server and joins its standard streams. It runs once: when it has ended, connect anew.
 * @throws {TypeError} without a command.
 * @throws {RangeError} for a limit or a time that is not a number in its range.
 */
export function connectStdio(options: ConnectStdioOptions): StdioConnection {
  const handlers: MessageHandlers = {
    onMessage: (message) => options.onMessage(message),
    onUnreadable: (line) => options.onUnreadable?.(line),
  };
  return new ProcessConnection(processSettingsOf(options), handlers);
}
