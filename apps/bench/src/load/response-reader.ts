/**
 * Reads HTTP/1.1 responses off a socket: as much of RFC 9112 as the measured servers send, and no more, so that the
 * load generator costs as little as it can beside the fastest of them.
 */

/** A response whose body has been put together. */
export interface RawResponse {
  readonly status: number;
  readonly body: Buffer;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LINE_END = Buffer.from('\r\n');
const NOTHING = Buffer.alloc(0);

export class ResponseReader {
  #pending: Buffer = NOTHING;

  /** Takes what arrived and gives the response once it is whole. @throws {Error} for what it can't read. */
  push(chunk: Buffer): RawResponse | undefined {
    const data = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    const response = this.#parse(data);
    if (response === undefined) this.#pending = data;
    return response;
  }

  #parse(data: Buffer): RawResponse | undefined {
    const headEnd = data.indexOf(HEAD_END);
    if (headEnd < 0) return undefined;
    const head = data.toString('latin1', 0, headEnd).toLowerCase();
    const status = Number(head.slice(9, 12));
    if (!head.startsWith('http/1.1 ') || !Number.isInteger(status)) throw new Error('not an HTTP/1.1 response');
    const bodyStart = headEnd + HEAD_END.length;
    const lengthAt = head.indexOf('\r\ncontent-length:');
    if (lengthAt >= 0) {
      const bodyEnd = bodyStart + Number.parseInt(head.slice(lengthAt + 17), 10);
      if (data.length < bodyEnd) return undefined;
      this.#keep(data, bodyEnd);
      return { status, body: data.subarray(bodyStart, bodyEnd) };
    }
    if (!head.includes('\r\ntransfer-encoding: chunked')) throw new Error('a response without a length');
    return this.#parseChunks(data, bodyStart, status);
  }

  #parseChunks(data: Buffer, start: number, status: number): RawResponse | undefined {
    const parts: Buffer[] = [];
    let at = start;
    for (;;) {
      const sizeEnd = data.indexOf(LINE_END, at);
      if (sizeEnd < 0) return undefined;
      const size = Number.parseInt(data.toString('latin1', at, sizeEnd), 16);
      if (!Number.isInteger(size)) throw new Error('a chunk without a size');
      const partStart = sizeEnd + LINE_END.length;
      const next = partStart + size + LINE_END.length;
      if (data.length < next) return undefined;
      if (size === 0) {
        this.#keep(data, next);
        return { status, body: parts.length === 1 ? parts[0]! : Buffer.concat(parts) };
      }
      parts.push(data.subarray(partStart, partStart + size));
      at = next;
    }
  }

  #keep(data: Buffer, from: number): void {
    if (data.length > from) throw new Error('more than one response to one request');
    this.#pending = NOTHING;
  }
}
