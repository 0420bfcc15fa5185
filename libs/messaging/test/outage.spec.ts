import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { eventually, TcpProxy } from '@caredrop/testing';
import { freePort, startRabbitmq, type Rabbitmq } from '@caredrop/testing/backing';
import type { PoolConfig } from 'pg';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { Publisher, type Publication } from '../src/broker/publisher.js';
import {
  defaultTuning,
  EventSigner,
  listDeadLetters,
  OutboxRelay,
  type MessagingTuning,
} from '../src/index.js';
import { MessagingMetrics } from '../src/metrics.js';
import { names } from '../src/topology/names.js';
import { Gate } from '../src/util/gate.js';
import { handlerOf, leaveEffect } from './support/handlers.js';
import { removeNamespace } from './support/namespace.js';
import { keys } from './support/start-service.js';
import { connected, effects, Stage, tellUserUpdated } from './support/stage.js';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.set();
});
afterEach(() => stage.clear());
afterEach(() => jest.restoreAllMocks());

const recording = handlerOf('user.updated', (_event, ctx) => leaveEffect(ctx));

/** A relay of auth's outbox that publishes with the given methods of a publisher. */
function relayOf(
  source: string,
  publisher: Partial<Publisher>,
  tuning: Partial<MessagingTuning> = {},
  database: PoolConfig = { connectionString: stage.auth.url },
) {
  return new OutboxRelay({
    database,
    namespace: stage.namespace,
    source,
    tuning: { ...defaultTuning, pollMs: 20, ...tuning },
    publisher: publisher as Publisher,
    signer: new EventSigner(keys.auth.privateKey),
    metrics: new MessagingMetrics(new Registry()),
    logger: pino({ level: 'silent' }),
    context: { current: () => undefined, run: (_correlation, work) => work() },
  });
}

test('writes continue during a broker restart, and the backlog is delivered afterwards', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'caredrop-broker-'));
  const port = await freePort();
  let broker: Rabbitmq = await startRabbitmq({ dataDir, port });
  const amqpUrl = broker.url;
  const auth = await stage.start({ source: 'auth', amqpUrl });
  const document = await stage.start({ source: 'document', controllers: [recording], amqpUrl });
  await tellUserUpdated(auth);
  await eventually(async () => expect(await effects(document)).toHaveLength(1));

  await broker.stop();
  await eventually(async () => expect(await auth.metric('events_broker_connected')).toBe(0));
  for (let told = 0; told < 20; told += 1) await tellUserUpdated(auth);
  expect(await auth.metric('events_outbox_backlog')).toBe(20);

  broker = await startRabbitmq({ dataDir, port });
  await eventually(async () => expect(await effects(document)).toHaveLength(21), 40_000);
  expect(await auth.metric('events_outbox_backlog')).toBe(0);
  await tellUserUpdated(auth);
  await eventually(async () => expect(await effects(document)).toHaveLength(22));

  await Promise.all([stage.stop(auth), stage.stop(document)]);
  await removeNamespace(amqpUrl, stage.namespace);
  await broker.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test('while the broker is short of memory, metrics are served and report that events cannot be published', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'caredrop-broker-'));
  const broker = await startRabbitmq({ dataDir, shortOfMemory: true });
  const document = await stage.start({
    source: 'document',
    controllers: [recording],
    amqpUrl: broker.url,
    tuning: { confirmTimeoutMs: 100 },
  });
  await connected(document);
  await document.work.run((_tx, emit) =>
    emit({
      type: 'document.deleted',
      aggregateId: randomUUID(),
      aggregateVersion: 1,
      data: { documentId: randomUUID(), tokenId: randomUUID(), ownerId: randomUUID() },
    }),
  );
  await eventually(async () => expect(await document.metric('events_broker_connected')).toBe(0));
  expect(await document.metric('events_waiting')).toBe(0);
  expect(document.log).toContainEqual(
    expect.objectContaining({ msg: 'failed to measure a queue', reason: 'Error: the broker is unavailable' }),
  );
  await stage.stop(document);
  await broker.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test('a consumer pauses while its database is down, counts no attempts and then resumes', async () => {
  const proxy = await TcpProxy.before(stage.document.url);
  const attempts: number[] = [];
  const auth = await stage.start({ source: 'auth' });
  const document = await stage.start({
    source: 'document',
    databaseUrl: proxy.url,
    controllers: [
      handlerOf('user.updated', async (_event, ctx) => {
        attempts.push(ctx.attempt);
        await leaveEffect(ctx);
      }),
    ],
  });
  await tellUserUpdated(auth);
  await eventually(async () => expect(await effects(document)).toHaveLength(1));

  await proxy.takeAway();
  for (let told = 0; told < 30; told += 1) await tellUserUpdated(auth);
  await eventually(async () => expect(await document.metric('events_consumer_paused')).toBe(1));
  // If attempts were counted, an event would be dead-lettered 150 ms after its first delivery.
  const begun = document.log.length;
  await eventually(async () => expect(await auth.metric('events_outbox_backlog')).toBe(0));
  expect(document.log.slice(begun).filter(({ msg }) => msg === 'event dead-lettered')).toEqual([]);

  await proxy.bringBack();
  await eventually(async () => expect(await effects(document)).toHaveLength(31));
  expect(await document.metric('events_consumer_paused')).toBe(0);
  expect(new Set(attempts)).toEqual(new Set([1]));
  const { amqpUrl, namespace } = stage;
  expect(await listDeadLetters({ amqpUrl, namespace, service: 'document' })).toEqual([]);
  await stage.stop(document);
  await proxy.takeAway();
});

