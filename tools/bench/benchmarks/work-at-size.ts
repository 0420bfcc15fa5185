import { p } from '../load/load.ts';
import type { Plan } from '../load/plan.ts';
import { times, type Options } from '../benchmark.ts';
import type { Harness } from '../harness/harness.ts';

/** The latency of one action at one table size: the median of each run, ms. */
export interface Work {
  what: string;
  product: number[];
}

/** Medians of the most frequent actions other than lists, one at a time, at the current table size. */
export async function workAtSize(harness: Harness, { short }: Options): Promise<Work[]> {
  const count = 15;
  const runs = short ? 1 : 2;
  const from = { origin: harness.url, atOnce: 1 };
  const headers = { authorization: `Bearer ${harness.clinician.bearer}` };
  const checks = async (): Promise<Plan> => ({
    ...from,
    method: 'GET',
    forMs: 500,
    paths: (await harness.links(count)).map(({ value }) => `/api/tokens/validate/${value}`),
  });
  const made = (): Plan => ({
    ...from,
    method: 'POST',
    headers,
    body: { json: [{ patientRefId: 'SIZE-1' }] },
    paths: Array.from({ length: count }, () => '/api/tokens'),
  });
  const uploads = async (): Promise<Plan> => ({
    ...from,
    method: 'POST',
    body: { document: 100 * 1024, type: 'photo' },
    paths: (await harness.links(count)).map(({ value }) => `/api/upload/${value}`),
  });
  const median = (status: number, plan: () => Plan | Promise<Plan>): Promise<number[]> =>
    times(runs, async () => p(0.5, await harness.load.run(await plan(), status)));
  return [
    { what: 'a link check', product: await median(200, checks) },
    { what: 'a link created', product: await median(201, made) },
    { what: 'a document of 100 KiB', product: await median(201, uploads) },
  ];
}
