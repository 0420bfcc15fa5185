import { setTimeout as delay } from 'node:timers/promises';
import { atMost, ratioAtMost, type Measured } from '../figures/figure.ts';
import type { Circumstances, Row } from '../row.ts';
import { residentMib, withPeak } from '../world/processes.ts';
import type { World } from '../world/world.ts';

const LARGEST = 5 * 1024 * 1024 - 1;
const AT_ONCE = 32;
/** Of these the document service handles so many at a time (UPLOADS_IN_FLIGHT); the others wait, their bytes unread. */
const IN_FLIGHT = 16;
const BATCH = 80;
/** A minute's worth; `--large` sends a thousand. */
const batches = ({ short, large }: Circumstances): number => (short ? 2 : large ? 13 : 4);

export const memory: Row = {
  name: 'memory',
  about: `gateway and document service while ${String(AT_ONCE)} uploads of 5 MiB run`,
  onWorld: measure,
};

async function measure(world: World, circumstances: Circumstances): Promise<Measured[]> {
  await world.restart('gateway', {});
  await world.restart('document', {});
  const pids = world.pidsOf('gateway', 'document');
  await send(world, BATCH, 10_000);
  await delay(3_000);
  const idle = residentMib(pids);
  const peaks: number[] = [];
  for (let batch = 0; batch < batches(circumstances); batch += 1)
    peaks.push((await withPeak(pids, () => send(world, BATCH, LARGEST))).peakMib);
  const [first = NaN] = peaks;
  const note = `per upload in flight: ${String(IN_FLIGHT)} are, of ${String(AT_ONCE)} sent at once; idle is warm, after ${String(BATCH)} small uploads`;
  return [
    { what: 'idle, warm', unit: 'MiB', ours: [idle] },
    { what: `peak, in each ${String(BATCH)} uploads`, unit: 'MiB', ours: peaks },
    {
      what: 'above idle, per upload in flight',
      unit: 'MiB',
      ours: peaks.map((peak) => (peak - idle) / IN_FLIGHT),
      goals: [atMost(12)],
      note,
    },
    {
      what: `peak of the last ${String(BATCH)} uploads, of ${String(peaks.length * BATCH)}, against the first`,
      unit: 'MiB',
      ours: [peaks.at(-1) ?? NaN],
      limit: [first],
      goals: [ratioAtMost(1.1)],
    },
  ];
}

async function send(world: World, count: number, size: number): Promise<void> {
  const links = await world.links(count);
  const paths = links.map(({ value }) => `/api/upload/${value}`);
  const body = { document: size, type: 'photo' } as const;
  await world.load.run({ origin: world.url, method: 'POST', paths, body, atOnce: AT_ONCE }, 201);
}
