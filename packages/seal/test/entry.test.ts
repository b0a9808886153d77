import { expect, it } from 'vitest';
import * as node from '@mrtr/seal/node';
import * as seal from '@mrtr/seal';

it('exports these names and no others', () => {
  expect(Object.keys(seal).toSorted()).toEqual([
    'InvalidRequestStateError',
    'RequestStateSecurity',
    'SealError',
    'aeadCodec',
    'canonicalJson',
    'clockSkewSeconds',
    'digestArguments',
    'nobleAead',
    'rejectionReasons',
  ]);
  expect(Object.keys(node)).toEqual(['nodeAead']);
});
