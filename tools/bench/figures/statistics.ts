/** What several runs of one workload came to. */
export interface Spread {
  median: number;
  min: number;
  max: number;
  runs: number;
}

/** Nearest rank: an observed value, never one in between. Throws when there is nothing. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const found = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (found === undefined) throw new Error('nothing was measured');
  return found;
}

/** Of an even number of runs the middle of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[sorted.length >> 1];
  const lower = sorted[(sorted.length - 1) >> 1];
  if (upper === undefined || lower === undefined) throw new Error('nothing was measured');
  return (lower + upper) / 2;
}

export function spreadOf(values: readonly number[]): Spread {
  return {
    median: median(values),
    min: Math.min(...values),
    max: Math.max(...values),
    runs: values.length,
  };
}

/** Run by run, since ours and the limit's alternate: what the machine did meanwhile met both. */
export function ratios(ours: readonly number[], limit: readonly number[]): number[] {
  return ours.slice(0, limit.length).map((value, run) => value / (limit[run] ?? NaN));
}
