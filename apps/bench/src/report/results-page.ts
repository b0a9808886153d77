/** `bench/results.md`: every row with its figures, and how they came about, so that anybody can check them. */
import { CONNECTIONS, type Pace } from '../harness/bench.js';
import { OURS } from '../harness/goal.js';
import type { RowResult } from '../harness/row.js';
import { median } from '../harness/statistics.js';
import type { Environment } from './environment.js';
import { formatRatio, formatValue } from './format.js';
import { lines, markOf } from './lines.js';
import { markdownTable } from './markdown-table.js';

export function resultsPage(results: readonly RowResult[], env: Environment, pace: Pace): string {
  return [
    '# Measured',
    '',
    'Written by `npm run bench`. Every figure is a median, every side of a row was measured in the same run, and a ratio',
    'says how many times better `mrtr` is, or, where the goal is a share, our figure as a share of the other one.',
    '`±` is half the distance between the smallest and the largest sample. A ✗ is a goal that was not reached.',
    '',
    ...(env.busy === undefined ? [] : [`**${env.busy}**`, '']),
    '## At a glance',
    '',
    ...markdownTable(GLANCE, results.flatMap(glance)),
    '',
    ...results.flatMap(section),
    '## How it was measured',
    '',
    `- ${env.date}, Node ${env.node} on ${env.system}, ${env.processor}. Commit ${env.commit}.`,
    `- One process for each implementation, ${
      env.pinned
        ? 'pinned to one core, the load generator to another'
        : 'not pinned to cores: `taskset` or a second core is missing'
    }. Sides take turns, slice by slice, and each slice begins with another side.`,
    `- HTTP: ${CONNECTIONS} keep-alive connections from one generator, the same for every server; ${pace.httpWarmMs / 1000} s of load`,
    `  before the first figure, then ${pace.httpSlices} slices of ${pace.httpSliceMs / 1000} s. Every response is checked for its status and its text.`,
    `- In process: ${pace.loopWarmMs / 1000} s of repetition, then ${pace.loopSlices} slices of ${pace.loopSliceMs / 1000} s, one operation after the other. The result`,
    '  is checked before and after.',
    '- Every side has the same tools, the same zod schemas, the same words; peers are set up as their documentation says.',
    `- Versions: ${env.versions.map(([name, version]) => `${name} ${version}`).join(', ')}.`,
    '',
  ].join('\n');
}

const GLANCE = [
  { title: 'what', align: 'left' },
  { title: 'mrtr', align: 'right' },
  { title: 'against', align: 'right' },
  { title: 'ratio', align: 'right' },
  { title: 'goal', align: 'left' },
  { title: '', align: 'left' },
] as const;

/** A line for each goal. */
function glance(result: RowResult): string[][] {
  const { row, figures, verdicts } = result;
  const valueOf = (side: string): string => {
    const figure = figures.find((candidate) => candidate.side === side);
    return figure !== undefined && 'samples' in figure ? formatValue(median(figure.samples), row.unit) : '';
  };
  return verdicts.map((verdict) => [
    row.title,
    valueOf(verdict.goal.side ?? OURS),
    verdict.against === undefined ? '' : valueOf(verdict.against),
    verdict.ratio === undefined ? '' : formatRatio(verdict.ratio),
    verdict.text,
    markOf(verdict),
  ]);
}

const COLUMNS = [
  { title: 'side', align: 'left' },
  { title: 'figure', align: 'right' },
  { title: 'ratio', align: 'right' },
  { title: 'goal', align: 'left' },
  { title: '', align: 'left' },
] as const;

function section(result: RowResult): string[] {
  const cells = lines(result).map(({ side, figure, detail, ratio, goal, mark }) => [
    side.startsWith(OURS) ? `**${side}**` : side,
    detail === '' ? figure : `${figure} (${detail})`,
    ratio,
    goal,
    mark,
  ]);
  return [`## ${result.row.title}`, '', result.row.how, '', ...markdownTable(COLUMNS, cells), ''];
}
