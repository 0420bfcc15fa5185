import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { atLeast, atMost, type Measured } from '../figures/figure.ts';
import { percentile } from '../figures/statistics.ts';
import type { Circumstances, Row } from '../row.ts';
import type { World } from '../world/world.ts';

export const events: Row = {
  name: 'events',
  about: 'from the commit of an upload to the link marked as used and the mail handed over',
  onWorld: async (world, circumstances) => [
    ...(await idle(world, circumstances)),
    ...(await loaded(world, circumstances)),
    ...(await backlog(world, circumstances)),
  ],
};

/** One upload after the other, with pauses. */
async function idle(world: World, { short }: Circumstances): Promise<Measured[]> {
  const links = await world.links(short ? 10 : 60);
  for (const { value } of links) {
    await upload(world, [`/api/upload/${value}`], 10_000, 1);
    await delay(60);
  }
  const ids = links.map(({ id }) => id);
  return latencies('idle', await delaysOf(world, ids), true);
}

/** The uploads are their own load: eight at a time without a pause. */
async function loaded(world: World, { short }: Circumstances): Promise<Measured[]> {
  const links = await world.links(short ? 60 : 240);
  await upload(
    world,
    links.map(({ value }) => `/api/upload/${value}`),
    500_000,
    8,
  );
  const ids = links.map(({ id }) => id);
  return latencies('while 8 at a time upload', await delaysOf(world, ids), false);
}

async function upload(world: World, paths: string[], size: number, atOnce: number): Promise<void> {
  const body = { document: size, type: 'photo' } as const;
  await world.load.run({ origin: world.url, method: 'POST', paths, body, atOnce }, 201);
}

interface Delays {
  used: number[];
  mailed: number[];
}

function latencies(when: string, { used, mailed }: Delays, judged: boolean): Measured[] {
  const figure = (what: string, values: number[], share: number): Measured => ({
    what: `${what}, ${when}: p${String(share * 100)}`,
    unit: 'ms',
    ours: [percentile(values, share)],
    ...(judged && share === 0.95 && { goals: [atMost(100)] }),
  });
  return [
    figure('event to link used', used, 0.5),
    figure('event to link used', used, 0.95),
    figure('event to mail handed over', mailed, 0.5),
    figure('event to mail handed over', mailed, 0.95),
  ];
}

/**
 * By the database's one clock: from the event's row in the document service's outbox to the inbox row of the token
 * service's handler, and to the mail's settling.
 */
async function delaysOf(world: World, tokenIds: string[]): Promise<Delays> {
  const { rows: emitted } = await world.databases.document.query<{ id: string; at: Date }>(
    `SELECT id, created_at AS at FROM outbox
     WHERE type = 'upload.completed' AND envelope->'data'->>'tokenId' = ANY($1)`,
    [tokenIds],
  );
  const began = new Map(emitted.map(({ id, at }) => [id, at.getTime()]));
  const ids = [...began.keys()];
  const used = await settled(ids.length, () =>
    world.databases.token.query<{ id: string; at: Date }>(
      'SELECT event_id AS id, handled_at AS at FROM inbox WHERE event_id = ANY($1::uuid[])',
      [ids],
    ),
  );
  const mailed = await settled(ids.length, () =>
    world.databases.notification.query<{ id: string; at: Date }>(
      `SELECT event_id AS id, settled_at AS at FROM mail_deliveries
       WHERE event_id = ANY($1::uuid[]) AND settled_at IS NOT NULL`,
      [ids],
    ),
  );
  const since = ({ id, at }: { id: string; at: Date }): number => at.getTime() - (began.get(id) ?? NaN);
  return { used: used.map(since), mailed: mailed.map(since) };
}

const PATIENCE_MS = 60_000;

async function settled<Found>(count: number, look: () => Promise<{ rows: Found[] }>): Promise<Found[]> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const { rows } = await look();
    if (rows.length >= count) return rows;
    if (Date.now() > end) throw new Error(`${String(count - rows.length)} events were not handled`);
    await delay(200);
  }
}

