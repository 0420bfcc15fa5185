import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Document } from '@caredrop/contracts';
import type { Measured } from '../figures/figure.ts';
import { startHops, startLimit, type Limit } from '../limits/start-limit.ts';
import { megabytes, p, rateOf } from '../load/load.ts';
import type { Outcome, Plan } from '../load/plan.ts';
import { alternate, type Circumstances, type Row } from '../row.ts';
import { sendDocuments } from '../world/documents.ts';
import type { World } from '../world/world.ts';

const SIZE = 4_900_000;
const COUNT = 16;
const FOLDER = 'bench-read';
const AT_ONCE = 8;

export const read: Row = {
  name: 'read',
  about: `a document's page, and its bytes whole and in part, ${String(AT_ONCE)} at a time`,
  onWorld: async (world, circumstances) => {
    const documents = await sendDocuments(world, world.clinician, COUNT, SIZE);
    const hops = await startHops(2, world.store.url);
    const rowLimit = await startLimit(
      'query',
      world.stack.databases.document,
      JSON.stringify(oneRow(documents)),
    );
    try {
      const paths = await putObjects(world);
      return [
        ...(await page(world, documents, rowLimit, circumstances)),
        ...(await bytes(world, documents, hops, paths, circumstances)),
      ];
    } finally {
      await Promise.all([hops.stop(), rowLimit.stop()]);
      rmSync(path.join(world.store.folder, world.store.bucket, FOLDER), { recursive: true, force: true });
    }
  },
};

const oneRow = ([document]: Document[]) => ({
  text: 'SELECT * FROM documents WHERE id = $1',
  values: [document?.id],
});

async function putObjects(world: World): Promise<string[]> {
  const paths = Array.from({ length: COUNT }, (_, nth) => `/${world.store.bucket}/${FOLDER}/${String(nth)}`);
  await world.load.run(
    { origin: world.store.url, method: 'PUT', paths, body: { bytes: SIZE }, atOnce: 4 },
    200,
  );
  return paths;
}

/** The page leaves an audit entry, which is committed before it is answered; the limit only reads. */
async function page(
  world: World,
  documents: Document[],
  limit: Limit,
  { short }: Circumstances,
): Promise<Measured[]> {
  const forMs = short ? 1_000 : 2_000;
  const headers = { authorization: `Bearer ${world.clinician.bearer}` };
  const paths = documents.map(({ id }) => `/api/documents/${id}`);
  const plan: Plan = { origin: world.url, method: 'GET', headers, atOnce: AT_ONCE, forMs, paths };
  await world.load.run({ ...plan, forMs: 1_500 }, 200); // warms it
  const { ours, limit: bare } = await alternate(
    short ? 1 : 3,
    () => world.load.run(plan, 200),
    () => world.load.run({ ...plan, origin: limit.url, paths: ['/'] }, 200),
  );
  const p95 = (outcome: Outcome): number => p(0.95, outcome);
  return [
    { what: "a document's page, audited", unit: '/s', ours: ours.map(rateOf), limit: bare.map(rateOf) },
    { what: "a document's page, audited: p95", unit: 'ms', ours: ours.map(p95), limit: bare.map(p95) },
  ];
}

async function bytes(
  world: World,
  documents: Document[],
  hops: Limit,
  objects: string[],
  { short }: Circumstances,
): Promise<Measured[]> {
  const files = documents.flatMap(({ file_url: url }) => (url ? [new URL(url).pathname] : []));
  const compare = (headers: Record<string, string>, atOnce: number, status: number) => {
    const plan: Plan = {
      origin: world.url,
      method: 'GET',
      headers,
      atOnce,
      forMs: short ? 1_000 : 1_700,
      paths: [],
    };
    return alternate(
      short ? 1 : 3,
      () => world.load.run({ ...plan, paths: files }, status),
      () => world.load.run({ ...plan, origin: hops.url, paths: objects }, status),
    );
  };
  const whole = await compare({}, AT_ONCE, 200);
  const part = await compare({ range: 'bytes=0-65535' }, 1, 206);
  const speed = (outcome: Outcome): number => megabytes(outcome.bytesReceived, outcome);
  const p95 = (outcome: Outcome): number => p(0.95, outcome);
  const note = 'a part: the whole is read, decrypted and verified before its first byte leaves';
  return [
    { what: '4.9 MB whole', unit: 'MB/s', ours: whole.ours.map(speed), limit: whole.limit.map(speed) },
    { what: '4.9 MB whole: p95', unit: 'ms', ours: whole.ours.map(p95), limit: whole.limit.map(p95) },
    { what: 'its first 64 KiB: p95', unit: 'ms', ours: part.ours.map(p95), limit: part.limit.map(p95), note },
  ];
}
