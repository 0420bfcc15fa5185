import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Document } from '@caredrop/contracts';
import { readZip } from '@caredrop/testing';
import { ratioAtLeast, type Measurement } from '../metrics/metric.ts';
import { percentile } from '../metrics/statistics.ts';
import { startBehindHop } from '../baselines/start-baseline.ts';
import { megabytes } from '../load/load.ts';
import type { Outcome, Plan } from '../load/plan.ts';
import { alternate, type Benchmark } from '../benchmark.ts';
import { sendDocuments } from '../harness/documents.ts';
import type { Harness } from '../harness/harness.ts';

const COUNT = 100;
/** The documents are photos of these sizes, an equal number of each. */
const SIZES_KIB = [256, 512, 768, 1_024];
const PATH = '/api/admin/documents/download';

export const zip: Benchmark = {
  name: 'zip',
  about: `${String(COUNT)} documents as one zip, against a bare process that zips the same files, behind a bare hop`,
  measure: async (harness, { short }) => {
    const documents = await send(harness);
    const headers = { authorization: `Bearer ${harness.admin.bearer}` };
    const body = { documentIds: documents.map(({ id }) => id) };
    const folder = harness.newFolder();
    await unpack(harness.url, headers, body, documents, folder);
    const bare = await startBehindHop('zip', folder);
    const plan: Plan = {
      ...{ origin: harness.url, method: 'POST', paths: [PATH], headers, body: { json: [body] } },
      ...{ atOnce: 1, forMs: 1_500 },
    };
    const product = (): Promise<Outcome> => harness.load.run(plan, 200);
    const baseline = (): Promise<Outcome> =>
      harness.load.run({ ...plan, origin: bare.url, paths: ['/'] }, 200);
    try {
      await alternate(1, product, baseline); // warm-up
      return metrics(await alternate(short ? 1 : 5, product, baseline));
    } finally {
      await bare.stop();
    }
  },
};

async function send(harness: Harness): Promise<Document[]> {
  const documents: Document[] = [];
  for (const kib of SIZES_KIB) {
    const count = COUNT / SIZES_KIB.length;
    documents.push(...(await sendDocuments(harness, harness.clinician, count, kib * 1_024)));
  }
  return documents;
}

/** Checks that one zip contains as many files as documents, of the same sizes, and writes them for the baseline. */
async function unpack(
  origin: string,
  headers: Record<string, string>,
  body: { documentIds: string[] },
  documents: Document[],
  folder: string,
): Promise<void> {
  const response = await fetch(origin + PATH, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const files = [...readZip(Buffer.from(await response.arrayBuffer())).values()];
  const wanted = documents.map(({ file_size: size }) => size);
  if (ascending(files.map(({ length }) => length)) !== ascending(wanted))
    throw new Error(
      `the zip does not match the documents: ${String(files.length)} files, ${String(documents.length)} documents, or other sizes`,
    );
  for (const [nth, bytes] of files.entries()) writeFileSync(path.join(folder, `${String(nth)}.jpg`), bytes);
}

const ascending = (sizes: number[]): string => sizes.toSorted((a, b) => a - b).join(' ');

function metrics({ product, baseline }: Record<'product' | 'baseline', Outcome[]>): Measurement[] {
  const of = (value: (outcome: Outcome) => number) => ({
    product: product.map(value),
    baseline: baseline.map(value),
  });
  const firstByte = ({ firstBytes }: Outcome): number => percentile(firstBytes, 0.5);
  const speed = (outcome: Outcome): number => megabytes(outcome.bytesReceived, outcome);
  return [
    { what: `zip of ${String(COUNT)}`, unit: 'MB/s', ...of(speed), goals: [ratioAtLeast(0.7)] },
    { what: `zip of ${String(COUNT)}: first byte, p50`, unit: 'ms', ...of(firstByte) },
  ];
}
