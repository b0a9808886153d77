/**
 * The client's end of the channel, on `fetch`: every request is a POST of its own.
 *
 * Specification 2026-07-28, basic/transports/streamable-http. Closing the stream is what cancels a request.
 */
import { type SendOptions, type Transport, TransportError } from '@mrtr/transport';
import type { JsonRpcRequest, JsonRpcResponse } from '@mrtr/types';
import { discard } from './client-body.js';
import { requestHeaders } from './client-headers.js';
import { type ClientSettings, type HttpTransportOptions, settingsOf } from './client-options.js';
import { readHttpResponse } from './client-response.js';

/**
 * A transport to the MCP endpoint at a URL. Runs wherever `fetch` does: Node, browsers, workers, Deno, Bun.
 *
 * A redirect is followed, up to five times, where it stays on the server's origin and repeats the POST (307, 308);
 * otherwise the request rejects with its status, since what it carries is meant for that server.
 * @throws {TypeError} for a URL that is not http or https, or that holds a user name or a password.
 * @throws {RangeError} for a limit that is no whole number of bytes.
 */
export function httpTransport(url: string | URL, options: HttpTransportOptions = {}): Transport {
  const settings = settingsOf(url, options);
  const cancels = new Set<(reason: unknown) => void>();
  let closed = false;
  return {
    send(request, sendOptions = {}) {
      const { signal } = sendOptions;
      if (closed) return Promise.reject(closedError());
      if (signal?.aborted) return Promise.reject(signal.reason as Error);
      return new Promise((resolve, reject) => {
        const controller = new AbortController();
        const settle = (): void => {
          cancels.delete(cancel);
          signal?.removeEventListener('abort', onAbort);
        };
        const cancel = (reason: unknown): void => {
          settle();
          reject(reason);
          controller.abort();
        };
        const onAbort = (): void => cancel(signal?.reason);
        cancels.add(cancel);
        signal?.addEventListener('abort', onAbort);
        // Before the promise settles: a signal that aborts right after it has nothing to cancel any more.
        post(settings, request, sendOptions, controller.signal).finally(settle).then(resolve, reject);
      });
    },
    close() {
      closed = true;
      for (const cancel of cancels) cancel(closedError());
      return Promise.resolve();
    },
  };
}

async function post(
  settings: ClientSettings,
  request: JsonRpcRequest,
  options: SendOptions,
  signal: AbortSignal,
): Promise<JsonRpcResponse> {
  const body = textOf(request);
  const headers = requestHeaders(request, await settings.headers(), options.headers);
  // Cancelled while the headers were being made: nothing goes out.
  signal.throwIfAborted();
  const response = await fetchFollowing(settings, { method: 'POST', headers, body, signal, redirect: 'manual' });
  const { onNotification } = options;
  return readHttpResponse(response, { id: request.id, onNotification, signal, maxBytes: settings.maxResponseBytes });
}

const MAX_REDIRECTS = 5;

async function fetchFollowing(settings: ClientSettings, init: RequestInit): Promise<Response> {
  let url = settings.endpoint;
  for (let redirects = 0; ; redirects++) {
    const response = await settings.fetch(url.href, init).catch((cause: unknown) => {
      throw new TransportError('unreachable', 'The server could not be reached', { cause });
    });
    const next = redirects < MAX_REDIRECTS ? redirectOf(response, url) : undefined;
    if (next === undefined) return response;
    discard(response);
    url = next;
  }
}

/** Where a response wants the same POST to go, if that is on the same origin. */
function redirectOf({ status, headers }: Response, from: URL): URL | undefined {
  const location = status === 307 || status === 308 ? headers.get('location') : null;
  if (location === null || !URL.canParse(location, from)) return undefined;
  const to = new URL(location, from);
  return to.origin === from.origin ? to : undefined;
}

function textOf(request: JsonRpcRequest): string {
  try {
    return JSON.stringify(request);
  } catch (cause) {
    throw new TransportError('invalid_message', 'The request is not JSON', { cause });
  }
}

function closedError(): TransportError {
  return new TransportError('closed', 'The channel is closed; open another one');
}
