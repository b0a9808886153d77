/**
 * One request and its response, settled by whichever comes first: the response, the leg's own timeout, or the end of
 * the flow. A leg that ends early is cancelled on the wire, and what arrives for it later is dropped.
 *
 * Specification 2026-07-28, basic/patterns/cancellation "Timeouts".
 */
import type { JsonRpcNotification, JsonRpcRequest, JsonRpcResponse } from '@mrtr/types';
import type { Channel, ChannelOptions } from './channel.js';
import { ClientError } from './client-error.js';
import type { Clock } from './clock.js';
import type { FlowScope } from './flow-scope.js';

/** What a leg is sent with. */
export interface LegPlan {
  readonly channel: Channel;
  readonly clock: Clock;
  readonly scope: FlowScope;
  /** How long to wait for the response, in milliseconds; `Infinity` for no limit. */
  readonly timeoutMs: number;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly onNotification: ((notification: JsonRpcNotification) => void) | undefined;
}

/**
 * Sends one request.
 * @throws {ClientError} `timeout`; the reason of the scope when the flow ends first; what the transport throws.
 */
export function sendLeg(request: JsonRpcRequest, plan: LegPlan): Promise<JsonRpcResponse> {
  const { channel, clock, scope, timeoutMs, onNotification } = plan;
  return new Promise((resolve, reject) => {
    let settled = false;
    let timer: unknown;
    const settle = (): boolean => {
      if (settled) return false;
      settled = true;
      if (timer !== undefined) clock.clearTimeout(timer);
      scope.unwatch(stop);
      return true;
    };
    const stop = (reason: unknown): void => {
      if (!settle()) return;
      channel.cancel(request.id, reason);
      reject(reason);
    };
    scope.watch(stop);
    if (settled) return;
    if (timeoutMs !== Infinity)
      timer = clock.setTimeout(() => stop(timeoutError(request.method, timeoutMs)), timeoutMs);
    channel.send(request, channelOptions(plan, onNotification && ((it) => !settled && onNotification(it)))).then(
      (response) => settle() && resolve(response),
      (error: unknown) => settle() && reject(error),
    );
  });
}

function channelOptions({ headers }: LegPlan, onNotification: ChannelOptions['onNotification']): ChannelOptions {
  if (headers === undefined && onNotification === undefined) return NO_OPTIONS;
  return { headers, onNotification };
}

const NO_OPTIONS: ChannelOptions = Object.freeze({});

function timeoutError(method: string, timeoutMs: number): ClientError {
  return new ClientError(
    'timeout',
    `No response to ${method} within ${timeoutMs} ms; raise timeoutMs if it may take longer`,
  );
}
