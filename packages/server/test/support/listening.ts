/** A client that listens: what it was sent, in order, and what it does. All of it comes in by `exchange`. */
import type { Exchanger } from '@mrtr/transport';
import type { JsonRpcNotification, JsonRpcResponse, SubscriptionFilter } from '@mrtr/types';
import { request } from './requests.js';

export interface Listening {
  /** Every notification, as JSON brings it. */
  readonly received: JsonRpcNotification[];
  /** The methods of the notifications after the acknowledgment, without what they all begin with. */
  readonly changes: readonly string[];
  /** What is honoured, by the acknowledgment. */
  readonly honoured: unknown;
  /** Resolves when the request is answered. */
  readonly response: Promise<JsonRpcResponse | undefined>;
  /** Goes away. */
  leave(): void;
}

export interface ListeningOptions {
  readonly id?: string | number;
  /** What the channel does with each notification, instead of taking it. */
  readonly onNotify?: (notification: JsonRpcNotification, leave: () => void) => void;
  readonly signal?: AbortSignal;
}

export function listening(
  server: Exchanger,
  filter: SubscriptionFilter,
  { id = 'sub', onNotify, signal }: ListeningOptions = {},
): Listening {
  const received: JsonRpcNotification[] = [];
  const controller = new AbortController();
  const leave = (): void => controller.abort();
  const notify = (notification: JsonRpcNotification): void => {
    onNotify?.(notification, leave);
    received.push(JSON.parse(JSON.stringify(notification)) as JsonRpcNotification);
  };
  const message = request('subscriptions/listen', { notifications: filter }, { id });
  const response = server.exchange(message, { notify, signal: signal ?? controller.signal });
  return {
    received,
    get changes() {
      return received.slice(1).map(({ method }) => method.replace('notifications/', ''));
    },
    get honoured() {
      return received[0]?.params?.['notifications'];
    },
    response,
    leave,
  };
}

/** Lets everything run that waits for nothing but its turn. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
