import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { startBaseline, startBehindHop, type Baseline } from '../baselines/start-baseline.ts';
import { times, type Benchmark, type Options } from '../benchmark.ts';
import { withPeak } from '../harness/processes.ts';
import { idleTimeOf, processorTimeOf } from '../harness/processor-time.ts';
import { meanMs } from '../harness/service-metrics.ts';
import { withoutScanner } from '../harness/settings.ts';
import type { Harness } from '../harness/harness.ts';
import { megabytes, p } from '../load/load.ts';
import type { Outcome } from '../load/plan.ts';
import { atMost, ratioAtLeast, ratioAtMost, type Goal, type Measurement } from '../metrics/metric.ts';

interface Case {
  size: number;
  name: string;
  atOnce: number;
  /** Uploads in one run. */
  count: number;
  goals?: { p50?: Goal; p50OfPeer?: Goal; speed?: Goal; speedOfPeer?: Goal };
}

/** Sends the bytes of a case once. */
type Send = (one: Case) => Promise<Outcome>;

const MIB = 1024 * 1024;
/** The largest accepted size: less than 5 MiB. */
const LARGEST = 5 * MIB - 1;

/** Enough for a p95 over the runs, few enough for a benchmark of a few minutes. */
const cases: Case[] = [
  { size: LARGEST, name: '5 MiB', atOnce: 1, count: 16, goals: { p50OfPeer: ratioAtMost(1.5) } },
  {
    ...{ size: LARGEST, name: '5 MiB', atOnce: 8, count: 48 },
    goals: { speed: ratioAtLeast(0.6), speedOfPeer: ratioAtLeast(0.5) },
  },
  { size: 100 * 1024, name: '100 KiB', atOnce: 8, count: 120, goals: { speed: ratioAtLeast(0.3) } },
];

export const upload: Benchmark = {
  name: 'upload',
  about: 'photos into the store, against the same bytes through two bare processes and into a tus server',
  measure: async (harness, options) => {
    const [folder, peerFolder] = [harness.newFolder(), harness.newFolder()];
    const hops = await startBehindHop('store', folder);
    const peer = await startBaseline('tus', peerFolder);
    try {
      return await measure(
        harness,
        { hops: throughHops(harness, hops, folder), peer: toPeer(harness, peer, peerFolder) },
        options,
      );
    } finally {
      await Promise.all([hops.stop(), peer.stop()]);
    }
  },
};

