/** A client in as few lines as it takes: it shows a round to a script, and puts its questions to the callbacks. */
import type { Script } from '@mrtr/testing';
import type { InputRequest, InputRequests, InputResponse } from '@mrtr/types';

/** Shows the round and has all of it answered, as clients do. The first failure rejects. */
export async function ask(
  script: Script,
  requests: InputRequests,
  round = 1,
  requestState?: string,
): Promise<Record<string, InputResponse>> {
  script.onRound({ round, requests, requestState });
  return Object.fromEntries(
    await Promise.all(
      Object.entries(requests).map(async ([key, request]) => [key, await put(script, key, request, round)] as const),
    ),
  );
}

/** Puts one question, with no word of its round. */
export async function put(script: Script, key: string, request: InputRequest, round = 1): Promise<InputResponse> {
  const { signal } = new AbortController();
  const told = { key, round, target: 'order_book', arguments: { title: 'Dune' }, signal };
  const answer = await answered(script, request, told);
  if (answer === undefined) throw new Error(`The script has no callback for ${request.method}.`);
  return answer;
}

function answered(script: Script, request: InputRequest, told: Parameters<NonNullable<Script['onListRoots']>>[0]) {
  switch (request.method) {
    case 'roots/list':
      return script.onListRoots?.(told);
    case 'sampling/createMessage':
      return script.onSample?.(request.params, told);
    case 'elicitation/create':
      return request.params.mode === 'url'
        ? script.onElicitUrl?.(request.params, told)
        : script.onElicit?.(request.params, told);
  }
}

export function form(message: string): InputRequest {
  return {
    method: 'elicitation/create',
    params: { message, requestedSchema: { type: 'object', properties: { word: { type: 'string' } } } },
  };
}

export function page(message: string): InputRequest {
  return { method: 'elicitation/create', params: { mode: 'url', message, url: 'https://shop.example/login' } };
}

export function prompt(...texts: string[]): InputRequest {
  const messages = texts.map((text) => ({ role: 'user' as const, content: { type: 'text' as const, text } }));
  return { method: 'sampling/createMessage', params: { messages, maxTokens: 9 } };
}

export const folders: InputRequest = { method: 'roots/list' };
