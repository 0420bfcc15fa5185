import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { eventually } from '@caredrop/testing';
import { publishEvent } from '../src/outbox/publish-event.js';
import { Publisher } from '../src/broker/publisher.js';
import { MessagingMetrics } from '../src/metrics.js';
import { purge } from '../src/outbox/purge.js';
import { sendBatch } from '../src/outbox/send-batch.js';
import { republish, subscribeLive } from '../src/index.js';
import { names } from '../src/topology/names.js';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { handlerOf, leaveEffect } from './support/handlers.js';
import { withChannel } from './support/namespace.js';
import { keys, serviceKeys, type RunningService } from './support/start-service.js';
import { EventSigner } from '../src/index.js';
import { effects, Stage, tellUserUpdated } from './support/stage.js';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.set();
});
afterEach(() => stage.clear());

const signer = new EventSigner(keys.auth.privateKey);
const recording = handlerOf('user.updated', (_event, ctx) => leaveEffect(ctx));

test('two relays together publish every event once', async () => {
  const tuning = { relayBatchSize: 7, pollMs: 20 };
  const document = await stage.start({ source: 'document', controllers: [recording] });
  const [one, two] = await Promise.all([
    stage.start({ source: 'auth', tuning }),
    stage.start({ source: 'auth', tuning }),
  ]);
  const told = await Promise.all(
    Array.from({ length: 100 }, (_, index) => tellUserUpdated(index % 2 === 0 ? one : two)),
  );
  await eventually(async () => expect(await effects(document)).toHaveLength(100));
  const handled = (await effects(document)).map(({ event_id }) => event_id);
  expect(handled.toSorted()).toEqual(told.map(({ id }) => id).toSorted());
  await eventually(async () => {
    const sums = await Promise.all([one, two].map((relay) => relay.metric('events_published_total')));
    expect(sums.reduce((a, b) => a + b)).toBe(100);
  });
  expect(await document.metric('events_handled_total')).toBe(100);
  expect(await one.metric('events_outbox_backlog')).toBe(0);
});

test('an unroutable event is logged, does not delay other events, and is delivered once its queue exists', async () => {
  const auth = await stage.start({ source: 'auth' });
  const { namespace, amqpUrl } = stage;
  const lost = [names.queue(namespace, 'document'), names.queue(namespace, 'notification')];
  await tellUserUpdated(auth);
  await eventually(async () => expect(await auth.metric('events_published_total')).toBe(1));
  await withChannel(amqpUrl, async (channel) => {
    for (const queue of lost) await channel.deleteQueue(queue);
  });
  // A live listener receives every event and must not hide that the services' queues are missing.
  const live = subscribeLive({
    amqpUrl,
    namespace,
    logger: pino({ level: 'silent' }),
    serviceKeys,
    onEvent: () => undefined,
    onReconnect: () => undefined,
  });
  await eventually(() => expect(live.connected).toBe(true));
  const stuck = await tellUserUpdated(auth);
  await eventually(async () => expect(await auth.metric('events_returned_total')).toBeGreaterThan(1));
  expect(auth.log).toContainEqual(
    expect.objectContaining({
      level: 50,
      eventId: stuck.id,
      msg: 'event unroutable',
    }),
  );
  await tellSessionRevoked(auth);
  await eventually(async () => expect(await auth.metric('events_published_total')).toBe(2));
  expect(await auth.metric('events_outbox_backlog')).toBe(1);
  expect(await auth.metric('events_outbox_oldest_seconds')).toBeGreaterThan(0);
  const document = await stage.start({ source: 'document', controllers: [recording] });
  await eventually(async () =>
    expect((await effects(document)).map(({ event_id }) => event_id)).toEqual([stuck.id]),
  );
  await live.close();
});

