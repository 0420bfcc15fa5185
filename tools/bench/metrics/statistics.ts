/** Median and range over several runs of one workload. */
export interface Spread {
  median: number;
  min: number;
  max: number;
  runs: number;
}

/** The nearest-rank percentile, always an observed value. Throws on an empty list. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const found = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (found === undefined) throw new Error('nothing was measured');
  return found;
}

/** For an even number of values, the mean of the middle two. */
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

/** Run by run: product and baseline alternate, so other load on the machine affects both. */
export function ratios(product: readonly number[], baseline: readonly number[]): number[] {
  return product.slice(0, baseline.length).map((value, run) => value / (baseline[run] ?? NaN));
}
