/** A client of bytes, for what no HTTP library would send. */
import { connect, type Socket } from 'node:net';
import type { JsonRpcRequest } from '@mrtr/types';
import { headersOf } from './messages.js';

export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface RawClient extends Disposable {
  readonly socket: Socket;
  write(text: string | Uint8Array): void;
  /** The next response, when it is complete. Rejects if the connection ends before. */
  response(): Promise<RawResponse>;
  /** Everything up to the first place where the text stands. */
  until(text: string): Promise<string>;
  /** Resolves when the server has closed the connection. */
  closed(): Promise<void>;
}

export function rawClient(port: number): RawClient {
  const socket = connect(port, '127.0.0.1');
  let received = Buffer.alloc(0);
  let ended = false;
  let wake = (): void => undefined;
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    wake();
  });
  for (const event of ['end', 'close', 'error']) {
    socket.on(event, () => {
      ended = true;
      wake();
    });
  }

  async function take<T>(read: (text: string) => { value: T; length: number } | undefined): Promise<T> {
    for (;;) {
      const found = read(received.toString('latin1'));
      if (found !== undefined) {
        received = received.subarray(found.length);
        return found.value;
      }
      if (ended) throw new Error(`The connection ended after: ${received.toString('latin1')}`);
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  return {
    socket,
    write: (text) => void socket.write(text),
    response: () => take(readResponse),
    until: (text) =>
      take((all) => {
        const at = all.indexOf(text);
        return at === -1 ? undefined : { value: all.slice(0, at + text.length), length: at + text.length };
      }),
    closed: async () => {
      await take((all) => (ended ? { value: undefined, length: all.length } : undefined));
    },
    [Symbol.dispose]: () => void socket.destroy(),
  };
}

function readResponse(text: string): { value: RawResponse; length: number } | undefined {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const [statusLine = '', ...lines] = text.slice(0, headEnd).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const start = headEnd + 4;
  const body = headers['transfer-encoding'] === 'chunked' ? readChunked(text, start) : readSized(text, start, headers);
  if (body === undefined) return undefined;
  return { value: { status: Number(statusLine.split(' ')[1]), headers, body: body.text }, length: body.end };
}

function readSized(
  text: string,
  start: number,
  headers: Record<string, string>,
): { text: string; end: number } | undefined {
  const end = start + Number(headers['content-length'] ?? 0);
  return text.length < end ? undefined : { text: utf8(text.slice(start, end)), end };
}

function readChunked(text: string, start: number): { text: string; end: number } | undefined {
  let body = '';
  for (let at = start; ;) {
    const lineEnd = text.indexOf('\r\n', at);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(text.slice(at, lineEnd), 16);
    const next = lineEnd + 2 + size + 2;
    if (text.length < next) return undefined;
    if (size === 0) return { text: utf8(body), end: next };
    body += text.slice(lineEnd + 2, next - 2);
    at = next;
  }
}

const utf8 = (latin1: string): string => Buffer.from(latin1, 'latin1').toString();

/** The bytes of a POST; a change of `undefined` leaves a header out. */
export function rawPost(
  request: JsonRpcRequest,
  changes: Record<string, string | undefined> = {},
  body: string = JSON.stringify(request),
): string {
  const headers = headersOf(request, {
    host: '127.0.0.1',
    'content-length': String(Buffer.byteLength(body)),
    ...changes,
  });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /mcp HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}
