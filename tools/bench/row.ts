import type { Measured } from './figures/figure.ts';
import type { World } from './world/world.ts';

export interface Circumstances {
  /** A quick look: fewer runs of less. */
  short: boolean;
  /** A thousand uploads for the memory, which takes minutes. */
  large: boolean;
  say: (line: string) => void;
}

/** One row of the results. */
export interface Row {
  name: string;
  /** One sentence. */
  about: string;
  /** Measured only where its name is given. */
  byName?: true;
  /** Absent on rows that start the product themselves, or need none. */
  onWorld?: (world: World, circumstances: Circumstances) => Promise<Measured[]>;
  alone?: (circumstances: Circumstances) => Promise<Measured[]>;
}

/** Several runs, ours and the limit's in turn; the order changes each time, so that neither is always first. */
export async function alternate<Result>(
  runs: number,
  ours: () => Promise<Result>,
  limit: () => Promise<Result>,
): Promise<{ ours: Result[]; limit: Result[] }> {
  const results = { ours: [] as Result[], limit: [] as Result[] };
  for (let run = 0; run < runs; run += 1) {
    const order = run % 2 === 0 ? (['ours', 'limit'] as const) : (['limit', 'ours'] as const);
    for (const which of order) results[which].push(await (which === 'ours' ? ours() : limit()));
  }
  return results;
}

export async function times<Result>(runs: number, work: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let run = 0; run < runs; run += 1) results.push(await work());
  return results;
}
