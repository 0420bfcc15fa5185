import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { eventually } from '@caredrop/testing';
import type { PublishOutcome } from '../src/broker/publisher.js';
import { listDeadLetters } from '../src/index.js';
import { sendBatch } from '../src/outbox/send-batch.js';
import { handlerOf, leaveEffect } from './support/handlers.js';
import { connected, effects, Stage, tellUserUpdated } from './support/stage.js';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.set();
});
afterEach(() => stage.clear());

/** Starts a service without a broker: its outbox keeps every event. */
const startAuth = () => stage.start({ source: 'auth', amqpUrl: 'amqp://127.0.0.1:1' });

test('a failed insert into the outbox rolls back the state change', async () => {
  const auth = await startAuth();
  await auth.db.rows(`ALTER TABLE outbox ADD CONSTRAINT full_disk CHECK (type <> 'user.updated')`);
  const userId = randomUUID();
  const written = auth.work.run(async (tx, emit) => {
    await tx.$executeRawUnsafe(`INSERT INTO effect (event_id, note) VALUES ($1::uuid, 'state')`, userId);
    await emit({ type: 'user.updated', aggregateId: userId, aggregateVersion: 1, data: { userId } });
  });
  await expect(written).rejects.toThrow('full_disk');
  expect(await effects(auth)).toEqual([]);
});

test('events of one transaction keep the order in which they were emitted, even within one millisecond', async () => {
  const auth = await startAuth();
  const users = Array.from({ length: 50 }, () => randomUUID());
  await auth.work.run(async (_tx, emit) => {
    const event = (userId: string) =>
      emit({ type: 'user.updated', aggregateId: userId, aggregateVersion: 1, data: { userId } });
    for (const userId of users) await event(userId);
  });
  const times = await auth.db.rows<{ user: string; at: string }>(
    `SELECT aggregate_id AS user, to_char(created_at, 'HH24:MI:SS.US') AS at FROM outbox ORDER BY created_at`,
  );
  expect(times.map(({ user }) => user)).toEqual(users);
  // Two rows of one statement may still have the same microsecond.
  expect(new Set(times.map(({ at }) => at)).size).toBeGreaterThan(users.length / 2);
});

test('only confirmed events of an outbox batch are marked as sent', async () => {
  const auth = await startAuth();
  const outcomes: PublishOutcome[] = ['confirmed', 'lost', 'returned', 'refused', 'confirmed'];
  const ids: string[] = [];
  for (const _outcome of outcomes) ids.push((await tellUserUpdated(auth)).id);
  const client = new pg.Client({ connectionString: stage.auth.url });
  await client.connect();
  const batch = await sendBatch(
    client as unknown as pg.PoolClient,
    10,
    ({ id }) => Promise.resolve(outcomes[ids.indexOf(id)] ?? 'lost'),
    () => 60_000,
  );
  await client.end();
  expect(batch).toEqual({ size: 5, lost: true });
  const rows = await auth.db.rows<{ id: string; sent: boolean; attempts: number; waits: boolean }>(
    `SELECT id, sent_at IS NOT NULL AS sent, attempts, retry_at > now() AS waits FROM outbox
      ORDER BY array_position($1::uuid[], id)`,
    ids,
  );
  expect(rows).toEqual([
    { id: ids[0], sent: true, attempts: 1, waits: null },
    { id: ids[1], sent: false, attempts: 0, waits: null },
    { id: ids[2], sent: false, attempts: 1, waits: true },
    { id: ids[3], sent: false, attempts: 1, waits: true },
    { id: ids[4], sent: true, attempts: 1, waits: null },
  ]);
});

test('a commit that fails stores neither the effect nor its inbox record', async () => {
  const document = await connected(
    await stage.start({
      source: 'document',
      controllers: [handlerOf('user.updated', (_event, ctx) => leaveEffect(ctx))],
    }),
  );
  // The record is written first: a commit that fails must undo the effect and the record.
  await document.db.rows(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'no commit today'; END $$`);
  await document.db.rows(`CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON effect
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()`);
  const auth = await stage.start({ source: 'auth' });
  const { id } = await tellUserUpdated(auth);
  const dead = { amqpUrl: stage.amqpUrl, namespace: stage.namespace, service: 'document' as const };
  await eventually(async () =>
    expect(await listDeadLetters(dead)).toMatchObject([{ eventId: id, tries: 3 }]),
  );
  expect(await effects(document)).toEqual([]);
  expect(await document.db.rows('SELECT event_id FROM inbox')).toEqual([]);
});
