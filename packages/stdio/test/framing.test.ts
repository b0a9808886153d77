/** Any bytes in any pieces: the same messages come out. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exchangerOf } from './support/exchanger.js';
import { callOf, lineOf } from './support/messages.js';
import { Served } from './support/served.js';

/** Cuts bytes at the given places. */
function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const at = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b);
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end));
}

const anyText = fc.string({ unit: 'binary', maxLength: 40 });
const anyJson = fc.oneof(fc.jsonValue({ maxDepth: 3 }), anyText);
const anyEnding = fc.constantFrom('\n', '\r\n', '\n\n', '\n \t\r\n');

describe('lines', () => {
  test('any messages, cut anywhere, ended in any way, are the same messages', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(anyJson, anyEnding), { minLength: 1, maxLength: 8 }),
        fc.array(fc.nat(), { maxLength: 30 }),
        fc.boolean(),
        async (messages, places, isLastEnded) => {
          const text = messages.map(([args, ending], id) => JSON.stringify(callOf('a', id, args)) + ending).join('');
          const bytes = new TextEncoder().encode(isLastEnded ? text : text.trimEnd());
          const served = new Served(exchangerOf());
          for (const piece of cut(bytes, places)) served.send(piece);
          const lines = await served.end();
          const echoed = messages.map(([args], id) => ({
            jsonrpc: '2.0',
            id,
            result: { echo: JSON.parse(JSON.stringify(args)) as unknown },
          }));
          expect(lines).toEqual(echoed);
        },
      ),
      { numRuns: 150 },
    );
  });

  test('one byte at a time through characters of every length', async () => {
    const served = new Served(exchangerOf());
    const bytes = new TextEncoder().encode(lineOf(callOf('a', 'ä€😀', 'é € 😀 \u{10ffff}')));
    for (const byte of bytes) served.send(Uint8Array.of(byte));
    expect(await served.end()).toEqual([{ jsonrpc: '2.0', id: 'ä€😀', result: { echo: 'é € 😀 \u{10ffff}' } }]);
  });

  test('bytes that are anything at all are answered line by line, and what follows is served', async () => {
    const anyLine = fc.uint8Array({ maxLength: 60 }).map((bytes) => bytes.filter((byte) => byte !== 0x0a));
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyLine, { maxLength: 6 }),
        fc.array(fc.nat(), { maxLength: 10 }),
        async (noise, places) => {
          const served = new Served(exchangerOf());
          const newline = Uint8Array.of(0x0a);
          const bytes = Buffer.concat([
            ...noise.flatMap((line) => [line, newline]),
            Buffer.from(lineOf(callOf('a', 'last'))),
          ]);
          for (const piece of cut(bytes, places)) served.send(piece);
          const lines = await served.end();
          expect(lines.filter(({ id }) => id === 'last')).toHaveLength(1);
          expect(lines.length).toBeLessThanOrEqual(noise.length + 1);
          for (const line of lines) if ('error' in line) expect(line).not.toHaveProperty('id');
          expect(served.errors).toEqual([]);
        },
      ),
    );
  });

  const parseError = { jsonrpc: '2.0', error: { code: -32700, message: 'Parse error: a line must be JSON in UTF-8' } };
  const bom = Uint8Array.of(0xef, 0xbb, 0xbf);

  test.each([
    [
      'invalid UTF-8',
      Buffer.concat([Buffer.from('{"jsonrpc":"2.0","id":1,"method":"'), Uint8Array.of(0xff), Buffer.from('"}\n')]),
    ],
    ['a NUL', '{"jsonrpc":"2.0","id":1,\0"method":"ping"}\n'],
    ['a NUL in a string', '{"jsonrpc":"2.0","id":1,"method":"pi\0ng"}\n'],
    ['a text that is no JSON', 'Listening on port 8000\n'],
    ['half a message', '{"jsonrpc":"2.0","id":1,\n'],
    ['two messages on a line', '{"jsonrpc":"2.0","id":1,"method":"a"}{"jsonrpc":"2.0","id":2,"method":"b"}\n'],
    ['a byte order mark in the middle', Buffer.concat([Buffer.from('\n'), bom, Buffer.from(lineOf(callOf('a')))])],
    ['a carriage return alone between messages', `${JSON.stringify(callOf('a'))}\r${lineOf(callOf('a'))}`],
  ])('%s is a parse error without an id, and the next line is read', async (_what, line) => {
    const served = new Served(exchangerOf());
    served.send(line, callOf('b', 'next'));
    expect(await served.end()).toEqual([parseError, expect.objectContaining({ id: 'next', result: { echo: {} } })]);
  });

  test('a byte order mark at the very beginning is none of the first message', async () => {
    const served = new Served(exchangerOf());
    for (const byte of [...bom, ...Buffer.from(lineOf(callOf('a')))]) served.send(Uint8Array.of(byte));
    expect(await served.end()).toEqual([{ jsonrpc: '2.0', id: 1, result: { echo: {} } }]);
  });

  test('blank lines are nothing', async () => {
    const served = new Served(exchangerOf());
    served.send('\n\n \t \r\n\r\n');
    expect(await served.end()).toEqual([]);
  });

  test('an unfinished last line is an error where it is no message', async () => {
    const served = new Served(exchangerOf());
    served.send('{"jsonrpc":"2.0","id":1,"meth');
    expect(await served.end()).toEqual([parseError]);
  });
});

