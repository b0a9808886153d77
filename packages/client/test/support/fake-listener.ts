/** A channel to a server that listens for ever, and what a test can do to each of its streams. */
import { type SendOptions, type Transport, TransportError } from '@mrtr/transport';
import type { JsonRpcRequest, JsonRpcResponse, SubscriptionFilter } from '@mrtr/types';

/** One `subscriptions/listen` request under way. */
export interface FakeStream {
  readonly request: JsonRpcRequest;
  /** Whether the client has ended it. */
  readonly cancelled: boolean;
  acknowledge(granted?: SubscriptionFilter): void;
  notify(method: string, params?: Record<string, unknown>): void;
  /** The server ends it in good order. */
  end(): void;
  /** The channel breaks. */
  lose(error?: Error): void;
  /** The server answers with an error. */
  refuse(code: number): void;
}

export interface FakeListener extends Transport {
  readonly streams: FakeStream[];
  /** The last one. */
  readonly stream: FakeStream;
}

export const lost = new TransportError('unreachable', 'The stream ended before the response came');

export function fakeListener(): FakeListener {
  const streams: FakeStream[] = [];
  return {
    streams,
    get stream() {
      const last = streams.at(-1);
      if (!last) throw new Error('Nobody listens.');
      return last;
    },
    send: (request, options = {}) =>
      new Promise((resolve, reject) => streams.push(streamOf(request, options, resolve, reject))),
    close: () => Promise.resolve(),
  };
}

function streamOf(
  request: JsonRpcRequest,
  { signal, onNotification }: SendOptions,
  resolve: (response: JsonRpcResponse) => void,
  reject: (error: unknown) => void,
): FakeStream {
  const { id } = request;
  const meta = { _meta: { 'io.modelcontextprotocol/subscriptionId': id } };
  const notify: FakeStream['notify'] = (method, params) =>
    onNotification?.({ jsonrpc: '2.0', method: `notifications/${method}`, params: { ...meta, ...params } });
  signal?.addEventListener('abort', () => reject(signal.reason));
  return {
    request,
    get cancelled() {
      return signal?.aborted ?? false;
    },
    acknowledge: (granted = request.params?.['notifications'] as SubscriptionFilter) =>
      notify('subscriptions/acknowledged', { notifications: granted }),
    notify,
    end: () => resolve({ jsonrpc: '2.0', id, result: { resultType: 'complete', ...meta } }),
    lose: (error = lost) => reject(error),
    refuse: (code) => resolve({ jsonrpc: '2.0', id, error: { code, message: 'No' } }),
  };
}
