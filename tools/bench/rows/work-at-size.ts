import { p } from '../load/load.ts';
import type { Plan } from '../load/plan.ts';
import { times, type Circumstances } from '../row.ts';
import type { World } from '../world/world.ts';

/** A figure that is taken at each size: ms, one for each run. */
export interface Work {
  what: string;
  ours: number[];
}

/** What is done most besides reading lists, one after the other, with the tables as full as they are: medians. */
export async function workAtSize(world: World, { short }: Circumstances): Promise<Work[]> {
  const count = 15;
  const runs = short ? 1 : 2;
  const from = { origin: world.url, atOnce: 1 };
  const headers = { authorization: `Bearer ${world.clinician.bearer}` };
  const looks = async (): Promise<Plan> => ({
    ...from,
    method: 'GET',
    forMs: 500,
    paths: (await world.links(count)).map(({ value }) => `/api/tokens/validate/${value}`),
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
    body: { document: 100_000, type: 'photo' },
    paths: (await world.links(count)).map(({ value }) => `/api/upload/${value}`),
  });
  const median = (status: number, plan: () => Plan | Promise<Plan>): Promise<number[]> =>
    times(runs, async () => p(0.5, await world.load.run(await plan(), status)));
  return [
    { what: 'a look at a link', ours: await median(200, looks) },
    { what: 'a link made', ours: await median(201, made) },
    { what: 'a document of 100 KiB', ours: await median(201, uploads) },
  ];
}
