import { rmSync } from 'node:fs';
import path from 'node:path';
import { atMost, ratioAtLeast, type Measured } from '../figures/figure.ts';
import { startHops, startLimit } from '../limits/start-limit.ts';
import { megabytes } from '../load/load.ts';
import type { Outcome, Plan } from '../load/plan.ts';
import { alternate, times, type Circumstances, type Row } from '../row.ts';
import { sendDocuments } from '../world/documents.ts';
import { residentMib, withPeak } from '../world/processes.ts';
import type { World } from '../world/world.ts';

const SIZE = 4_900_000;
const FOLDER = 'bench-zip';

export const zip: Row = {
  name: 'zip',
  about:
    '100 documents of 4.9 MB, against archiver storing the same bytes from the same store behind one bare hop',
  onWorld: async (world, circumstances) => {
    const count = circumstances.short ? 20 : 100;
    const documents = await sendDocuments(world, world.clinician, count, SIZE);
    const objects = await putObjects(world, count);
    const archiver = await startLimit('zip', world.store.url, JSON.stringify(objects));
    const hop = await startHops(1, archiver.url);
    try {
      const documentIds = documents.map(({ id }) => id);
      return await measure(world, hop.url, documentIds, circumstances);
    } finally {
      await hop.stop();
      await archiver.stop();
      rmSync(path.join(world.store.folder, world.store.bucket, FOLDER), { recursive: true, force: true });
    }
  },
};

async function putObjects(world: World, count: number): Promise<string[]> {
  const paths = Array.from({ length: count }, (_, nth) => `/${world.store.bucket}/${FOLDER}/${String(nth)}`);
  await world.load.run(
    { origin: world.store.url, method: 'PUT', paths, body: { bytes: SIZE }, atOnce: 4 },
    200,
  );
  return paths;
}

async function measure(
  world: World,
  limitUrl: string,
  documentIds: string[],
  { short }: Circumstances,
): Promise<Measured[]> {
  const runs = short ? 1 : 3;
  const headers = { authorization: `Bearer ${world.admin.bearer}` };
  const paths = ['/api/admin/documents/download'];
  const ours: Plan = {
    origin: world.url,
    method: 'POST',
    paths,
    headers,
    body: { json: [{ documentIds }] },
    atOnce: 1,
  };
  const pids = world.pidsOf('gateway', 'document');
  await world.load.run(ours, 200); // from here on buffers are there
  const before = residentMib(pids);
  const peaks: number[] = [];
  const one = await alternate(
    runs,
    async () => {
      const { result, peakMib } = await withPeak(pids, () => world.load.run(ours, 200));
      peaks.push(peakMib - before);
      return result;
    },
    () => world.load.run({ origin: limitUrl, method: 'GET', paths: ['/'], atOnce: 1 }, 200),
  );
  const four = await times(1, () =>
    withPeak(pids, () =>
      world.load.run({ ...ours, atOnce: 4, paths: Array(4).fill(paths[0]) as string[] }, 200),
    ),
  );
  const speed = (outcome: Outcome): number => megabytes(outcome.bytesReceived, outcome);
  const first = ({ firstBytes }: Outcome): number => firstBytes[0] ?? NaN;
  return [
    {
      what: `${String(documentIds.length)} documents`,
      unit: 'MB/s',
      ours: one.ours.map(speed),
      limit: one.limit.map(speed),
      goals: [ratioAtLeast(0.6)],
    },
    {
      what: 'first byte',
      unit: 'ms',
      ours: one.ours.map(first),
      limit: one.limit.map(first),
      goals: [atMost(200)],
    },
    { what: 'memory above before, gateway and document', unit: 'MiB', ours: peaks, goals: [atMost(64)] },
    { what: 'four at once', unit: 'MB/s', ours: four.map(({ result }) => speed(result)) },
    {
      what: 'four at once: memory above before',
      unit: 'MiB',
      ours: four.map(({ peakMib }) => peakMib - before),
    },
  ];
}
