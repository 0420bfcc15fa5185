import type { Measurement } from './metrics/metric.ts';
import type { Harness } from './harness/harness.ts';

export interface Options {
  /** Fewer and smaller runs. */
  short: boolean;
  /** Measures memory over a thousand uploads, which takes minutes. */
  large: boolean;
  say: (line: string) => void;
}

/** One benchmark of the product. */
export interface Benchmark {
  name: string;
  /** A one-line description. */
  about: string;
  /** Runs only when named on the command line. */
  onlyByName?: true;
  measure: (harness: Harness, options: Options) => Promise<Measurement[]>;
}

/** Alternates runs of product and baseline, swapping the order each time so that neither is always first. */
export async function alternate<Result>(
  runs: number,
  product: () => Promise<Result>,
  baseline: () => Promise<Result>,
): Promise<{ product: Result[]; baseline: Result[] }> {
  const results = { product: [] as Result[], baseline: [] as Result[] };
  for (let run = 0; run < runs; run += 1) {
    const order = run % 2 === 0 ? (['product', 'baseline'] as const) : (['baseline', 'product'] as const);
    for (const which of order) results[which].push(await (which === 'product' ? product() : baseline()));
  }
  return results;
}

export async function times<Result>(runs: number, work: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let run = 0; run < runs; run += 1) results.push(await work());
  return results;
}
