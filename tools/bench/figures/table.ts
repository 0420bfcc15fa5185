import type { Figure, Goal, Unit } from './figure.ts';
import type { Spread } from './statistics.ts';

const HEAD = ['what', 'ours', 'limit', 'ratio', 'goal', ''];

/** A row's figures as a table for people: medians with their spread, and whether each goal is reached. */
export function tableOf(figures: readonly Figure[]): string[] {
  const cells = [HEAD, ...figures.map(cellsOf)];
  const widths = HEAD.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  const notes = [...new Set(figures.flatMap(({ note }) => note ?? []))];
  return [...lines, ...notes.map((note) => `    ${note}`)].map((line) => line.trimEnd());
}

function cellsOf({ what, unit, ours, limit, ratio, goals, reached }: Figure): string[] {
  return [
    what,
    withSpread(ours, unit),
    limit ? withSpread(limit, unit) : '',
    ratio ? withSpread(ratio, '') : '',
    goals.map((goal) => goalText(goal, unit)).join(', '),
    reached === null ? '' : reached ? 'reached' : 'MISSED',
  ];
}

function withSpread({ median, min, max, runs }: Spread, unit: Unit): string {
  const value = `${short(median)}${unit === '' ? '' : ` ${unit}`}`;
  return runs < 2 ? value : `${value} (${short(min)}–${short(max)})`;
}

export function goalText({ of, atLeast, atMost }: Goal, unit: Unit): string {
  const value = `${atLeast === undefined ? '≤' : '≥'} ${short(atLeast ?? atMost ?? NaN)}`;
  return of === 'ratio' ? `${value} of the limit` : unit === '' ? value : `${value} ${unit}`;
}

/** Three figures that count. */
function short(value: number): string {
  const size = Math.abs(value);
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2);
}
