/** Servers made by hand: each answers from a function, and remembers every message that reached it. */
import type { ExchangeInfo, Exchanger } from '@mrtr/transport';
import type { InputRequest, JsonRpcResponse } from '@mrtr/types';

/** A request as the server saw it. */
export interface SeenRequest {
  readonly id: number | string;
  readonly method: string;
  readonly params: Record<string, unknown>;
  readonly info: ExchangeInfo;
}

/** Answers one request with a result, or with `{ error }`. */
export type Answer = (request: SeenRequest, leg: number) => unknown;

export interface FakeServer extends Exchanger {
  readonly seen: SeenRequest[];
  /** The parameters of every leg, without `_meta`. */
  readonly legs: Record<string, unknown>[];
}

export function fakeServer(answer: Answer): FakeServer {
  const seen: SeenRequest[] = [];
  return {
    seen,
    get legs() {
      return seen.map(({ params }) => {
        const { _meta, ...rest } = params;
        return rest;
      });
    },
    async exchange(message, info = {}): Promise<JsonRpcResponse> {
      const { id, method, params } = message as SeenRequest;
      const request = { id, method, params, info };
      seen.push(request);
      const answered = await answer(request, seen.length);
      if (typeof answered === 'object' && answered !== null && 'error' in answered) {
        return { jsonrpc: '2.0', id, error: answered.error as { code: number; message: string } };
      }
      return { jsonrpc: '2.0', id, result: answered as Record<string, unknown> };
    },
  };
}

/** A server that plays these results one after the other, and the last one for ever. */
export function scripted(...results: unknown[]): FakeServer {
  return fakeServer((_request, leg) => results[Math.min(leg, results.length) - 1]);
}

/** A final result of a tool. */
export function done(text = 'done'): Record<string, unknown> {
  return { resultType: 'complete', content: [{ type: 'text', text }] };
}

/** An interim result. */
export function interim(inputRequests?: Record<string, unknown>, requestState?: string): Record<string, unknown> {
  return {
    resultType: 'input_required',
    ...(inputRequests !== undefined && { inputRequests }),
    ...(requestState !== undefined && { requestState }),
  };
}

/** Asks for one word. */
export function formRequest(message = 'Which word?', properties: object = { word: { type: 'string' } }): InputRequest {
  return {
    method: 'elicitation/create',
    params: { mode: 'form', message, requestedSchema: { type: 'object', properties } as never },
  };
}

export function urlRequest(url = 'https://example.org/login'): InputRequest {
  return { method: 'elicitation/create', params: { mode: 'url', message: 'Log in', url } };
}

export const sampleRequest: InputRequest = {
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }], maxTokens: 9 },
};

export const rootsRequest: InputRequest = { method: 'roots/list' };

/** What a model says in these tests. */
export const sampled = { role: 'assistant', content: { type: 'text', text: 'Hello' }, model: 'm' } as const;

/** An accepted form with one word. */
export function accept(word: string) {
  return { action: 'accept', content: { word } } as const;
}
