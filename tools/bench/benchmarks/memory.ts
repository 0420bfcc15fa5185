import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { atMost, ratioAtMost, type Measurement } from '../metrics/metric.ts';
import type { Options, Benchmark } from '../benchmark.ts';
import { serviceNames } from '../../stack/service-names.ts';
import { proportionalMib, residentMib, withPeak } from '../harness/processes.ts';
import { idleTimeOf } from '../harness/processor-time.ts';
import { holdUploads } from '../load/held-uploads.ts';
import type { Harness } from '../harness/harness.ts';

const LARGEST = 5 * 1024 * 1024 - 1;
const AT_ONCE = 32;
/** The document service handles this many at a time (UPLOADS_IN_FLIGHT); the others wait unread. */
const IN_FLIGHT = 16;
const BATCH = 80;
/** One clinician's patients may hold a quarter of the places while others wait. */
const OWNERS = 8;
/** About a minute; `--large` sends a thousand uploads. */
const batches = ({ short, large }: Options): number => (short ? 2 : large ? 13 : 4);

export const memory: Benchmark = {
  name: 'memory',
  about: `gateway and document service while ${String(AT_ONCE)} uploads of 5 MiB run, and what all services use when idle`,
  measure,
};

async function measure(harness: Harness, options: Options): Promise<Measurement[]> {
  await harness.restart('gateway', {});
  await harness.restart('document', {});
  const pids = harness.pidsOf('gateway', 'document');
  await send(harness, BATCH, 10_000);
  await delay(3_000);
  const idle = residentMib(pids);
  const all = harness.pidsOf(...serviceNames);
  const allResident = residentMib(all);
  const shared = sharedCountedOnce(all);
  const idleTime = await idleProcessorTime(harness, options);
  const held = await heldPerUpload(harness, pids);
  const peaks: number[] = [];
  for (let batch = 0; batch < batches(options); batch += 1)
    peaks.push((await withPeak(pids, () => send(harness, BATCH, LARGEST))).peakMib);
  const [first = NaN] = peaks;
  const note = `per upload in flight: ${String(IN_FLIGHT)} of the ${String(AT_ONCE)} sent at once; idle: warm, after ${String(BATCH)} small uploads`;
  return [
    { what: 'idle, warm: all services', unit: 'MiB', product: [allResident], goals: [atMost(600)] },
    ...shared,
    { what: 'idle, warm: gateway and document', unit: 'MiB', product: [idle] },
    ...idleTime,
    {
      what: 'held by each upload that waits for its last byte',
      unit: 'MiB',
      product: [held],
      goals: [atMost(7)],
      note: 'the body is 5 MiB',
    },
    { what: `peak, per ${String(BATCH)} uploads`, unit: 'MiB', product: peaks },
    {
      what: 'above idle, per upload in flight',
      unit: 'MiB',
      product: peaks.map((peak) => (peak - idle) / IN_FLIGHT),
      goals: [atMost(12)],
      note,
    },
    {
      what: `peak of the last ${String(BATCH)} uploads of ${String(peaks.length * BATCH)}, compared with the first`,
      unit: 'MiB',
      product: [peaks.at(-1) ?? NaN],
      baseline: [first],
      goals: [ratioAtMost(1.1)],
    },
  ];
}

function sharedCountedOnce(pids: number[]): Measurement[] {
  if (process.platform !== 'linux') return [];
  const what = 'idle, warm: all services, shared pages counted once';
  return [{ what, unit: 'MiB', product: [proportionalMib(pids)] }];
}

/** As shares of one core, in total and by service. */
async function idleProcessorTime(harness: Harness, { short }: Options): Promise<Measurement[]> {
  const idle = await idleTimeOf(harness, short ? 15 : 60);
  const total = serviceNames.reduce((sum, service) => sum + idle[service], 0);
  const share = (of: string, ms: number): Measurement => ({
    what: `idle, warm: processor time, ${of}`,
    unit: '% of a core',
    product: [ms / 10],
  });
  return [share('all services', total), ...serviceNames.map((service) => share(service, idle[service]))];
}

/** Resident memory added by each further upload. It contains no garbage of earlier ones: none has been sent in full. */
async function heldPerUpload(harness: Harness, pids: number[]): Promise<number> {
  const [first = '', ...others] = await pathsOf(harness, IN_FLIGHT);
  const end = [await holdUploads(harness.url, [first], LARGEST)];
  try {
    const one = residentMib(pids);
    end.push(await holdUploads(harness.url, others, LARGEST));
    return (residentMib(pids) - one) / others.length;
  } finally {
    for (const stop of end) stop();
  }
}

async function send(harness: Harness, count: number, size: number): Promise<void> {
  const paths = await pathsOf(harness, count);
  const body = { document: size, type: 'photo' } as const;
  await harness.load.run({ origin: harness.url, method: 'POST', paths, body, atOnce: AT_ONCE }, 201);
}

/** Upload paths of new links. Alternates between the owners, so that none has more than its share of the places. */
async function pathsOf(harness: Harness, count: number): Promise<string[]> {
  const owners = Array.from({ length: OWNERS }, () => ({ ...harness.clinician, id: randomUUID() }));
  const links = await Promise.all(owners.map((owner) => harness.links(count / OWNERS, owner)));
  return links
    .flatMap((ofOwner) => ofOwner.map(({ value }, nth) => ({ nth, path: `/api/upload/${value}` })))
    .sort((one, other) => one.nth - other.nth)
    .map(({ path }) => path);
}