/** The two consumers are stopped, the backlog is written and published, then they start: what they need is measured. */
async function backlog(world: World, { short, say }: Circumstances): Promise<Measured[]> {
  const count = short ? 1_000 : 20_000;
  const mails = count / 5;
  const { token, notification } = world.stack.services;
  await Promise.all([token.stop(), notification.stop()]);
  const ids = await writeBacklog(world, count, mails);
  await published(world);
  say(`  ${String(count)} events wait in RabbitMQ`);
  const since = new Date();
  await Promise.all([token.start(), notification.start()]);
  const [used, mailed] = await Promise.all([
    drained(world.databases.token, ['inbox', 'handled_at'], ids, since),
    drained(world.databases.notification, ['mail_deliveries', 'settled_at'], ids.slice(0, mails), since),
  ]);
  const note = `backlog: both consumers drain at the same time; ${String(mails)} of the ${String(count)} events ask for a mail`;
  return [
    {
      what: `backlog of ${String(count)}: links used`,
      unit: '/s',
      ours: [used],
      goals: [atLeast(500)],
      note,
    },
    {
      what: `backlog: mails handed over, ${String(mails)}`,
      unit: '/s',
      ours: [mailed],
      goals: [atLeast(100)],
    },
  ];
}

/** Events as the document service writes them, for links that are there. Answers their ids. */
async function writeBacklog(world: World, count: number, mails: number): Promise<string[]> {
  const links = await world.links(count);
  const now = new Date().toISOString();
  const envelopes = links.map(({ id: tokenId, owner }, nth) => {
    const documentId = randomUUID();
    return {
      id: randomUUID(),
      type: 'upload.completed',
      version: 1,
      occurredAt: now,
      source: 'document',
      aggregateId: documentId,
      aggregateVersion: 1,
      correlationId: randomUUID(),
      causationId: null,
      actor: null,
      data: {
        documentId,
        tokenId,
        ownerId: owner.id,
        claimId: randomUUID(),
        receivedAt: now,
        // Of a document that is still being checked no mail is sent. Those that send one come first: the mail's own
        // speed is to be seen, not how they lie among the others.
        scan: nth < mails ? 'clean' : 'pending',
      },
    };
  });
  for (let at = 0; at < count; at += 1_000)
    await world.databases.document.query(
      `INSERT INTO outbox (id, type, aggregate_id, envelope)
       SELECT (e->>'id')::uuid, e->>'type', (e->>'aggregateId')::uuid, e FROM jsonb_array_elements($1::jsonb) AS e`,
      [JSON.stringify(envelopes.slice(at, at + 1_000))],
    );
  return envelopes.map(({ id }) => id);
}

async function published(world: World): Promise<void> {
  const unsent = 'SELECT count(*)::int AS n FROM outbox WHERE sent_at IS NULL';
  for (;;) {
    const { rows } = await world.databases.document.query<{ n: number }>(unsent);
    if (rows[0]?.n === 0) return;
    await delay(200);
  }
}

/**
 * Rows a second from the first to the last, by the database's clock. While it lasts only what is new is counted, by an
 * index: looking for 20,000 ids each time would slow down what is measured.
 */
async function drained(
  database: pg.Client,
  [table, column]: ['inbox', 'handled_at'] | ['mail_deliveries', 'settled_at'],
  ids: string[],
  since: Date,
): Promise<number> {
  const recent = `SELECT count(*)::int AS n FROM ${table} WHERE ${column} >= $1`;
  const exact = `SELECT count(*)::int AS n, extract(epoch FROM max(${column}) - min(${column}))::float8 AS seconds
                 FROM ${table} WHERE event_id = ANY($1::uuid[]) AND ${column} IS NOT NULL`;
  const end = Date.now() + 5 * PATIENCE_MS;
  for (;;) {
    const { rows } = await database.query<{ n: number }>(recent, [since]);
    const left = ids.length - (rows[0]?.n ?? 0);
    if (left <= 0) {
      const [all] = (await database.query<{ n: number; seconds: number }>(exact, [ids])).rows;
      if (all && all.n >= ids.length) return ids.length / all.seconds;
    }
    if (Date.now() > end) throw new Error(`${String(left)} of the backlog are left`);
    await delay(500);
  }
}
