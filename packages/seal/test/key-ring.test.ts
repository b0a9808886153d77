import { describe, expect, it } from 'vitest';
import { aeadCodec } from '@mrtr/seal';
import { countingBytes, toHex } from './support/bytes.js';
import { reasonOf, sealErrorOf } from './support/refusal.js';

const payload = new TextEncoder().encode('a payload');
const old = countingBytes(32, 1);
const young = countingBytes(32, 2);

describe('a key ring', () => {
  it.each<[string, unknown, RegExp]>([
    ['no list', undefined, /keys must be a list/],
    ['a single key that is not in a list', young, /keys must be a list/],
    ['an empty list', [], /at least one key/],
    ['a key of 31 bytes', [old, countingBytes(31)], /keys\[1\] has 31 bytes.*at least 32/],
    ['an empty key', [new Uint8Array(0)], /keys\[0\] has 0 bytes/],
    ['an empty string', [''], /keys\[0\] has 0 bytes/],
    ['a string of 31 bytes', ['x'.repeat(31)], /keys\[0\] has 31 bytes/],
    ['a number', [old, 7], /keys\[1\] must be a Uint8Array or a string, not number/],
    ['null', [null], /keys\[0\] must be a Uint8Array or a string, not null/],
    ['a hole', [undefined, old], /keys\[0\] .* not undefined/],
    ['an ArrayBuffer', [new ArrayBuffer(32)], /keys\[0\] .* not object/],
    ['words instead of bytes', [new Uint32Array(32)], /keys\[0\] .* not object/],
    ['a list of numbers', [Array.from(old)], /keys\[0\] .* not object/],
    ['the same key twice', [old, young, Uint8Array.from(old)], /keys\[2\] is the same key as keys\[0\]/],
    ['the same key as text and as bytes', ['x'.repeat(32), new Uint8Array(32).fill(0x78)], /keys\[1\] is the same/],
  ])('refuses %s, naming the index', async (_, keys, message) => {
    const error = await sealErrorOf(() => aeadCodec({ keys: keys as Uint8Array[] }));
    expect(error.code).toBe('invalid_key');
    expect(error.message).toMatch(message);
  });

  it('names a command that makes a good key', async () => {
    const error = await sealErrorOf(() => aeadCodec({ keys: ['short'] }));
    expect(error.message).toContain('openssl rand -base64 32');
    expect(error.message).not.toContain('short');
  });

  it('counts the bytes of a string as UTF-8', () => {
    const text = 'é'.repeat(16);
    const token = aeadCodec({ keys: [text] }).seal(payload);
    expect(toHex(aeadCodec({ keys: [new TextEncoder().encode(text)] }).unseal(token))).toBe(toHex(payload));
  });

  it('takes keys of any greater length, and Buffers', () => {
    for (const key of [countingBytes(33), countingBytes(64), countingBytes(1000), Buffer.from(old)]) {
      const codec = aeadCodec({ keys: [key] });
      expect(toHex(codec.unseal(codec.seal(payload)))).toBe(toHex(payload));
    }
  });

  it('copies its keys: a buffer or a list that changes afterwards changes nothing', () => {
    const buffer = Uint8Array.from(old);
    const list: Uint8Array[] = [buffer];
    const codec = aeadCodec({ keys: list });
    const before = codec.seal(payload);
    buffer.fill(0);
    list[0] = young;
    expect(toHex(codec.unseal(before))).toBe(toHex(payload));
    expect(toHex(aeadCodec({ keys: [old] }).unseal(codec.seal(payload)))).toBe(toHex(payload));
  });

  it('seals with the first key and opens with every one', async () => {
    const ring = aeadCodec({ keys: [young, old, countingBytes(32, 3)] });
    expect(toHex(ring.unseal(aeadCodec({ keys: [old] }).seal(payload)))).toBe(toHex(payload));
    const token = ring.seal(payload);
    expect(toHex(aeadCodec({ keys: [young] }).unseal(token))).toBe(toHex(payload));
    expect(await reasonOf(() => aeadCodec({ keys: [old] }).unseal(token))).toBe('unknown_key');
  });
});
