import { rmSync } from 'node:fs';
import path from 'node:path';
import { atMost, ratioAtLeast, type Measurement } from '../metrics/metric.ts';
import { startHops, startBaseline } from '../baselines/start-baseline.ts';
import { megabytes } from '../load/load.ts';
import type { Outcome, Plan } from '../load/plan.ts';
import { alternate, times, type Options, type Benchmark } from '../benchmark.ts';
import { sendDocuments } from '../harness/documents.ts';
import { residentMib, withPeak } from '../harness/processes.ts';
import type { Harness } from '../harness/harness.ts';

const SIZE = 4_900_000;
const FOLDER = 'bench-zip';

export const zip: Benchmark = {
  name: 'zip',
  about:
    '100 documents of 4.9 MB, against archiver storing the same bytes from the same store behind one bare hop',
  withHarness: async (harness, options) => {
    const count = options.short ? 20 : 100;
    const documents = await sendDocuments(harness, harness.clinician, count, SIZE);
    const objects = await putObjects(harness, count);
    const archiver = await startBaseline('zip', harness.store.url, JSON.stringify(objects));
    const hop = await startHops(1, archiver.url);
    try {
      const documentIds = documents.map(({ id }) => id);
      return await measure(harness, hop.url, documentIds, options);
    } finally {
      await hop.stop();
      await archiver.stop();
      rmSync(path.join(harness.store.folder, harness.store.bucket, FOLDER), { recursive: true, force: true });
    }
  },
};

async function putObjects(harness: Harness, count: number): Promise<string[]> {
  const paths = Array.from(
    { length: count },
    (_, nth) => `/${harness.store.bucket}/${FOLDER}/${String(nth)}`,
  );
  await harness.load.run(
    { origin: harness.store.url, method: 'PUT', paths, body: { bytes: SIZE }, atOnce: 4 },
    200,
  );
  return paths;
}

async function measure(
  harness: Harness,
  limitUrl: string,
  documentIds: string[],
  { short }: Options,
): Promise<Measurement[]> {
  const runs = short ? 1 : 3;
  const headers = { authorization: `Bearer ${harness.admin.bearer}` };
  const paths = ['/api/admin/documents/download'];
  const product: Plan = {
    origin: harness.url,
    method: 'POST',
    paths,
    headers,
    body: { json: [{ documentIds }] },
    atOnce: 1,
  };
  const pids = harness.pidsOf('gateway', 'document');
  await harness.load.run(product, 200); // from here on buffers are there
  const before = residentMib(pids);
  const peaks: number[] = [];
  const one = await alternate(
    runs,
    async () => {
      const { result, peakMib } = await withPeak(pids, () => harness.load.run(product, 200));
      peaks.push(peakMib - before);
      return result;
    },
    () => harness.load.run({ origin: limitUrl, method: 'GET', paths: ['/'], atOnce: 1 }, 200),
  );
  const four = await times(1, () =>
    withPeak(pids, () =>
      harness.load.run({ ...product, atOnce: 4, paths: Array(4).fill(paths[0]) as string[] }, 200),
    ),
  );
  const speed = (outcome: Outcome): number => megabytes(outcome.bytesReceived, outcome);
  const first = ({ firstBytes }: Outcome): number => firstBytes[0] ?? NaN;
  return [
    {
      what: `${String(documentIds.length)} documents`,
      unit: 'MB/s',
      product: one.product.map(speed),
      baseline: one.baseline.map(speed),
      goals: [ratioAtLeast(0.6)],
    },
    {
      what: 'first byte',
      unit: 'ms',
      product: one.product.map(first),
      baseline: one.baseline.map(first),
      goals: [atMost(200)],
    },
    { what: 'memory above before, gateway and document', unit: 'MiB', product: peaks, goals: [atMost(64)] },
    { what: 'four at once', unit: 'MB/s', product: four.map(({ result }) => speed(result)) },
    {
      what: 'four at once: memory above before',
      unit: 'MiB',
      product: four.map(({ peakMib }) => peakMib - before),
    },
  ];
}
