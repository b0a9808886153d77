/** A table in Markdown whose source reads as well as what comes of it: every column padded to its widest cell. */

export interface Column {
  readonly title: string;
  readonly align: 'left' | 'right';
}

/** Rows without a cell for a column have it empty. */
export function markdownTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const cells = [columns.map(({ title }) => title), ...rows.map((row) => row.map(escapeCell))];
  const widths = columns.map((_column, index) => Math.max(3, ...cells.map((row) => (row[index] ?? '').length)));
  const [head, ...body] = cells.map((row) =>
    line(
      columns.map(({ align }, index) => {
        const [cell, width] = [row[index] ?? '', widths[index] ?? 0];
        return align === 'right' ? cell.padStart(width) : cell.padEnd(width);
      }),
    ),
  );
  const rule = columns.map(({ align }, index) =>
    align === 'right' ? `${'-'.repeat((widths[index] ?? 0) - 1)}:` : '-'.repeat(widths[index] ?? 0),
  );
  return [head ?? '', line(rule), ...body];
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');
}
