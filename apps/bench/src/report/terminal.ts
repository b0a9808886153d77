/** The table in the terminal, a row's block at a time, as soon as it has been measured. */
import type { RowResult } from '../harness/row.js';
import { lines } from './lines.js';

const COLUMNS = { side: 22, figure: 22, ratio: 9, goal: 28 } as const;

export function printRow(result: RowResult, write: (text: string) => void): void {
  write(`\n${result.row.title}\n`);
  for (const line of lines(result)) {
    const cells = [
      line.side.padEnd(COLUMNS.side),
      line.figure.padStart(COLUMNS.figure),
      line.ratio.padStart(COLUMNS.ratio),
      `  ${line.mark || ' '} ${line.goal}`.padEnd(COLUMNS.goal),
      line.detail,
    ];
    write(`  ${cells.join(' ').trimEnd()}\n`);
  }
}

export function printSummary(results: readonly RowResult[], write: (text: string) => void): void {
  const verdicts = results.flatMap(({ row, verdicts: judged }) => judged.map((verdict) => ({ row, verdict })));
  const missed = verdicts.filter(({ verdict }) => verdict.reached === false);
  const open = verdicts.filter(({ verdict }) => verdict.reached === undefined);
  write(`\n${verdicts.length - missed.length - open.length} of ${verdicts.length} goals reached\n`);
  for (const { row, verdict } of missed) write(`  ✗ ${row.id}: ${verdict.text}\n`);
  for (const { row, verdict } of open) write(`  ? ${row.id}: ${verdict.text}\n`);
}