test('losing the database during a handler is not counted as an attempt', async () => {
  const proxy = await TcpProxy.before(stage.document.url);
  const attempts: number[] = [];
  const auth = await stage.start({ source: 'auth' });
  const document = await stage.start({
    source: 'document',
    databaseUrl: proxy.url,
    controllers: [
      handlerOf('user.updated', async (_event, ctx) => {
        attempts.push(ctx.attempt);
        if (attempts.length === 1) await proxy.takeAway();
        await leaveEffect(ctx);
      }),
    ],
  });
  await tellUserUpdated(auth);
  await eventually(async () => expect(await document.metric('events_consumer_paused')).toBe(1));
  await proxy.bringBack();
  await eventually(async () => expect(await effects(document)).toHaveLength(1));
  expect(attempts).toEqual([1, 1]);
  await stage.stop(document);
  await proxy.takeAway();
});

test('a relay that loses its database after publishing publishes the event again', async () => {
  const auth = await stage.start({ source: 'auth', amqpUrl: 'amqp://127.0.0.1:1' }); // The service's own relay waits for a broker that does not exist.
  const told = await tellUserUpdated(auth);
  const published: string[] = [];
  const publish = async ({ messageId }: Publication) => {
    published.push(messageId ?? '');
    if (published.length === 1)
      await auth.db.rows(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cut relay'`,
      );
    return 'confirmed' as const;
  };
  const relay = relayOf('cut', { whenReady: () => Promise.resolve(true), publish });
  relay.start();
  const unsent = 'SELECT id FROM outbox WHERE sent_at IS NULL';
  await eventually(async () => expect(await auth.db.rows(unsent)).toEqual([]));
  await relay.stop();
  // Published twice to each exchange, because it was not marked as sent the first time.
  expect(published).toEqual([told.id, told.id, told.id, told.id]);
});

test('a relay publishes again after its database has stopped responding without closing the connection', async () => {
  const auth = await stage.start({ source: 'auth', amqpUrl: 'amqp://127.0.0.1:1' }); // The service's own relay waits for a broker that does not exist.
  const proxy = await TcpProxy.before(stage.auth.url);
  const published = new Set<string>();
  const publish = ({ messageId = '' }: Publication) => {
    published.add(messageId);
    return Promise.resolve('confirmed' as const);
  };
  const database = { connectionString: proxy.url, query_timeout: 200 };
  const relay = relayOf('silent', { whenReady: () => Promise.resolve(true), publish }, {}, database);
  relay.start();
  const first = await tellUserUpdated(auth);
  await eventually(() => expect(published).toEqual(new Set([first.id])));
  proxy.freeze();
  const second = await tellUserUpdated(auth);
  await eventually(() => expect(published).toEqual(new Set([first.id, second.id])));
  await relay.stop();
  await proxy.takeAway();
});

test('a relay with a backlog waits when the broker blocks publishers, and sends the rest afterwards', async () => {
  const auth = await stage.start({ source: 'auth', amqpUrl: 'amqp://127.0.0.1:1' }); // The service's own relay waits for a broker that does not exist.
  for (let told = 0; told < 4; told += 1) await tellUserUpdated(auth);
  const gate = new Gate();
  gate.open();
  const published = new Set<string>();
  const publisher = {
    whenReady: () => gate.wait(),
    get isReady() {
      return gate.isOpen;
    },
    publish: ({ messageId = '' }: Publication) => {
      published.add(messageId);
      if (published.size === 2) gate.close();
      return Promise.resolve('confirmed' as const);
    },
  };
  const relay = relayOf('blocked', publisher, { relayBatchSize: 2 });
  relay.start();
  const backlog = () => auth.metric('events_outbox_backlog');
  await eventually(async () => expect(await backlog()).toBeLessThan(4));
  await delay(200);
  expect(await backlog()).toBe(2);
  gate.open();
  await eventually(async () => expect(await backlog()).toBe(0));
  await relay.stop();
});

test('a stopping service does not wait for a blocked broker to confirm a retry, and the event is handled later', async () => {
  const failing = new Gate();
  let handled = 0;
  const auth = await stage.start({ source: 'auth' });
  const document = await stage.start({
    source: 'document',
    controllers: [
      handlerOf('user.updated', async () => {
        handled += 1;
        await failing.wait();
        throw new Error('fails');
      }),
    ],
  });
  await tellUserUpdated(auth);
  await eventually(async () => {
    expect(handled).toBe(1);
    expect(await auth.metric('events_outbox_backlog')).toBe(0);
  });

  const publish = jest.spyOn(Publisher.prototype, 'publish').mockReturnValue(new Promise(() => undefined));
  failing.open();
  await eventually(() =>
    expect(publish).toHaveBeenCalledWith(
      expect.objectContaining({ exchange: names.retry(stage.namespace, 50) }),
    ),
  );
  await stage.stop(document);
  publish.mockRestore();
  const next = await stage.start({ source: 'document', controllers: [recording] });
  await eventually(async () => expect(await effects(next)).toHaveLength(1));
});

test('every event takes effect once even if connections are cut under load', async () => {
  const proxy = await TcpProxy.before(stage.amqpUrl);
  const auth = await stage.start({ source: 'auth', amqpUrl: proxy.url });
  const document = await stage.start({ source: 'document', controllers: [recording], amqpUrl: proxy.url });
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(Array.from({ length: 40 }, () => tellUserUpdated(auth)));
    await eventually(async () => expect((await effects(document)).length).toBeGreaterThan(round * 40));
    await proxy.takeAway();
    await proxy.bringBack();
  }
  await eventually(async () => expect(await effects(document)).toHaveLength(120));
  expect(await auth.metric('events_outbox_backlog')).toBe(0);
  await Promise.all([stage.stop(auth), stage.stop(document)]);
  await proxy.takeAway();
});
