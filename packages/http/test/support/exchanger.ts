/** A server made by hand: it answers each method in one known way, and keeps what it was shown. */
import type { ExchangeInfo, Exchanger } from '@mrtr/transport';
import type { JsonRpcNotification, JsonRpcRequest, JsonRpcResponse } from '@mrtr/types';

export interface Seen {
  readonly message: JsonRpcRequest | JsonRpcNotification;
  readonly info: ExchangeInfo;
}

type Answer = (request: JsonRpcRequest, info: ExchangeInfo) => object | Promise<object>;

/** A server whose answers are functions by method; what isn't listed is echoed. `seen` has every message it got. */
export function exchangerOf(answers: Record<string, Answer> = {}): Exchanger & { seen: Seen[] } {
  const seen: Seen[] = [];
  return {
    seen,
    exchange: async (message, info = {}) => {
      const request = message as JsonRpcRequest;
      seen.push({ message: request, info });
      const answer = answers[request.method] ?? echo;
      const response = await answer(request, info);
      return request.id === undefined ? undefined : (response as JsonRpcResponse);
    },
  };
}

const echo: Answer = (request) =>
  resultOf(request, { resultType: 'complete', echo: request.params?.['arguments'] ?? null });

export function resultOf(request: JsonRpcRequest, result: Record<string, unknown> = {}): JsonRpcResponse {
  return { jsonrpc: '2.0', id: request.id, result };
}

export function errorOf(request: JsonRpcRequest, code: number, message = 'no', data?: unknown): JsonRpcResponse {
  return { jsonrpc: '2.0', id: request.id, error: { code, message, ...(data === undefined ? undefined : { data }) } };
}

export function progress(step: number): JsonRpcNotification {
  return { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 1, progress: step } };
}

/** Resolves when the signal aborts. */
export function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve();
    signal?.addEventListener('abort', () => resolve());
  });
}

/** A promise that is settled from outside. */
export function deferred<T = void>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
