import { ratios, spreadOf, type Spread } from './statistics.ts';

/** The goal for a value, or for its ratio to the baseline. */
export interface Goal {
  of: 'product' | 'ratio';
  atLeast?: number;
  atMost?: number;
}

/** One measurement with one value per run; `baseline` has the same order. */
export interface Measurement {
  what: string;
  unit: Unit;
  product: number[];
  baseline?: number[];
  goals?: Goal[];
  /** Notes that a reader needs to interpret it. */
  note?: string;
}

export type Unit = 'MB/s' | '/s' | 'ms' | 's' | 'MiB' | 'kB' | '% of a core' | '×' | '';

export interface Metric extends Omit<Measurement, 'product' | 'baseline'> {
  benchmark: string;
  product: Spread;
  baseline?: Spread;
  ratio?: Spread;
  goals: Goal[];
  /** Null if there is no goal. */
  reached: boolean | null;
}

export function metricOf(
  benchmark: string,
  { product, baseline, goals = [], ...measured }: Measurement,
): Metric {
  const metric = {
    benchmark,
    ...measured,
    goals,
    product: spreadOf(product),
    ...(baseline && { baseline: spreadOf(baseline), ratio: spreadOf(ratios(product, baseline)) }),
  };
  return { ...metric, reached: goals.length === 0 ? null : goals.every((goal) => isReached(goal, metric)) };
}

function isReached(
  { of, atLeast = -Infinity, atMost = Infinity }: Goal,
  metric: Pick<Metric, 'product' | 'ratio'>,
): boolean {
  const value = metric[of]?.median;
  return value !== undefined && value >= atLeast && value <= atMost;
}

export const atLeast = (value: number): Goal => ({ of: 'product', atLeast: value });
export const atMost = (value: number): Goal => ({ of: 'product', atMost: value });
export const ratioAtLeast = (value: number): Goal => ({ of: 'ratio', atLeast: value });
export const ratioAtMost = (value: number): Goal => ({ of: 'ratio', atMost: value });