test('an event that is published again because its relay died before marking it is handled once', async () => {
  const document = await stage.start({ source: 'document', controllers: [recording] });
  const dying = await stage.start({ source: 'auth', amqpUrl: 'amqp://127.0.0.1:1' }); // The service's own relay waits for a broker that does not exist.
  const told = await tellUserUpdated(dying);
  const publisher = await startPublisher();
  const client = new pg.Client({ connectionString: stage.auth.url });
  client.on('error', () => undefined); // The server is about to end this connection.
  await client.connect();
  const published: string[] = [];
  const batch = sendBatch(
    client as unknown as pg.PoolClient,
    10,
    async ({ id, envelope }) => {
      const outcome = await publishEvent(publisher, signer, stage.namespace, envelope, 10_000);
      published.push(`${id} ${outcome}`);
      await client.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
      return outcome;
    },
    () => 0,
  );
  await expect(batch).rejects.toThrow();
  expect(published).toEqual([`${told.id} confirmed`]);
  await eventually(async () => expect(await effects(document)).toHaveLength(1));
  await stage.start({ source: 'auth' });
  await eventually(async () => expect(await document.metric('events_handled_total')).toBe(2));
  expect(await effects(document)).toHaveLength(1);
  await publisher.close();
});

test('the purge deletes sent and handled events after their retention period, and never an unsent one', async () => {
  const auth = await stage.start({ source: 'auth', amqpUrl: 'amqp://127.0.0.1:1' });
  const [old, young, unsent] = [
    await tellUserUpdated(auth),
    await tellUserUpdated(auth),
    await tellUserUpdated(auth),
  ];
  await auth.db.rows(`UPDATE outbox SET created_at = now() - interval '90 days'`);
  const sent = 'UPDATE outbox SET sent_at = now() - make_interval(days => $2::int) WHERE id = $1::uuid';
  await auth.db.rows(sent, old.id, 15);
  await auth.db.rows(sent, young.id, 13);
  await auth.db.rows(
    `INSERT INTO inbox (event_id, handler, handled_at) VALUES
     ($1::uuid, 'a', now() - interval '91 days'), ($1::uuid, 'b', now() - interval '89 days')`,
    randomUUID(),
  );
  const pool = new pg.Pool({ connectionString: stage.auth.url });
  expect(await purge(pool, { keepSentDays: 14, keepHandledDays: 90 })).toEqual({ sent: 1, handled: 1 });
  await pool.end();
  const left = (await auth.db.rows<{ id: string }>('SELECT id FROM outbox')).map(({ id }) => id);
  expect(left.toSorted()).toEqual([young.id, unsent.id].toSorted());
  expect(await auth.db.rows('SELECT handler FROM inbox')).toEqual([{ handler: 'b' }]);
});

test('events that were sent in a period are republished, either those of one type or all of them', async () => {
  const auth = await stage.start({ source: 'auth' });
  await tellUserUpdated(auth);
  await tellSessionRevoked(auth);
  await published(auth, 2);
  const around = { since: new Date(Date.now() - 60_000), until: new Date(Date.now() + 60_000) };
  expect(await republish(auth.db, { since: new Date(0), until: around.since })).toBe(0);
  expect(await republish(auth.db, { ...around, type: 'session.revoked' })).toBe(1);
  await published(auth, 3);
  expect(await republish(auth.db, around)).toBe(2);
  await published(auth, 5);
});

/** Waits until the events are counted as published and also marked as sent, which happens after counting. */
async function published(service: RunningService, times: number): Promise<void> {
  await eventually(async () => expect(await service.metric('events_published_total')).toBe(times));
  const unsent = 'SELECT id FROM outbox WHERE sent_at IS NULL';
  await eventually(async () => expect(await service.db.rows(unsent)).toEqual([]));
}

/** An event type that no service consumes. */
function tellSessionRevoked(service: RunningService) {
  const userId = randomUUID();
  const data = { userId, sessionId: null };
  return service.work.run((_tx, emit) =>
    emit({ type: 'session.revoked', aggregateId: userId, aggregateVersion: 1, data }),
  );
}

async function startPublisher(): Promise<Publisher> {
  const publisher = new Publisher({
    amqpUrl: stage.amqpUrl,
    namespace: stage.namespace,
    name: 'test',
    retryDelaysMs: [50, 100],
    logger: pino({ level: 'silent' }),
    metrics: new MessagingMetrics(new Registry()),
  });
  publisher.start();
  await publisher.whenReady();
  return publisher;
}
