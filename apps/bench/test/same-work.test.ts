import { describe, expect, test, vi } from 'vitest';
import type { Looped, Prepare } from '../src/harness/subject.js';
import * as checkout from '../src/work/checkout.js';
import { ORDER } from '../src/work/order.js';
import { stateOf } from '../src/work/states.js';

type Module = Readonly<Record<string, Prepare<{ bytes: number }>>>;

/** Every operation that is measured, on every side. */
const modules: readonly (readonly [name: string, load: () => Promise<unknown>])[] = [
  ['mrtr/memory', () => import('../src/peers/mrtr/memory.js')],
  ['mrtr/checkout', () => import('../src/peers/mrtr/checkout.js')],
  ['mrtr/fetch', () => import('../src/peers/mrtr/fetch.js')],
  ['mrtr/seal', () => import('../src/peers/mrtr/seal.js')],
  ['official/memory', () => import('../src/peers/official/memory.js')],
  ['official/checkout', () => import('../src/peers/official/checkout.js')],
  ['official/fetch', () => import('../src/peers/official/fetch.js')],
  ['official/seal', () => import('../src/peers/official/seal.js')],
  ['tmcp/memory', () => import('../src/peers/tmcp/memory.js')],
  ['bare/memory', () => import('../src/peers/bare/memory.js')],
  ['bare/fetch', () => import('../src/peers/bare/fetch.js')],
  ['bare/seal', () => import('../src/peers/bare/seal.js')],
];

describe('every side does the same work', () => {
  test.each(modules)('%s', async (_name, load) => {
    for (const prepare of Object.values((await load()) as Module)) {
      const subject = (await prepare({ bytes: 200 })) as Looped;
      expect(await subject.operation()).toBe(subject.expected);
      expect(await subject.operation()).toBe(subject.expected);
    }
  });
});

vi.mock('../src/work/checkout.js', { spy: true });

describe('every side of the checkout asks the same two questions, the second with what the first was answered', () => {
  test.each(modules.filter(([name]) => name.endsWith('/checkout')))('%s', async (_name, load) => {
    for (const prepare of Object.values((await load()) as Module)) {
      const subject = (await prepare({ bytes: 200 })) as Looped;
      const answered = vi.mocked(checkout.answerOf).mockClear();
      await subject.operation();
      expect(answered.mock.calls).toEqual([
        ['How many copies of The Left Hand of Darkness?'],
        ['How shall the 2 be sent?'],
      ]);
    }
  });
});

test.each([200, 2000, 20_000])('a state of %i bytes has as many', (bytes) => {
  expect(Buffer.byteLength(stateOf(bytes))).toBe(bytes);
});

test('the expected results are what the words say', () => {
  expect(ORDER.expected).toContain(String(ORDER.answer.copies));
});
