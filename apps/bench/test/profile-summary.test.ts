import { expect, test } from 'vitest';
import { packageOf, summarise } from '../src/profile-summary.js';

const frame = (functionName: string, url: string) => ({ functionName, url, lineNumber: 0 });

test('self time is a share of the time that was not idle', () => {
  const { packages, functions } = summarise({
    nodes: [
      { id: 1, callFrame: frame('(idle)', '') },
      { id: 2, callFrame: frame('parse', 'file:///r/node_modules/.pnpm/zod@4.6.7/node_modules/zod/v4/core/parse.js') },
      { id: 3, callFrame: frame('exchange', 'file:///r/packages/server/dist/index.js') },
      { id: 4, callFrame: frame('(garbage collector)', '') },
    ],
    samples: [1, 2, 3, 4, 2],
    timeDeltas: [1000, 30, 50, 10, 10],
  });
  expect(packages).toEqual([
    { name: '@mrtr/server', share: 0.5 },
    { name: 'zod', share: 0.4 },
    { name: '(garbage collector)', share: 0.1 },
  ]);
  expect(functions[0]).toEqual({ name: 'exchange  server/dist/index.js:1', share: 0.5 });
});

test('what the profiler does itself is left out', () => {
  const { functions } = summarise({
    nodes: [
      { id: 1, callFrame: frame('post', 'node:inspector'), children: [2] },
      { id: 2, callFrame: frame('dispatch', '') },
      { id: 3, callFrame: frame('dispatch', '') },
    ],
    samples: [1, 2, 3],
    timeDeltas: [10, 1000, 7],
  });
  expect(functions).toEqual([{ name: 'dispatch', share: 1 }]);
});

test.each([
  ['file:///r/node_modules/.pnpm/@noble+ciphers@2.4.0/node_modules/@noble/ciphers/chacha.js', '@noble/ciphers'],
  ['file:///r/apps/bench/dist/work/greet.js', '@mrtr/bench'],
  ['node:internal/streams/readable', 'node:internal/streams/readable'],
  ['', 'built-in'],
])('%s belongs to %s', (url, name) => {
  expect(packageOf(url, 'f')).toBe(name);
});
