/** What `tamper` makes of a token. That a server refuses all of it is tested where the tokens are made. */
import { tamper, type TamperOptions } from '@mrtr/testing';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const TOKEN = 'v1.aGVsbG8td29ybGQ_LQ';

describe('the variants of a token', () => {
  test('are never the token itself, and each has a name of its own', () => {
    fc.assert(
      fc.property(fc.oneof(fc.base64String(), fc.string(), fc.constant(TOKEN)), fc.string(), (token, other) => {
        const variants = [...tamper(token, { with: other })];
        expect(variants.filter((variant) => variant.token === token)).toEqual([]);
        expect(new Set(variants.map(({ name }) => name)).size).toBe(variants.length);
      }),
    );
  });

  test('are the same every time', () => {
    expect([...tamper(TOKEN)]).toEqual([...tamper(TOKEN)]);
  });

  test('have every character replaced, every truncation from either end, and every length around it', () => {
    const tokens = [...tamper(TOKEN)].map(({ token }) => token);
    for (let at = 0; at < TOKEN.length; at++) {
      expect(tokens).toContain(TOKEN.slice(0, at));
      expect(
        tokens.some((token) => typeof token === 'string' && token.length === TOKEN.length && differsOnlyAt(token, at)),
      ).toBe(true);
      if (at > 0) expect(tokens).toContain(TOKEN.slice(at));
    }
  });

  test.each([
    ['nothing', ''],
    ['its first 3 characters', 'v1.'],
    ['character 3 replaced: bit 0 flipped', 'v1.bGVsbG8td29ybGQ_LQ'],
    ['character 2 replaced', 'v1AaGVsbG8td29ybGQ_LQ'],
    ['character 4 left out', 'v1.aVsbG8td29ybGQ_LQ'],
    ['character 4 doubled', 'v1.aGGVsbG8td29ybGQ_LQ'],
    ['padding after it', `${TOKEN}=`],
    ['a space around it', ` ${TOKEN} `],
    ['a line break within it', 'v1.aGVsbG8\ntd29ybGQ_LQ'],
    ['a NUL within it', 'v1.aGVsbG8\0td29ybGQ_LQ'],
    ['twice in a row', TOKEN + TOKEN],
    ['in capitals', 'V1.AGVSBG8TD29YBGQ_LQ'],
    ['with its cases swapped', 'V1.AgvSBg8TD29YBgq_lq'],
    ['in the other alphabet of base64', 'v1.aGVsbG8td29ybGQ/LQ'],
    ['percent-encoded', 'v1%2EaGVsbG8td29ybGQ%5FLQ'],
    ['nothing but its prefix', 'v1.'],
    ['its prefix, and all but the first 2 characters after it', 'v1.VsbG8td29ybGQ_LQ'],
    ['without its prefix', 'aGVsbG8td29ybGQ_LQ'],
    ['the prefix "v2"', 'v2.aGVsbG8td29ybGQ_LQ'],
    ['the prefix ""', '.aGVsbG8td29ybGQ_LQ'],
    ['a number', 7],
    ['an empty object', {}],
    ['a list with the token', [TOKEN]],
  ])('have one with %s', (name, token) => {
    expect([...tamper(TOKEN)]).toContainEqual({ name, token });
  });

  test('flip each bit of each character by itself', () => {
    const body = (token: string) => Buffer.from(token.slice(3), 'base64url');
    const flips = [...tamper(TOKEN)].filter(({ name }) => name.includes('flipped')).map(({ token }) => String(token));
    for (let bit = 0; bit < body(TOKEN).length * 8; bit++) {
      const flipped = body(TOKEN);
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      expect(flips).toContain(`v1.${flipped.toString('base64url')}`);
    }
  });

  test('are of ten million characters, or as many as you say, or not too long at all', () => {
    const longest = (options?: TamperOptions) =>
      Math.max(...[...tamper(TOKEN, options)].map(({ token }) => (typeof token === 'string' ? token.length : 0)));
    expect(longest()).toBe(10_000_000);
    expect(longest({ oversize: 4000 })).toBe(4000);
    expect(longest({ oversize: 0 })).toBeLessThan(3 * TOKEN.length);
    expect([...tamper(TOKEN, { oversize: 0 })].filter(({ name }) => name === '0 characters')).toEqual([]);
  });

  test('are spliced with another token at every place, and never are that other one', () => {
    const other = 'v1.d29ybGQtaGVsbG8_LQ';
    const spliced = [...tamper(TOKEN, { with: other })].filter(({ name }) => name.includes('another token'));
    const tokens = spliced.map(({ token }) => token);
    for (const token of ['v1.aGVsbGQtaGVsbG8_LQ', 'v1.d29ybG8td29ybGQ_LQ', TOKEN + other]) {
      expect(tokens).toContain(token);
    }
    expect(tokens).not.toContain(other);
    expect([...tamper(TOKEN)].filter(({ name }) => name.includes('another token'))).toEqual([]);
  });
});

function differsOnlyAt(token: string, at: number): boolean {
  return (
    token[at] !== TOKEN[at] && token.slice(0, at) === TOKEN.slice(0, at) && token.slice(at + 1) === TOKEN.slice(at + 1)
  );
}
