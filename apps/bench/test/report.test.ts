import { describe, expect, test } from 'vitest';
import { FULL } from '../src/harness/bench.js';
import { judge } from '../src/harness/goal.js';
import type { Row, RowResult } from '../src/harness/row.js';
import { lines } from '../src/report/lines.js';
import { markdownTable } from '../src/report/markdown-table.js';
import { resultsPage } from '../src/report/results-page.js';
import { printRow, printSummary } from '../src/report/terminal.js';
import { rows } from '../src/rows/index.js';

const row: Row = {
  id: 'call',
  title: 'A call',
  unit: 'µs',
  better: 'less',
  goals: [
    { kind: 'times', than: 'official', atLeast: 10 },
    { kind: 'share', of: 'official', atMost: 0.05 },
    { kind: 'bound', atMost: 5 },
  ],
  how: 'By hand.',
  measure: () => Promise.resolve([]),
};

const figures = [
  { side: 'mrtr', samples: [4, 5, 6] },
  { side: 'tmcp', samples: [10], detail: 'token of 40 bytes' },
  { side: 'official', samples: [50] },
  { side: 'mcp-lite', absent: 'no client' },
];
const result: RowResult = { row, figures, verdicts: row.goals.map((goal) => judge(goal, figures, row)) };
const environment = {
  date: '2026-12-01',
  commit: 'abc1234',
  node: 'v20.0.0',
  system: 'linux 6',
  processor: 'a processor, 2 cores, 4 GiB',
  pinned: true,
  busy: undefined,
  versions: [['tmcp', '1.20.0']],
} as const;

describe('the lines of a row', () => {
  test('have each goal beside the peer that it names, with the ratio that was judged', () => {
    expect(lines(result)).toEqual([
      { side: 'mrtr', figure: '5.00 µs ± 20 %', detail: '', ratio: '', goal: '≤ 5 µs', mark: '✓' },
      { side: 'tmcp', figure: '10.0 µs', detail: 'token of 40 bytes', ratio: '2.00 ×', goal: '', mark: '' },
      { side: 'official', figure: '50.0 µs', detail: '', ratio: '10.0 ×', goal: '≥ 10 × official', mark: '✓' },
      { side: '', figure: '', detail: '', ratio: '0.10 ×', goal: '≤ 0.05 of official', mark: '✗' },
      { side: 'mcp-lite', figure: 'no client', detail: '', ratio: '', goal: '', mark: '' },
    ]);
  });

  test('leave a goal open where its peer failed', () => {
    const broken = [figures[0]!, { side: 'official', failed: 'no port' }];
    const verdicts = row.goals.map((goal) => judge(goal, broken, row));
    const marks = lines({ row, figures: broken, verdicts }).map(({ figure, mark }) => [figure, mark]);
    expect(marks).toContainEqual(['failed: no port', '?']);
  });
});

test('the terminal names what was missed', () => {
  let text = '';
  printRow(result, (part) => (text += part));
  printSummary([result], (part) => (text += part));
  expect(text).toContain('2 of 3 goals reached');
  expect(text).toContain('✗ call: ≤ 0.05 of official');
});

test('the results page has every row, the machine and the versions', () => {
  const page = resultsPage([result], environment, FULL);
  expect(page).toMatch(/^\| \*\*mrtr\*\* +\| +5\.00 µs ± 20 % \| +\| ≤ 5 µs +\| ✓ +\|$/m);
  expect(page).toMatch(/^\| A call \| +5\.00 µs \| +50\.0 µs \| +10\.0 × \| ≥ 10 × official +\| ✓ +\|$/m);
  expect(page).toMatch(/^\| mcp-lite +\| +no client \|/m);
  expect(page).toContain('2026-12-01, Node v20.0.0 on linux 6');
  expect(page).toContain('tmcp 1.20.0');
  expect(page).not.toContain('busy');
});

test('a table in Markdown has columns of one width, and no cell that breaks it', () => {
  const columns = [
    { title: 'side', align: 'left' },
    { title: 'figure', align: 'right' },
  ] as const;
  expect(markdownTable(columns, [['a|b', '1'], ['c\nd']])).toEqual([
    '| side | figure |',
    '| ---- | -----: |',
    '| a\\|b |      1 |',
    '| c d  |        |',
  ]);
});

test('a busy machine is named on the page', () => {
  expect(resultsPage([result], { ...environment, busy: 'The machine was busy.' }, FULL)).toContain(
    '**The machine was busy.**',
  );
});

test('rows can be told apart by their ids', () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
});
