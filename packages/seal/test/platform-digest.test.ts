import * as fc from 'fast-check';
import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { digestArguments, canonicalJson } from '@mrtr/seal';
import { platformDigest } from '../src/platform-digest.js';

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');
const scopeOf = (crypto: unknown) => ({ process: { getBuiltinModule: () => crypto } });

describe('the digest of a text', () => {
  it('is SHA-256 of its UTF-8, whatever computed it', () => {
    const [native, portable] = [platformDigest(globalThis), platformDigest({})];
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(native(text)).toBe(sha256(text));
        expect(portable(text)).toBe(sha256(text));
      }),
    );
  });

  it('of arguments is that of their canonical JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(digestArguments(value)).toBe(sha256(canonicalJson(value ?? {})));
      }),
    );
  });

  it('is computed by the runtime where that agrees', () => {
    const hash = vi.fn((_algorithm: string, text: string) => sha256(text));
    expect(platformDigest(scopeOf({ hash }))('text')).toBe(sha256('text'));
    expect(hash).toHaveBeenLastCalledWith('sha256', 'text', 'base64url');
  });

  it.each<[string, object]>([
    ['is none', {}],
    ['has no such function', scopeOf({})],
    ['gives something else', scopeOf({ hash: () => 'else' })],
    [
      'refuses',
      scopeOf({
        hash: () => {
          throw new Error('not allowed');
        },
      }),
    ],
    [
      'throws when it is asked for',
      {
        process: {
          getBuiltinModule: () => {
            throw new Error('no');
          },
        },
      },
    ],
    ['has nothing under that name', scopeOf(undefined)],
  ])('is right where the runtime %s', (_what, scope) => {
    expect(platformDigest(scope)('text')).toBe(sha256('text'));
  });
});
