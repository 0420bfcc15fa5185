import type { Document } from '@caredrop/contracts';
import { ratioAtLeast, ratioAtMost, type Measurement } from '../metrics/metric.ts';
import { startBaseline, startBehindHop, type Baseline } from '../baselines/start-baseline.ts';
import { megabytes, p, rateOf } from '../load/load.ts';
import type { Outcome, Plan } from '../load/plan.ts';
import { alternate, type Options, type Benchmark } from '../benchmark.ts';
import { sendDocuments } from '../harness/documents.ts';
import type { Harness } from '../harness/harness.ts';

const SIZE = 4_900_000;
const COUNT = 16;
const AT_ONCE = 8;

export const read: Benchmark = {
  name: 'read',
  about: `a document's page, and its bytes, whole and in part, ${String(AT_ONCE)} at a time`,
  measure: async (harness, options) => {
    const documents = await sendDocuments(harness, harness.clinician, COUNT, SIZE);
    const hops = await startBehindHop('store', harness.newFolder());
    const queryBaseline = await startBaseline(
      'query',
      harness.stack.databases.document,
      JSON.stringify(oneRow(documents)),
    );
    try {
      const paths = await putObjects(harness, hops);
      return [
        ...(await page(harness, documents, queryBaseline, options)),
        ...(await bytes(harness, documents, hops, paths, options)),
      ];
    } finally {
      await Promise.all([hops.stop(), queryBaseline.stop()]);
    }
  },
};

const oneRow = ([document]: Document[]) => ({
  text: 'SELECT * FROM documents WHERE id = $1',
  values: [document?.id],
});

async function putObjects(harness: Harness, { url: origin }: Baseline): Promise<string[]> {
  const paths = Array.from({ length: COUNT }, (_, nth) => `/${String(nth)}`);
  await harness.load.run({ origin, method: 'PUT', paths, body: { bytes: SIZE }, atOnce: 4 }, 200);
  return paths;
}

/** The product commits an audit entry before it responds; the baseline only reads. */
async function page(
  harness: Harness,
  documents: Document[],
  baseline: Baseline,
  { short }: Options,
): Promise<Measurement[]> {
  const forMs = short ? 1_000 : 2_000;
  const headers = { authorization: `Bearer ${harness.clinician.bearer}` };
  const paths = documents.map(({ id }) => `/api/documents/${id}`);
  const plan: Plan = { origin: harness.url, method: 'GET', headers, atOnce: AT_ONCE, forMs, paths };
  await harness.load.run({ ...plan, forMs: 1_500 }, 200); // warm-up
  const { product, baseline: bare } = await alternate(
    short ? 1 : 3,
    () => harness.load.run(plan, 200),
    () => harness.load.run({ ...plan, origin: baseline.url, paths: ['/'] }, 200),
  );
  const p95 = (outcome: Outcome): number => p(0.95, outcome);
  return [
    {
      what: "a document's page, audited",
      unit: '/s',
      product: product.map(rateOf),
      baseline: bare.map(rateOf),
      goals: [ratioAtLeast(0.25)],
    },
    {
      what: "a document's page, audited: p95",
      unit: 'ms',
      product: product.map(p95),
      baseline: bare.map(p95),
    },
  ];
}

async function bytes(
  harness: Harness,
  documents: Document[],
  hops: Baseline,
  objects: string[],
  { short }: Options,
): Promise<Measurement[]> {
  const files = documents.flatMap(({ file_url: url }) => (url ? [new URL(url).pathname] : []));
  const compare = (headers: Record<string, string>, atOnce: number, status: number) => {
    const plan: Plan = {
      origin: harness.url,
      method: 'GET',
      headers,
      atOnce,
      forMs: short ? 1_000 : 1_700,
      paths: [],
    };
    return alternate(
      short ? 1 : 3,
      () => harness.load.run({ ...plan, paths: files }, status),
      () => harness.load.run({ ...plan, origin: hops.url, paths: objects }, status),
    );
  };
  const whole = await compare({}, AT_ONCE, 200);
  const part = await compare({ range: 'bytes=0-65535' }, 1, 206);
  const speed = (outcome: Outcome): number => megabytes(outcome.bytesReceived, outcome);
  const p95 = (outcome: Outcome): number => p(0.95, outcome);
  const note = 'a part: its own segments are read, decrypted and verified';
  return [
    {
      what: '4.9 MB whole',
      unit: 'MB/s',
      product: whole.product.map(speed),
      baseline: whole.baseline.map(speed),
    },
    {
      what: '4.9 MB whole: p95',
      unit: 'ms',
      product: whole.product.map(p95),
      baseline: whole.baseline.map(p95),
    },
    {
      what: 'its first 64 KiB: p95',
      unit: 'ms',
      product: part.product.map(p95),
      baseline: part.baseline.map(p95),
      goals: [ratioAtMost(3)],
      note,
    },
  ];
}
