import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ResponseReader } from '../src/load/response-reader.js';

const text = fc.string({ unit: 'binary', maxLength: 200 });

describe('reading a response', () => {
  test('gives the body however the bytes arrive, with a length', () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat(300)), (body, cuts) => {
        const bytes = Buffer.from(body);
        const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${bytes.length}\r\n\r\n`;
        const response = readInPieces(Buffer.concat([Buffer.from(head), bytes]), cuts);
        expect(response).toEqual({ status: 200, body });
      }),
    );
  });

  test('gives the body however the bytes arrive, in chunks', () => {
    fc.assert(
      fc.property(fc.array(text.filter((part) => part !== '')), fc.array(fc.nat(400)), (parts, cuts) => {
        const chunks = parts.map((part) => `${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`).join('');
        const message = `HTTP/1.1 202 Accepted\r\ntransfer-encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`;
        expect(readInPieces(Buffer.from(message), cuts)).toEqual({ status: 202, body: parts.join('') });
      }),
    );
  });

  test('reads one response after the other', () => {
    const reader = new ResponseReader();
    const response = Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
    expect(reader.push(response)?.body.toString()).toBe('ok');
    expect(reader.push(response)?.body.toString()).toBe('ok');
  });

  test.each([
    ['not an HTTP/1.1 response', 'HELLO\r\n\r\n'],
    ['a response without a length', 'HTTP/1.1 200 OK\r\n\r\nok'],
    ['a chunk without a size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
    ['more than one response to one request', 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\nHTTP/1.1 200 OK'],
  ])('refuses %s', (what, bytes) => {
    expect(() => new ResponseReader().push(Buffer.from(bytes))).toThrow(what);
  });
});

function readInPieces(bytes: Buffer, cuts: number[]): { status: number; body: string } | undefined {
  const reader = new ResponseReader();
  const edges = [...new Set([0, ...cuts.filter((cut) => cut < bytes.length), bytes.length])].toSorted((a, b) => a - b);
  for (const [index, end] of edges.entries()) {
    if (index === 0) continue;
    const response = reader.push(Buffer.from(bytes.subarray(edges[index - 1], end)));
    if (response === undefined) continue;
    expect(end).toBe(bytes.length);
    return { status: response.status, body: response.body.toString() };
  }
  return undefined;
}
