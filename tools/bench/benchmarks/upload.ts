import { rmSync } from 'node:fs';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { ratioAtLeast, ratioAtMost, type Measurement } from '../metrics/metric.ts';
import { startHops, type Baseline } from '../baselines/start-baseline.ts';
import { megabytes, p } from '../load/load.ts';
import type { Outcome } from '../load/plan.ts';
import { alternate, times, type Options, type Benchmark } from '../benchmark.ts';
import { meanMs } from '../harness/service-metrics.ts';
import { withPeak } from '../harness/processes.ts';
import { withoutScanner } from '../harness/settings.ts';
import type { Harness } from '../harness/harness.ts';

interface Case {
  size: number;
  name: string;
  atOnce: number;
  /** Uploads in one run. */
  count: number;
}

const MIB = 1024 * 1024;
/** The largest accepted size: less than 5 MiB. */
const LARGEST = 5 * MIB - 1;
const BASELINE_FOLDER = 'bench-baseline';

/** Enough for a p95 over three runs, few enough for a benchmark of a quarter of an hour. */
const cases: Case[] = [
  { size: LARGEST, name: '5 MiB', atOnce: 1, count: 16 },
  { size: LARGEST, name: '5 MiB', atOnce: 8, count: 48 },
  { size: LARGEST, name: '5 MiB', atOnce: 32, count: 64 },
  { size: MIB, name: '1 MiB', atOnce: 1, count: 24 },
  { size: MIB, name: '1 MiB', atOnce: 8, count: 96 },
  { size: MIB, name: '1 MiB', atOnce: 32, count: 96 },
  { size: 100 * 1024, name: '100 KiB', atOnce: 1, count: 40 },
  { size: 100 * 1024, name: '100 KiB', atOnce: 8, count: 120 },
  { size: 100 * 1024, name: '100 KiB', atOnce: 32, count: 120 },
];

export const upload: Benchmark = {
  name: 'upload',
  about: 'photos from the client into the store, against the same bytes through two bare Node hops',
  measure: async (harness, options) => {
    const hops = await startHops(2, harness.store.url);
    try {
      return await measure(harness, hops, options);
    } finally {
      await hops.stop();
    }
  },
};

async function measure(harness: Harness, hops: Baseline, { short, say }: Options): Promise<Measurement[]> {
  const wanted = short
    ? cases.filter(({ atOnce }) => atOnce === 8).map((one) => ({ ...one, count: 24 }))
    : cases;
  const runs = short ? 1 : 3;
  const metrics: Measurement[] = [];
  await warmUp(harness, hops);
  for (const one of wanted.filter(({ size }) => size === LARGEST)) {
    say(`  ${one.name} at ${String(one.atOnce)}, with the scanner`);
    metrics.push(...(await scanned(harness, one, Math.min(runs, 2))));
  }
  await withScannerOff(harness, async () => {
    await warmUp(harness, hops);
    for (const one of wanted) {
      say(`  ${one.name} at ${String(one.atOnce)}`);
      metrics.push(...(await compared(harness, hops, one, runs)));
    }
  });
  return metrics;
}

async function withScannerOff(harness: Harness, work: () => Promise<void>): Promise<void> {
  const before = harness.settingsOf('document');
  await harness.restart('document', withoutScanner);
  try {
    await work();
  } finally {
    await harness.restart('document', before);
  }
}

async function warmUp(harness: Harness, hops: Baseline): Promise<void> {
  const one = { size: 100 * 1024, name: '', atOnce: 8, count: 80 };
  await product(harness, one);
  await throughHops(harness, hops, one);
}

async function scanned(harness: Harness, one: Case, runs: number): Promise<Measurement[]> {
  const results = await times(runs, () => product(harness, one));
  const what = `${one.name} at ${String(one.atOnce)}, scanned`;
  const note = 'scanned: by a clamd emulator that responds at once, so that only our side is measured';
  return [{ what, unit: 'MB/s', product: results.map((result) => speed(one, result)), note }];
}

async function compared(harness: Harness, hops: Baseline, one: Case, runs: number): Promise<Measurement[]> {
  const before = await harness.serviceMetrics('document');
  await harness.serviceMetrics('gateway'); // Reading the event loop's delay resets it.
  const pids = harness.pidsOf('gateway', 'document');
  const { result, peakMib } = await withPeak(pids, () =>
    alternate(
      runs,
      () => product(harness, one),
      () => throughHops(harness, hops, one),
    ),
  );
  const [after, gateway] = [
    await harness.serviceMetrics('document'),
    await harness.serviceMetrics('gateway'),
  ];
  const what = `${one.name} at ${String(one.atOnce)}`;
  const judged = one.size === LARGEST;
  const of = (share: number): Pick<Measurement, 'product' | 'baseline'> => ({
    product: result.product.map((outcome) => p(share, outcome)),
    baseline: result.baseline.map((outcome) => p(share, outcome)),
  });
  return [
    {
      what,
      unit: 'MB/s',
      product: result.product.map((outcome) => speed(one, outcome)),
      baseline: result.baseline.map((outcome) => speed(one, outcome)),
      ...(judged && { goals: [ratioAtLeast(0.6)] }),
    },
    { what: `${what}: p50`, unit: 'ms', ...of(0.5) },
    { what: `${what}: p95`, unit: 'ms', ...of(0.95), ...(judged && { goals: [ratioAtMost(2)] }) },
    { what: `${what}: p99`, unit: 'ms', ...of(0.99) },
    {
      what: `${what}: store stage, mean`,
      unit: 'ms',
      product: [meanMs(before, after, 'document_upload_stage_seconds', '{stage="store"}')],
    },
    { what: `${what}: memory of gateway and document, peak`, unit: 'MiB', product: [peakMib] },
    {
      what: `${what}: event loop delay, p99, gateway`,
      unit: 'ms',
      product: [(gateway.get('nodejs_eventloop_lag_p99_seconds') ?? 0) * 1000],
    },
    {
      what: `${what}: event loop delay, p99, document`,
      unit: 'ms',
      product: [(after.get('nodejs_eventloop_lag_p99_seconds') ?? 0) * 1000],
    },
  ];
}

const speed = ({ size, count }: Case, outcome: Outcome): number => megabytes(size * count, outcome);

async function product(harness: Harness, { size, atOnce, count }: Case): Promise<Outcome> {
  const links = await harness.links(count);
  const paths = links.map(({ value }) => `/api/upload/${value}`);
  const body = { document: size, type: 'photo' } as const;
  return harness.load.run({ origin: harness.url, method: 'POST', paths, body, atOnce }, 201);
}

/** Sends the same bytes into the same store. Objects are removed at once to save disk space. */
async function throughHops(
  harness: Harness,
  hops: Baseline,
  { size, atOnce, count }: Case,
): Promise<Outcome> {
  const paths = Array.from(
    { length: count },
    () => `/${harness.store.bucket}/${BASELINE_FOLDER}/${randomUUID()}`,
  );
  const outcome = await harness.load.run(
    { origin: hops.url, method: 'PUT', paths, body: { bytes: size }, atOnce },
    200,
  );
  rmSync(path.join(harness.store.folder, harness.store.bucket, BASELINE_FOLDER), {
    recursive: true,
    force: true,
  });
  return outcome;
}
