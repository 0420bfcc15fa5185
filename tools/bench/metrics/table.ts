import type { Metric, Goal, Unit } from './metric.ts';
import type { Spread } from './statistics.ts';

const HEAD = ['what', 'product', 'baseline', 'ratio', 'goal', ''];

/** A benchmark's metrics as a text table: medians with their spread, and whether each goal is reached. */
export function tableOf(metrics: readonly Metric[]): string[] {
  const cells = [HEAD, ...metrics.map(cellsOf)];
  const widths = HEAD.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  const notes = [...new Set(metrics.flatMap(({ note }) => note ?? []))];
  return [...lines, ...notes.map((note) => `    ${note}`)].map((line) => line.trimEnd());
}

function cellsOf({ what, unit, product, baseline, ratio, goals, reached }: Metric): string[] {
  return [
    what,
    withSpread(product, unit),
    baseline ? withSpread(baseline, unit) : '',
    ratio ? withSpread(ratio, '') : '',
    goals.map((goal) => goalText(goal, unit)).join(', '),
    reached === null ? '' : reached ? 'reached' : 'MISSED',
  ];
}

function withSpread({ median, min, max, runs }: Spread, unit: Unit): string {
  const value = `${short(median)}${unit === '' ? '' : ` ${unit}`}`;
  return runs < 2 ? value : `${value} (${short(min)}–${short(max)})`;
}

function goalText({ of, atLeast, atMost }: Goal, unit: Unit): string {
  const value = `${atLeast === undefined ? '≤' : '≥'} ${short(atLeast ?? atMost ?? NaN)}`;
  return of === 'ratio' ? `${value} of the baseline` : unit === '' ? value : `${value} ${unit}`;
}

/** About three significant digits. */
function short(value: number): string {
  const size = Math.abs(value);
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2);
}