async function measure(
  harness: Harness,
  senders: { hops: Send; peer: Send },
  { short, say }: Options,
): Promise<Measurement[]> {
  const runs = short ? 1 : 5;
  const metrics: Measurement[] = [];
  const product = intoProduct(harness);
  await warmUp([product, senders.hops, senders.peer]);
  for (const one of cases.filter(({ size }) => size === LARGEST)) {
    say(`  ${one.name}, ${String(one.atOnce)} at a time, with the scanner`);
    metrics.push(...(await scanned(product, one, Math.min(runs, 2))));
  }
  await withScannerOff(harness, async () => {
    await warmUp([product]);
    metrics.push(...(await processorTime(harness, product, short)));
    for (const one of cases) {
      say(`  ${one.name}, ${String(one.atOnce)} at a time`);
      metrics.push(...(await compared(harness, { product, ...senders }, one, runs)));
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

async function warmUp(senders: Send[]): Promise<void> {
  for (const send of senders) await send({ size: 100 * 1024, name: '', atOnce: 8, count: 160 });
}

async function scanned(product: Send, one: Case, runs: number): Promise<Measurement[]> {
  const results = await times(runs, () => product(one));
  const what = `${one.name} at ${String(one.atOnce)}, scanned`;
  const note = 'scanned: by a clamd emulator that responds at once, so that only our side is measured';
  return [{ what, unit: 'MB/s', product: results.map((result) => speed(one, result)), note }];
}

/** CPU time over all services, effects included, without the inspector processes. */
async function processorTime(harness: Harness, product: Send, short: boolean): Promise<Measurement[]> {
  const idle = await idleTimeOf(harness);
  const metrics: Measurement[] = [];
  for (const one of cases.filter(({ atOnce }) => atOnce === 8)) {
    const count = short ? one.count / 2 : one.count;
    const spent = await processorTimeOf(harness, idle, () => product({ ...one, count }));
    metrics.push({
      what: `${one.name}: processor time of all services, each`,
      unit: 'ms',
      product: [Object.values(spent).reduce((sum, part) => sum + part, 0) / count],
      ...(one.size === LARGEST && { goals: [atMost(70)] }),
    });
  }
  return metrics;
}

async function compared(
  harness: Harness,
  senders: { product: Send; hops: Send; peer: Send },
  one: Case,
  runs: number,
): Promise<Measurement[]> {
  const before = await harness.serviceMetrics('document');
  await harness.serviceMetrics('gateway'); // Reading the event loop's delay resets it.
  const { result, peakMib } = await withPeak(harness.pidsOf('gateway', 'document'), () =>
    inTurns(runs, senders, one),
  );
  const after = await harness.serviceMetrics('document');
  const gateway = await harness.serviceMetrics('gateway');
  const what = `${one.name} at ${String(one.atOnce)}`;
  const lag = (of: typeof after): number[] => [(of.get('nodejs_eventloop_lag_p99_seconds') ?? 0) * 1000];
  return [
    ...against('two bare processes', what, one, result.product, result.hops, [
      one.goals?.speed,
      one.goals?.p50,
    ]),
    ...against('tus server', what, one, result.product, result.peer, [
      one.goals?.speedOfPeer,
      one.goals?.p50OfPeer,
    ]),
    {
      what: `${what}: store stage, mean`,
      unit: 'ms',
      product: [meanMs(before, after, 'document_upload_stage_seconds', '{stage="store"}')],
    },
    { what: `${what}: memory of gateway and document, peak`, unit: 'MiB', product: [peakMib] },
    { what: `${what}: event loop delay, p99, gateway`, unit: 'ms', product: lag(gateway) },
    { what: `${what}: event loop delay, p99, document`, unit: 'ms', product: lag(after) },
  ];
}

/** Runs each sender once a round, in an order that rotates, so that none is always first. */
async function inTurns<Name extends string>(
  runs: number,
  senders: Record<Name, Send>,
  one: Case,
): Promise<Record<Name, Outcome[]>> {
  const order = Object.keys(senders) as Name[];
  const results = Object.fromEntries(order.map((name) => [name, [] as Outcome[]])) as Record<Name, Outcome[]>;
  for (let run = 0; run < runs; run += 1) {
    for (const name of order) results[name].push(await senders[name](one));
    order.push(...order.splice(0, 1));
  }
  return results;
}

function against(
  baseline: string,
  what: string,
  one: Case,
  product: Outcome[],
  base: Outcome[],
  [speedGoal, p50Goal]: (Goal | undefined)[],
): Measurement[] {
  const of = (share: number): Pick<Measurement, 'product' | 'baseline'> => ({
    product: product.map((outcome) => p(share, outcome)),
    baseline: base.map((outcome) => p(share, outcome)),
  });
  const name = `${what}, against ${baseline}`;
  return [
    {
      what: name,
      unit: 'MB/s',
      product: product.map((outcome) => speed(one, outcome)),
      baseline: base.map((outcome) => speed(one, outcome)),
      ...(speedGoal && { goals: [speedGoal] }),
    },
    { what: `${name}: p50`, unit: 'ms', ...of(0.5), ...(p50Goal && { goals: [p50Goal] }) },
    { what: `${name}: p95`, unit: 'ms', ...of(0.95) },
  ];
}

const speed = ({ size, count }: Case, outcome: Outcome): number => megabytes(size * count, outcome);

const intoProduct =
  (harness: Harness): Send =>
  async ({ size, atOnce, count }) => {
    const paths = (await harness.links(count)).map(({ value }) => `/api/upload/${value}`);
    const body = { document: size, type: 'photo' } as const;
    return harness.load.run({ origin: harness.url, method: 'POST', paths, body, atOnce }, 201);
  };

/** The files are removed after each run, to save disk space. */
const throughHops =
  (harness: Harness, { url: origin }: Baseline, folder: string): Send =>
  async ({ size, atOnce, count }) => {
    const paths = Array.from({ length: count }, () => `/${randomUUID()}`);
    const outcome = await harness.load.run(
      { origin, method: 'PUT', paths, body: { bytes: size }, atOnce },
      200,
    );
    for (const name of paths) rmSync(path.join(folder, name), { force: true });
    return outcome;
  };

/** Sends the whole file in the request that creates the upload, as tus clients can with small files. */
const toPeer =
  (harness: Harness, { url: origin }: Baseline, folder: string): Send =>
  async ({ size, atOnce, count }) => {
    const paths = Array.from({ length: count }, () => '/files');
    const headers = {
      'tus-resumable': '1.0.0',
      'upload-length': String(size),
      'content-type': 'application/offset+octet-stream',
    };
    const plan = { origin, method: 'POST', paths, headers, body: { bytes: size }, atOnce } as const;
    const outcome = await harness.load.run(plan, 201);
    for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { force: true });
    return outcome;
  };
