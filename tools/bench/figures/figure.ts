import { ratios, spreadOf, type Spread } from './statistics.ts';

/** The goal for a value itself or for its ratio to the baseline's. */
export interface Goal {
  of: 'ours' | 'ratio';
  atLeast?: number;
  atMost?: number;
}

/** One thing measured, a value for each run; `limit` in the same order. */
export interface Measured {
  what: string;
  unit: Unit;
  ours: number[];
  limit?: number[];
  goals?: Goal[];
  /** What has to be known to read it. */
  note?: string;
}

export type Unit = 'MB/s' | '/s' | 'ms' | 's' | 'MiB' | 'kB' | '×' | '';

export interface Figure extends Omit<Measured, 'ours' | 'limit'> {
  row: string;
  ours: Spread;
  limit?: Spread;
  ratio?: Spread;
  goals: Goal[];
  /** Null where nothing was asked. */
  reached: boolean | null;
}

export function figureOf(row: string, { ours, limit, goals = [], ...measured }: Measured): Figure {
  const figure = {
    row,
    ...measured,
    goals,
    ours: spreadOf(ours),
    ...(limit && { limit: spreadOf(limit), ratio: spreadOf(ratios(ours, limit)) }),
  };
  return { ...figure, reached: goals.length === 0 ? null : goals.every((goal) => isReached(goal, figure)) };
}

function isReached(
  { of, atLeast = -Infinity, atMost = Infinity }: Goal,
  figure: Pick<Figure, 'ours' | 'ratio'>,
): boolean {
  const value = figure[of]?.median;
  return value !== undefined && value >= atLeast && value <= atMost;
}

export const atLeast = (value: number): Goal => ({ of: 'ours', atLeast: value });
export const atMost = (value: number): Goal => ({ of: 'ours', atMost: value });
export const ratioAtLeast = (value: number): Goal => ({ of: 'ratio', atLeast: value });
export const ratioAtMost = (value: number): Goal => ({ of: 'ratio', atMost: value });
