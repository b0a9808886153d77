/** A client of the handshake era on `fetch`, which shows every response as it is. */
import type { JsonRpcMessage, RequestId } from '@mrtr/types';

export interface SessionClientOptions {
  readonly version?: string;
  /** More headers for every request. */
  readonly headers?: Record<string, string>;
  /** What sends, in place of the platform's `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

export type Changes = Record<string, string | undefined>;

export function handshake(version = '2025-11-25', id: RequestId = 0): JsonRpcMessage {
  const clientInfo = { name: 'test', version: '1.0.0' };
  return {
    jsonrpc: '2.0',
    id,
    method: 'initialize',
    params: { protocolVersion: version, capabilities: {}, clientInfo },
  };
}

export class SessionClient {
  readonly url: string;
  sessionId: string | undefined;
  readonly #version: string;
  readonly #options: SessionClientOptions;

  constructor(url: string, options: SessionClientOptions = {}) {
    this.url = url;
    this.#version = options.version ?? '2025-11-25';
    this.#options = options;
  }

  /** A client that has shaken hands. */
  static async connect(url: string, options?: SessionClientOptions): Promise<SessionClient> {
    const client = new SessionClient(url, options);
    const response = await client.post(handshake(client.#version), { 'mcp-protocol-version': undefined });
    const id = response.headers.get('mcp-session-id');
    if (response.status !== 200 || id === null) throw new Error(`${response.status} ${await response.text()}`);
    await response.text();
    client.sessionId = id;
    return client;
  }

  post(message: unknown, changes: Changes = {}, signal?: AbortSignal): Promise<Response> {
    const body = JSON.stringify(message);
    const accept = 'application/json, text/event-stream';
    return this.#send({ method: 'POST', body }, { 'content-type': 'application/json', accept, ...changes }, signal);
  }

  call(name: string, id: RequestId = 1, changes: Changes = {}, signal?: AbortSignal): Promise<Response> {
    return this.post({ jsonrpc: '2.0', id, method: 'tools/call', params: { name } }, changes, signal);
  }

  get(changes: Changes = {}, signal?: AbortSignal): Promise<Response> {
    return this.#send({ method: 'GET' }, { accept: 'text/event-stream', ...changes }, signal);
  }

  delete(changes: Changes = {}): Promise<Response> {
    return this.#send({ method: 'DELETE' }, changes);
  }

  #send(init: RequestInit, changes: Changes, signal?: AbortSignal): Promise<Response> {
    const headers = {
      'mcp-session-id': this.sessionId,
      'mcp-protocol-version': this.#version === '2025-03-26' ? undefined : this.#version,
      ...this.#options.headers,
      ...changes,
    };
    const sent = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const send = this.#options.fetch ?? fetch;
    return send(this.url, { ...init, headers: sent, ...(signal && { signal }) });
  }
}

/** One event, as it stands in the stream. */
export interface StreamedEvent {
  readonly id: string | undefined;
  readonly retry: number | undefined;
  readonly data: string | undefined;
}

/** Reads a stream event by event; comments are passed over. */
export class EventReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #text = '';

  constructor(response: Response) {
    if (response.body === null) throw new Error(`There is no stream: ${response.status}`);
    this.#reader = response.body.getReader();
  }

  /** The next event, or `undefined` at the end. Rejects where the stream breaks. */
  async next(): Promise<StreamedEvent | undefined> {
    for (;;) {
      const end = this.#text.indexOf('\n\n');
      if (end === -1) {
        const { value, done } = await this.#reader.read();
        if (done) return undefined;
        this.#text += this.#decoder.decode(value, { stream: true });
        continue;
      }
      const lines = this.#text.slice(0, end).split('\n');
      this.#text = this.#text.slice(end + 2);
      if (lines.every((line) => line.startsWith(':'))) continue;
      const field = (name: string): string | undefined =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const retry = field('retry');
      return { id: field('id'), retry: retry === undefined ? undefined : Number(retry), data: field('data') };
    }
  }

  /** The next message, whatever events without one come before. */
  async message(): Promise<unknown> {
    for (;;) {
      const event = await this.next();
      if (event === undefined) return undefined;
      if (event.data) return JSON.parse(event.data) as unknown;
    }
  }

  /** All that is still to come. */
  async rest(): Promise<StreamedEvent[]> {
    const events: StreamedEvent[] = [];
    for (let event = await this.next(); event !== undefined; event = await this.next()) events.push(event);
    return events;
  }

  async messages(): Promise<unknown[]> {
    return (await this.rest()).flatMap(({ data }) => (data ? [JSON.parse(data) as unknown] : []));
  }

  /** Goes away. */
  cancel(): Promise<void> {
    return this.#reader.cancel();
  }
}