describe('a line over the limit', () => {
  const maxLineBytes = 300;
  const refusal = { code: -32600, message: 'Invalid request: a line may have 300 bytes at most' };

  /** A call whose line has exactly so many bytes, with its id at its beginning or its end. */
  function callOfSize(bytes: number, idAtEnd = false): string {
    const { id, ...rest } = callOf('a', 'big');
    const line = (fill: string): string => {
      const params = { name: 'a', arguments: { [fill]: { id: 'not this', nested: ['"id":"nor this"', '\\"'] } } };
      return JSON.stringify(idAtEnd ? { ...rest, params, id } : { id, ...rest, params });
    };
    return line('é'.repeat(1) + 'x'.repeat(bytes - Buffer.byteLength(line('é'))));
  }

  test.each([
    ['at its beginning', false],
    ['at its end', true],
  ])('is refused under its id, found %s, in whatever pieces, and the next line is read', async (_where, idAtEnd) => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 301, max: 2000 }),
        fc.array(fc.nat(), { maxLength: 20 }),
        async (size, places) => {
          const served = new Served(exchangerOf(), { maxLineBytes });
          const text = `${callOfSize(size, idAtEnd)}\n${lineOf(callOf('b', 'next'))}`;
          for (const piece of cut(new TextEncoder().encode(text), places)) served.send(piece);
          expect(await served.end()).toEqual([
            { jsonrpc: '2.0', id: 'big', error: refusal },
            { jsonrpc: '2.0', id: 'next', result: { echo: {} } },
          ]);
        },
      ),
      { numRuns: 50 },
    );
  });

  test('is counted in bytes: the limit itself is read, one more is not', async () => {
    const served = new Served(exchangerOf(), { maxLineBytes });
    served.send(`${callOfSize(300)}\n`);
    expect(await served.until(1)).toEqual([expect.objectContaining({ id: 'big', result: expect.anything() })]);
    served.send(`${callOfSize(301)}\n`);
    expect((await served.end())[1]).toEqual({ jsonrpc: '2.0', id: 'big', error: refusal });
  });

  test.each([
    ['noise', 'x'.repeat(1000)],
    ['a batch', JSON.stringify(Array.from({ length: 20 }, () => callOf('a')))],
    ['a string with an id in it', JSON.stringify(`{"id":1,${'x'.repeat(400)}`)],
    ['an id of null', `{"id":null,"x":"${'x'.repeat(400)}"}`],
    ['an id that is no integer', `{"id":1.5,"x":"${'x'.repeat(400)}"}`],
    ['an id that is an object', `{"id":{"id":1},"x":"${'x'.repeat(400)}"}`],
    ['an id over 1 kB', `{"id":"${'x'.repeat(1100)}"}`],
    ['brackets that close nothing', `]]}}{"id":1}${'x'.repeat(400)}`],
  ])('is refused without an id where it is %s', async (_what, line) => {
    const served = new Served(exchangerOf(), { maxLineBytes });
    served.send(`${line}\n`, callOf('b', 'next'));
    expect((await served.end()).map(({ id, error }) => [id, error])).toEqual([
      [undefined, refusal],
      ['next', undefined],
    ]);
  });

  test('that never ends is refused as soon as its id is known, and takes no memory', async () => {
    const served = new Served(exchangerOf(), { maxLineBytes });
    served.send('{"jsonrpc":"2.0","id":7,"params":"');
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    const before = process.memoryUsage().arrayBuffers;
    for (let megabytes = 0; megabytes < 64; megabytes++) {
      if (!served.input.write(chunk)) await new Promise((resolve) => served.input.once('drain', resolve));
    }
    expect(await served.until(1)).toEqual([{ jsonrpc: '2.0', id: 7, error: refusal }]);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024);
    expect(await served.end()).toHaveLength(1);
  });

  test('does not take the id of a request under way', async () => {
    const served = new Served(
      exchangerOf({
        slow: (_, { signal }) => new Promise((_resolve, reject) => signal?.addEventListener('abort', reject)),
      }),
      { maxLineBytes, graceMs: 0 },
    );
    served.send(callOf('slow', 'big'), `${callOfSize(400)}\n`);
    expect(await served.until(1)).toEqual([{ jsonrpc: '2.0', error: refusal }]);
    await served.end();
  });
});

describe('a message that nests too deeply', () => {
  test.each([
    ['100,000 arrays', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['100,000 objects', '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)],
  ])('of %s is refused under its id, and the next line is read', async (_what, deep) => {
    const served = new Served(exchangerOf());
    served.send(`{"jsonrpc":"2.0","method":"a","params":{"a":${deep}},"id":5}\n`, callOf('b', 'next'));
    const lines = await served.end();
    expect(lines[0]).toEqual({
      jsonrpc: '2.0',
      id: 5,
      error: { code: -32600, message: 'Invalid request: the JSON nests deeper than 1000 levels' },
    });
    expect(lines[1]).toMatchObject({ id: 'next' });
  });
});
