import { rmSync } from 'node:fs';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { ratioAtLeast, ratioAtMost, type Measured } from '../figures/figure.ts';
import { startHops, type Limit } from '../limits/start-limit.ts';
import { megabytes, p } from '../load/load.ts';
import type { Outcome } from '../load/plan.ts';
import { alternate, times, type Circumstances, type Row } from '../row.ts';
import { meanMs } from '../world/metrics.ts';
import { withPeak } from '../world/processes.ts';
import { withoutScanner } from '../world/settings.ts';
import type { World } from '../world/world.ts';

interface Case {
  size: number;
  name: string;
  atOnce: number;
  /** Uploads in one run. */
  count: number;
}

const MIB = 1024 * 1024;
/** Under 5 MiB, as the product wants it. */
const LARGEST = 5 * MIB - 1;
const LIMIT_FOLDER = 'bench-limit';

/** Enough for a p95 of three runs, few enough for a bench of a quarter of an hour. */
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

export const upload: Row = {
  name: 'upload',
  about: 'photos from the wire into the store, against the same bytes through two bare Node hops',
  onWorld: async (world, circumstances) => {
    const hops = await startHops(2, world.store.url);
    try {
      return await measure(world, hops, circumstances);
    } finally {
      await hops.stop();
    }
  },
};

async function measure(world: World, hops: Limit, { short, say }: Circumstances): Promise<Measured[]> {
  const wanted = short
    ? cases.filter(({ atOnce }) => atOnce === 8).map((one) => ({ ...one, count: 24 }))
    : cases;
  const runs = short ? 1 : 3;
  const figures: Measured[] = [];
  await warmUp(world, hops);
  for (const one of wanted.filter(({ size }) => size === LARGEST)) {
    say(`  ${one.name} at ${String(one.atOnce)}, with the scanner`);
    figures.push(...(await scanned(world, one, Math.min(runs, 2))));
  }
  await withScannerOff(world, async () => {
    await warmUp(world, hops);
    for (const one of wanted) {
      say(`  ${one.name} at ${String(one.atOnce)}`);
      figures.push(...(await compared(world, hops, one, runs)));
    }
  });
  return figures;
}

async function withScannerOff(world: World, work: () => Promise<void>): Promise<void> {
  const before = world.settingsOf('document');
  await world.restart('document', withoutScanner);
  try {
    await work();
  } finally {
    await world.restart('document', before);
  }
}

async function warmUp(world: World, hops: Limit): Promise<void> {
  const one = { size: 100 * 1024, name: '', atOnce: 8, count: 80 };
  await ours(world, one);
  await throughHops(world, hops, one);
}

async function scanned(world: World, one: Case, runs: number): Promise<Measured[]> {
  const results = await times(runs, () => ours(world, one));
  const what = `${one.name} at ${String(one.atOnce)}, scanned`;
  const note = 'scanned: by a clamd stand-in that answers at once, so that our side alone is measured';
  return [{ what, unit: 'MB/s', ours: results.map((result) => speed(one, result)), note }];
}

async function compared(world: World, hops: Limit, one: Case, runs: number): Promise<Measured[]> {
  const before = await world.metrics('document');
  await world.metrics('gateway'); // looking at the event loop's delay begins it anew
  const pids = world.pidsOf('gateway', 'document');
  const { result, peakMib } = await withPeak(pids, () =>
    alternate(
      runs,
      () => ours(world, one),
      () => throughHops(world, hops, one),
    ),
  );
  const [after, gateway] = [await world.metrics('document'), await world.metrics('gateway')];
  const what = `${one.name} at ${String(one.atOnce)}`;
  const judged = one.size === LARGEST;
  const of = (share: number): Pick<Measured, 'ours' | 'limit'> => ({
    ours: result.ours.map((outcome) => p(share, outcome)),
    limit: result.limit.map((outcome) => p(share, outcome)),
  });
  return [
    {
      what,
      unit: 'MB/s',
      ours: result.ours.map((outcome) => speed(one, outcome)),
      limit: result.limit.map((outcome) => speed(one, outcome)),
      ...(judged && { goals: [ratioAtLeast(0.6)] }),
    },
    { what: `${what}: p50`, unit: 'ms', ...of(0.5) },
    { what: `${what}: p95`, unit: 'ms', ...of(0.95), ...(judged && { goals: [ratioAtMost(2)] }) },
    { what: `${what}: p99`, unit: 'ms', ...of(0.99) },
    {
      what: `${what}: store's share, mean`,
      unit: 'ms',
      ours: [meanMs(before, after, 'document_upload_stage_seconds', '{stage="store"}')],
    },
    { what: `${what}: memory of gateway and document, peak`, unit: 'MiB', ours: [peakMib] },
    {
      what: `${what}: event loop late, p99, gateway`,
      unit: 'ms',
      ours: [(gateway.get('nodejs_eventloop_lag_p99_seconds') ?? 0) * 1000],
    },
    {
      what: `${what}: event loop late, p99, document`,
      unit: 'ms',
      ours: [(after.get('nodejs_eventloop_lag_p99_seconds') ?? 0) * 1000],
    },
  ];
}

const speed = ({ size, count }: Case, outcome: Outcome): number => megabytes(size * count, outcome);

async function ours(world: World, { size, atOnce, count }: Case): Promise<Outcome> {
  const links = await world.links(count);
  const paths = links.map(({ value }) => `/api/upload/${value}`);
  const body = { document: size, type: 'photo' } as const;
  return world.load.run({ origin: world.url, method: 'POST', paths, body, atOnce }, 201);
}

/** The same bytes into the same store; the objects are removed at once, the disk being ours as well. */
async function throughHops(world: World, hops: Limit, { size, atOnce, count }: Case): Promise<Outcome> {
  const paths = Array.from({ length: count }, () => `/${world.store.bucket}/${LIMIT_FOLDER}/${randomUUID()}`);
  const outcome = await world.load.run(
    { origin: hops.url, method: 'PUT', paths, body: { bytes: size }, atOnce },
    200,
  );
  rmSync(path.join(world.store.folder, world.store.bucket, LIMIT_FOLDER), { recursive: true, force: true });
  return outcome;
}
