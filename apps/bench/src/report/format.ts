/** How figures are written, in the terminal and on the results page. */
import type { Failed, Figure, Unit } from '../harness/figure.js';
import { median, spread } from '../harness/statistics.js';

/** A figure with its unit, at the precision that its size deserves. */
export function formatValue(value: number, unit: Unit): string {
  return unit === '/s' ? `${formatNumber(value)}/s` : `${formatNumber(value)} ${unit}`;
}

export function formatNumber(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString('en');
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** A ratio as `12.3 ×`, or finer below one, where shares are. */
export function formatRatio(ratio: number): string {
  return `${ratio >= 10 ? ratio.toFixed(1) : ratio.toFixed(2)} ×`;
}

/** The median with its spread, or why there is none. */
export function formatFigure(figure: Figure | Failed, unit: Unit): string {
  if ('failed' in figure) return `failed: ${figure.failed}`;
  if ('absent' in figure) return figure.absent;
  const value = formatValue(median(figure.samples), unit);
  return figure.samples.length > 1 ? `${value} ± ${Math.round(spread(figure.samples) * 100)} %` : value;
}
