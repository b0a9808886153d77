import { describe, expect, test } from 'vitest';
import { judge } from '../src/harness/goal.js';
import { median, spread } from '../src/harness/statistics.js';

const rates = { better: 'more', unit: '/s' } as const;
const times = { better: 'less', unit: 'µs' } as const;
const figures = (ours: number[], peer: number[]) => [
  { side: 'mrtr', samples: ours },
  { side: 'peer', samples: peer },
];

describe('a goal', () => {
  test('of so many times is judged by medians, in the direction that is better', () => {
    const goal = { kind: 'times', than: 'peer', atLeast: 6 } as const;
    expect(judge(goal, figures([599, 600, 9999], [100]), rates)).toMatchObject({ ratio: 6, reached: true });
    expect(judge(goal, figures([599], [100]), rates)).toMatchObject({ reached: false });
    expect(judge(goal, figures([10], [60]), times)).toMatchObject({ ratio: 6, reached: true });
    expect(judge(goal, figures([10], [59]), times)).toMatchObject({ reached: false });
  });

  test('of a share compares our figure with the other one as it is', () => {
    const atMost = { kind: 'share', of: 'peer', atMost: 0.4 } as const;
    expect(judge(atMost, figures([40], [100]), times)).toMatchObject({ ratio: 0.4, reached: true });
    expect(judge(atMost, figures([41], [100]), times)).toMatchObject({ reached: false });
    const atLeast = { kind: 'share', of: 'peer', atLeast: 0.9 } as const;
    expect(judge(atLeast, figures([90], [100]), rates)).toMatchObject({ ratio: 0.9, reached: true });
    expect(judge(atLeast, figures([89], [100]), rates)).toMatchObject({ reached: false });
  });

  test('of a bound looks at our figure alone', () => {
    const goal = { kind: 'bound', atMost: 140 } as const;
    expect(judge(goal, figures([140], []), times)).toMatchObject({ reached: true, ratio: undefined, text: '≤ 140 µs' });
    expect(judge(goal, figures([140.1], []), times)).toMatchObject({ reached: false });
  });

  test('is open where a figure is missing', () => {
    const failed = [
      { side: 'mrtr', failed: 'no such file' },
      { side: 'peer', samples: [1] },
    ];
    expect(judge({ kind: 'times', than: 'peer', atLeast: 6 }, failed, times).reached).toBeUndefined();
    expect(judge({ kind: 'bound', atMost: 1 }, failed, times).reached).toBeUndefined();
    const absent = [
      { side: 'mrtr', samples: [1] },
      { side: 'peer', absent: 'no client' },
    ];
    expect(judge({ kind: 'share', of: 'peer', atMost: 1 }, absent, times).reached).toBeUndefined();
  });
});

test('a median is the middle one, or the mean of the middle two', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect(() => median([])).toThrow(RangeError);
});

test('a spread is half of what lies between the extremes, as a share of the median', () => {
  expect(spread([90, 100, 110])).toBeCloseTo(0.1);
  expect(spread([5])).toBe(0);
});
