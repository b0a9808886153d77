import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeHeaderValue, encodeHeaderValue } from '../src/index.js';

describe('header values', () => {
  // The table of the specification, basic/transports/streamable-http "Value Encoding".
  test.each([
    ['us-west1', 'us-west1'],
    ['Hello, 世界', '=?base64?SGVsbG8sIOS4lueVjA==?='],
    [' padded ', '=?base64?IHBhZGRlZCA=?='],
    ['line1\nline2', '=?base64?bGluZTEKbGluZTI=?='],
    ['=?base64?literal?=', '=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?='],
  ])('%j is written as %s', (text, value) => {
    expect(encodeHeaderValue(text)).toBe(value);
    expect(decodeHeaderValue(value)).toBe(text);
  });

  test('any text survives, and nothing but visible ASCII and inner spaces is sent', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom('=', '?', 'base64', ' ', '\t', '\r', '\n', '\0', 'é', '\ufeff', '\u{1f600}') }),
    );
    fc.assert(
      fc.property(text, (original) => {
        const value = encodeHeaderValue(original);
        expect(value).toMatch(/^$|^[\x21-\x7e]$|^[\x21-\x7e][\x20-\x7e]*[\x21-\x7e]$/);
        expect(decodeHeaderValue(value)).toBe(original);
      }),
      { numRuns: 2000 },
    );
  });

  test('text without need of it stays as it is, also empty', () => {
    for (const text of [
      '',
      'a',
      'get_weather',
      'file:///a b/c?d=é'.replace('é', 'e'),
      '=?base64?',
      '?=',
      '=?BASE64?YQ==?=',
    ]) {
      expect(encodeHeaderValue(text)).toBe(text);
    }
  });

  test('a lone surrogate is refused, and the error does not quote the text', () => {
    expect(() => encodeHeaderValue('secret \ud800')).toThrow(expect.objectContaining({ code: 'invalid_message' }));
    expect(() => encodeHeaderValue('secret \udc00')).not.toThrow(/secret/);
  });

  test.each([
    ['missing padding', '=?base64?SGVsbG8?='],
    ['too much padding', '=?base64?SGVsbG8==?='],
    ['padding alone', '=?base64?====?='],
    ['characters outside the alphabet', '=?base64?SGVs!!!bG8=?='],
    ['the URL-safe alphabet', '=?base64?_-8=?='],
    ['spaces inside', '=?base64?SGVs bG8=?='],
    ['bits left over', '=?base64?SGVsbG9=?='],
    ['invalid UTF-8', '=?base64?/w==?='],
    ['an overlong encoding', '=?base64?wIA=?='],
    ['an encoded surrogate', '=?base64?7aCA?='],
    ['a character that no header may have', 'caf\u00e9'],
    ['a control character', 'a\u0007b'],
    ['a line feed', 'a\nb'],
  ])('%s does not decode', (_name, value) => {
    expect(decodeHeaderValue(value)).toBeUndefined();
  });

  test.each(['SGVsbG8=', 'base64?SGVsbG8=?=', '=?base64?SGVsbG8=', '=?Base64?SGVsbG8=?=', '=?base64?=', 'a\tb'])(
    '%j lacks a mark and is literal',
    (value) => {
      expect(decodeHeaderValue(value)).toBe(value);
    },
  );

  test('text that a careless reader would take for encoded is encoded', () => {
    expect(encodeHeaderValue('=?base64?=')).toBe('=?base64?PT9iYXNlNjQ/PQ==?=');
  });

  test('a byte order mark is a part of the text', () => {
    expect(decodeHeaderValue(encodeHeaderValue('\ufeffa'))).toBe('\ufeffa');
  });
});
