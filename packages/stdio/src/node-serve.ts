/** Serves MCP on a pair of streams, the process's own unless told otherwise. */
import type { Exchanger } from '@mrtr/transport';
import { ServerChannel } from './node-server-channel.js';
import { type ServeStdioOptions, serverSettingsOf } from './node-server-options.js';

/** A server that reads from its client. */
export interface StdioServer extends AsyncDisposable {
  /**
   * Resolves when the channel is over, because its input ended, the client went away or `close` was called, and all that
   * can be written is. Never rejects. Nothing of the channel then keeps the process alive.
   */
  readonly closed: Promise<void>;
  /**
   * Reads nothing more, lets the requests under way finish for the grace period, then ends them: their signals abort.
   * Subscriptions end at once. Resolves as `closed` does. Safe to call twice.
   */
  close(): Promise<void>;
}

/**
 * Serves until the input ends (Specification 2026-07-28, basic/transports/stdio "Shutdown"). Signals such as SIGTERM are
 * the program's own to handle: let it call `close`.
 * @throws {RangeError} for a limit or a time that is not a number in its range.
 */
export function serveStdio(server: Exchanger, options: ServeStdioOptions = {}): StdioServer {
  const channel = new ServerChannel(server, serverSettingsOf(options));
  const close = (): Promise<void> => {
    channel.end();
    return channel.closed;
  };
  return { closed: channel.closed, close, [Symbol.asyncDispose]: close };
}
