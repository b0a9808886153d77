/** A server made by hand: it answers each tool in one known way, and keeps what it was shown. */
import type { ExchangeInfo, Exchanger } from '@mrtr/transport';
import { isJsonRpcRequest, type JsonRpcRequest, type JsonRpcResponse } from '@mrtr/types';

export interface Seen {
  readonly message: unknown;
  readonly info: ExchangeInfo;
}

type Answer = (request: JsonRpcRequest, info: ExchangeInfo) => unknown;

/**
 * A server whose answers are functions by the name of a tool, or by a method; what isn't listed is echoed. What is no request
 * gets -32600, as from every server. `seen` has every message it got.
 */
export function exchangerOf(answers: Record<string, Answer> = {}): Exchanger & { seen: Seen[] } {
  const seen: Seen[] = [];
  return {
    seen,
    exchange: async (message, info = {}) => {
      seen.push({ message, info });
      if (!isJsonRpcRequest(message)) {
        const isNotification =
          typeof message === 'object' && message !== null && !('id' in message) && 'method' in message;
        return isNotification ? undefined : { jsonrpc: '2.0', error: { code: -32600, message: 'by the server' } };
      }
      const { name = message.method } = message.params ?? {};
      const answer = answers[name as string] ?? (({ params }) => ({ echo: params?.['arguments'] ?? null }));
      const result = (await answer(message, info)) as Record<string, unknown>;
      return { jsonrpc: '2.0', id: message.id, result } satisfies JsonRpcResponse;
    },
  };
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
