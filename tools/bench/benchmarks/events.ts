import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { atLeast, atMost, type Measurement } from '../metrics/metric.ts';
import { percentile } from '../metrics/statistics.ts';
import type { Options, Benchmark } from '../benchmark.ts';
import type { Harness } from '../harness/harness.ts';

export const events: Benchmark = {
  name: 'events',
  about: 'from the commit of an upload until the link is marked as used and the email is sent',
  measure: async (harness, options) => [
    ...(await idle(harness, options)),
    ...(await loaded(harness, options)),
    ...(await backlog(harness, options)),
  ],
};

/** Measures delays of one upload at a time, with pauses. */
async function idle(harness: Harness, { short }: Options): Promise<Measurement[]> {
  const links = await harness.links(short ? 10 : 60);
  for (const { value } of links) {
    await upload(harness, [`/api/upload/${value}`], 10_000, 1);
    await delay(60);
  }
  const ids = links.map(({ id }) => id);
  return latencies('idle', await delaysOf(harness, ids), true);
}

/** Measures delays under load: eight uploads at a time, without pauses. */
async function loaded(harness: Harness, { short }: Options): Promise<Measurement[]> {
  const links = await harness.links(short ? 60 : 240);
  await upload(
    harness,
    links.map(({ value }) => `/api/upload/${value}`),
    500_000,
    8,
  );
  const ids = links.map(({ id }) => id);
  return latencies('with 8 uploads at a time', await delaysOf(harness, ids), false);
}

async function upload(harness: Harness, paths: string[], size: number, atOnce: number): Promise<void> {
  const body = { document: size, type: 'photo' } as const;
  await harness.load.run({ origin: harness.url, method: 'POST', paths, body, atOnce }, 201);
}

interface Delays {
  used: number[];
  mailed: number[];
}

function latencies(when: string, { used, mailed }: Delays, judged: boolean): Measurement[] {
  const metric = (what: string, values: number[], share: number): Measurement => ({
    what: `${what}, ${when}: p${String(share * 100)}`,
    unit: 'ms',
    product: [percentile(values, share)],
    ...(judged && share === 0.95 && { goals: [atMost(100)] }),
  });
  return [
    metric('event to link used', used, 0.5),
    metric('event to link used', used, 0.95),
    metric('event to email handed over', mailed, 0.5),
    metric('event to email handed over', mailed, 0.95),
  ];
}

/**
 * Measured by the database's clock alone: from the event's row in the document service's outbox to the inbox
 * row of the token service's handler, and until the email is settled.
 */
async function delaysOf(harness: Harness, tokenIds: string[]): Promise<Delays> {
  const { rows: emitted } = await harness.databases.document.query<{ id: string; at: Date }>(
    `SELECT id, created_at AS at FROM outbox
     WHERE type = 'upload.completed' AND envelope->'data'->>'tokenId' = ANY($1)`,
    [tokenIds],
  );
  const began = new Map(emitted.map(({ id, at }) => [id, at.getTime()]));
  const ids = [...began.keys()];
  const used = await settled(ids.length, () =>
    harness.databases.token.query<{ id: string; at: Date }>(
      'SELECT event_id AS id, handled_at AS at FROM inbox WHERE event_id = ANY($1::uuid[])',
      [ids],
    ),
  );
  const mailed = await settled(ids.length, () =>
    harness.databases.notification.query<{ id: string; at: Date }>(
      `SELECT event_id AS id, settled_at AS at FROM mail_deliveries
       WHERE event_id = ANY($1::uuid[]) AND settled_at IS NOT NULL`,
      [ids],
    ),
  );
  const since = ({ id, at }: { id: string; at: Date }): number => at.getTime() - (began.get(id) ?? NaN);
  return { used: used.map(since), mailed: mailed.map(since) };
}

const TIMEOUT_MS = 60_000;

async function settled<Found>(count: number, look: () => Promise<{ rows: Found[] }>): Promise<Found[]> {
  const end = Date.now() + TIMEOUT_MS;
  for (;;) {
    const { rows } = await look();
    if (rows.length >= count) return rows;
    if (Date.now() > end) throw new Error(`${String(count - rows.length)} events were not handled`);
    await delay(200);
  }
}

/** Stops the two consumers, publishes a backlog, starts them again and measures how fast they drain it. */
async function backlog(harness: Harness, { short, say }: Options): Promise<Measurement[]> {
  const count = short ? 1_000 : 20_000;
  const mails = count / 5;
  const { token, notification } = harness.stack.services;
  await Promise.all([token.stop(), notification.stop()]);
  const ids = await writeBacklog(harness, count, mails);
  await published(harness);
  say(`  ${String(count)} events are queued in RabbitMQ`);
  const since = new Date();
  await Promise.all([token.start(), notification.start()]);
  const [used, mailed] = await Promise.all([
    drained(harness.databases.token, ['inbox', 'handled_at'], ids, since),
    drained(harness.databases.notification, ['mail_deliveries', 'settled_at'], ids.slice(0, mails), since),
  ]);
  const note = `backlog: both consumers drain at the same time; ${String(mails)} of the ${String(count)} events cause an email`;
  return [
    {
      what: `backlog of ${String(count)}: links used`,
      unit: '/s',
      product: [used],
      goals: [atLeast(500)],
      note,
    },
    {
      what: `backlog: emails handed over, ${String(mails)}`,
      unit: '/s',
      product: [mailed],
      goals: [atLeast(100)],
    },
  ];
}

/** Makes links and writes one event for each, as the document service would; returns the events' ids. */
async function writeBacklog(harness: Harness, count: number, mails: number): Promise<string[]> {
  const links = await harness.links(count);
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
        // A document that is still being checked causes no email. Events with an email come first, so that the email rate
        // does not depend on their position in the backlog.
        scan: nth < mails ? 'clean' : 'pending',
      },
    };
  });
  for (let at = 0; at < count; at += 1_000)
    await harness.databases.document.query(
      `INSERT INTO outbox (id, type, aggregate_id, envelope)
       SELECT (e->>'id')::uuid, e->>'type', (e->>'aggregateId')::uuid, e FROM jsonb_array_elements($1::jsonb) AS e`,
      [JSON.stringify(envelopes.slice(at, at + 1_000))],
    );
  return envelopes.map(({ id }) => id);
}

async function published(harness: Harness): Promise<void> {
  const unsent = 'SELECT count(*)::int AS n FROM outbox WHERE sent_at IS NULL';
  for (;;) {
    const { rows } = await harness.databases.document.query<{ n: number }>(unsent);
    if (rows[0]?.n === 0) return;
    await delay(200);
  }
}

/**
 * Rows per second between the first and the last row, by the database's clock. Polling only counts recent rows, by
 * an index: looking up 20,000 ids each time would slow down the consumers.
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
  const end = Date.now() + 5 * TIMEOUT_MS;
  for (;;) {
    const { rows } = await database.query<{ n: number }>(recent, [since]);
    const left = ids.length - (rows[0]?.n ?? 0);
    if (left <= 0) {
      const [all] = (await database.query<{ n: number; seconds: number }>(exact, [ids])).rows;
      if (all && all.n >= ids.length) return ids.length / all.seconds;
    }
    if (Date.now() > end) throw new Error(`${String(left)} events are left in the backlog`);
    await delay(500);
  }
}
