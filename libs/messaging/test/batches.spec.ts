import { randomUUID } from 'node:crypto';
import type { EventEnvelope } from '@caredrop/contracts/events';
import { eventually, TcpProxy } from '@caredrop/testing';
import { pino } from 'pino';
import { handleOnce, type Task } from '../src/inbox/handle-once.js';
import { EventSigner, listDeadLetters, republish, type EventContext } from '../src/index.js';
import { names } from '../src/topology/names.js';
import { handlerOf, leaveEffect } from './support/handlers.js';
import { withChannel } from './support/namespace.js';
import { PgClient } from './support/pg-client.js';
import { context, keys, type RunningService, type ServiceOptions } from './support/start-service.js';
import { connected, effects, Stage, tellUserUpdated } from './support/stage.js';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.set();
});
afterEach(() => stage.clear());

type Handle = (event: EventEnvelope<'user.updated'>, ctx: EventContext) => Promise<void>;

/**
 * Starts a document service with one worker, which an event keeps busy until `letGo`: everything that arrives
 * before that becomes one batch. The blocking event has no effect.
 */
async function busyService(handle: Handle, options: Partial<ServiceOptions> = {}) {
  const auth = await stage.start({ source: 'auth' });
  const plug = randomUUID();
  let [letGo, plugged] = [() => {}, () => {}];
  const mayGo = new Promise<void>((resolve) => (letGo = resolve));
  const isPlugged = new Promise<void>((resolve) => (plugged = resolve));
  const handler = handlerOf('user.updated', async (event, ctx) => {
    if (event.data.userId !== plug) return handle(event, ctx);
    plugged();
    return mayGo;
  });
  const document = await connected(
    await stage.start({ source: 'document', controllers: [handler], tuning: { concurrency: 1 }, ...options }),
  );
  await tellUserUpdated(auth, plug);
  await isPlugged;
  return { auth, document, letGo: () => handedOver(auth, document).then(letGo) };
}

/** Waits until all emitted events have left the outbox and the queue and are waiting in the consumer. */
async function handedOver(auth: RunningService, document: RunningService): Promise<void> {
  await eventually(async () => expect(await auth.metric('events_outbox_backlog')).toBe(0));
  await eventually(async () => expect(await document.metric('events_waiting')).toBe(0));
}

async function tellMany(auth: RunningService, count: number): Promise<EventEnvelope[]> {
  const told: EventEnvelope[] = [];
  for (let nth = 0; nth < count; nth += 1) told.push(await tellUserUpdated(auth));
  return told;
}

const ids = (rows: { event_id: string }[]) => rows.map(({ event_id }) => event_id);
const idsOf = (events: EventEnvelope[]) => events.map(({ id }) => id);
const deadLetters = () =>
  listDeadLetters({ amqpUrl: stage.amqpUrl, namespace: stage.namespace, service: 'document' });

async function transactionOf({ tx }: EventContext): Promise<string> {
  const [row] = await tx.$queryRawUnsafe<{ xid: string }[]>('SELECT txid_current()::text AS xid');
  return row?.xid ?? '';
}

/** Puts messages into document's queue, bypassing the events exchange. */
function putInQueue(...contents: string[]): Promise<void> {
  return withChannel(stage.amqpUrl, (channel) => {
    const queue = names.queue(stage.namespace, 'document');
    const signer = new EventSigner(keys.auth.privateKey);
    for (const content of contents.map((text) => Buffer.from(text)))
      channel.sendToQueue(queue, content, { headers: signer.headersFor(content) });
    return Promise.resolve();
  });
}

test('events that are queued together share one transaction, each with its own context', async () => {
  const seen: { transaction: string; event: EventEnvelope; correlationId: string | undefined }[] = [];
  const { auth, document, letGo } = await busyService(async (event, ctx) => {
    const correlationId = context.current()?.correlationId;
    seen.push({ transaction: await transactionOf(ctx), event, correlationId });
    await leaveEffect(ctx);
  });
  const told = await tellMany(auth, 10);
  await letGo();
  await eventually(async () => expect(await effects(document)).toHaveLength(10));
  expect(new Set(seen.map(({ transaction }) => transaction)).size).toBe(1);
  expect(seen.map(({ event }) => event)).toEqual(told);
  expect(seen.map(({ correlationId }) => correlationId)).toEqual(
    told.map(({ correlationId }) => correlationId),
  );
  expect(await document.metric('events_handled_total')).toBe(11);
});

test('a failing event in a batch is retried alone and dead-lettered; the others are handled once', async () => {
  const bad = randomUUID();
  const tries: { attempt: number; transaction: string }[] = [];
  const others: string[] = [];
  const { auth, document, letGo } = await busyService(async (event, ctx) => {
    await leaveEffect(ctx);
    const transaction = await transactionOf(ctx);
    if (event.data.userId !== bad) return void others.push(transaction);
    tries.push({ attempt: ctx.attempt, transaction });
    throw new RangeError('the far side said no');
  });
  const before = await tellMany(auth, 5);
  const failing = await tellUserUpdated(auth, bad);
  const after = await tellMany(auth, 5);
  await letGo();
  await eventually(async () =>
    expect(await deadLetters()).toMatchObject([
      { eventId: failing.id, tries: 3, reason: 'RangeError: the far side said no' },
    ]),
  );
  expect(ids(await effects(document)).toSorted()).toEqual(idsOf([...before, ...after]).toSorted());
  // The handler ran once in the batch, which does not count as an attempt, and three times individually.
  expect(tries.map(({ attempt }) => attempt)).toEqual([1, 1, 2, 3]);
  const alone = tries.slice(1).map(({ transaction }) => transaction);
  expect(others.filter((transaction) => alone.includes(transaction))).toEqual([]);
  expect(await document.metric('events_batches_undone_total')).toBe(1);
});

test('a failed query that a handler ignores undoes only its own event', async () => {
  let hide = true;
  const told: EventEnvelope[] = [];
  const { auth, document, letGo } = await busyService(async (event, ctx) => {
    await leaveEffect(ctx);
    if (event.id !== told.at(-1)?.id) return;
    if (hide && ctx.attempt === 1) await ctx.tx.$queryRawUnsafe('SELECT 1 / 0').catch(() => undefined);
    hide = ctx.attempt === 1;
  });
  told.push(...(await tellMany(auth, 4)));
  await letGo();
  await eventually(async () => expect(await effects(document)).toHaveLength(4));
  expect(hide).toBe(false);
  expect(document.log.filter(({ msg }) => msg === 'event handler failed')).toMatchObject([
    { eventId: told.at(-1)?.id, attempt: 1 },
  ]);
});

test('an event that occurs twice in a batch takes effect once', async () => {
  const { auth, document, letGo } = await busyService((_event, ctx) => leaveEffect(ctx));
  const told = await tellMany(auth, 3);
  await handedOver(auth, document);
  const all = { since: new Date(0), until: new Date(Date.now() + 1_000) };
  await eventually(async () => expect(await republish(auth.db, all)).toBeGreaterThanOrEqual(3));
  await letGo();
  await eventually(async () =>
    expect(await document.metric('events_handled_total')).toBeGreaterThanOrEqual(7),
  );
  expect(ids(await effects(document)).toSorted()).toEqual(idsOf(told).toSorted());
});

test('an event id in capitals is not mistaken for a duplicate', async () => {
  const { auth, document, letGo } = await busyService((_event, ctx) => leaveEffect(ctx));
  const told = await tellUserUpdated(auth);
  const loud = { ...told, id: randomUUID().toUpperCase() };
  await putInQueue(JSON.stringify(loud));
  await letGo();
  await eventually(async () =>
    expect(ids(await effects(document))).toEqual([told.id, loud.id.toLowerCase()]),
  );
});

test('two consumers that hold the same events in opposite order apply each effect once', async () => {
  const db = new PgClient(stage.document.url);
  // Delays each record, so that the other consumer has time to write its first one.
  await db.rows(`CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_sleep(0.2); RETURN NEW; END $$`);
  await db.rows('CREATE TRIGGER dawdle BEFORE INSERT ON inbox FOR EACH ROW EXECUTE FUNCTION dawdle()');
  const auth = await stage.start({ source: 'auth' });
  const handler = { name: 'Record.run', handle: (_: EventEnvelope, ctx: EventContext) => leaveEffect(ctx) };
  const tasks = (await tellMany(auth, 3)).map((event): Task => ({ handler, event, attempt: 1 }));
  const options = { client: db, source: 'document', context, logger: pino({ level: 'silent' }) } as const;
  const [one, other] = await Promise.all([
    handleOnce(options, 30_000, tasks),
    handleOnce(options, 30_000, tasks.toReversed()),
  ]);
  expect([...one.outcomes, ...other.outcomes].toSorted()).toEqual([
    ...['done', 'done', 'done'],
    ...['duplicate', 'duplicate', 'duplicate'],
  ]);
  expect(await db.rows('SELECT event_id FROM effect')).toHaveLength(3);
  await db.close();
});

test('a malformed message in a batch is dead-lettered, and the others are handled', async () => {
  const { auth, document, letGo } = await busyService((_event, ctx) => leaveEffect(ctx));
  const first = await tellMany(auth, 2);
  await handedOver(auth, document);
  await putInQueue('{"id":');
  const second = await tellMany(auth, 2);
  await letGo();
  await eventually(async () =>
    expect(await deadLetters()).toMatchObject([
      { tries: 0, reason: expect.stringMatching(/not JSON/) as string },
    ]),
  );
  await eventually(async () => expect(ids(await effects(document))).toEqual(idsOf([...first, ...second])));
  expect(await document.metric('events_batches_undone_total')).toBe(0);
});

test('losing the database during a batch is not counted as an attempt and repeats no effect', async () => {
  const proxy = await TcpProxy.before(stage.document.url);
  const attempts: number[] = [];
  const { auth, document, letGo } = await busyService(
    async (_event, ctx) => {
      attempts.push(ctx.attempt);
      if (attempts.length === 3) await proxy.takeAway();
      await leaveEffect(ctx);
    },
    { databaseUrl: proxy.url },
  );
  const told = await tellMany(auth, 5);
  await letGo();
  await eventually(async () => expect(await document.metric('events_consumer_paused')).toBe(1));
  await proxy.bringBack();
  await eventually(async () =>
    expect(ids(await effects(document)).toSorted()).toEqual(idsOf(told).toSorted()),
  );
  expect(new Set(attempts)).toEqual(new Set([1]));
  expect(await deadLetters()).toEqual([]);
  await stage.stop(document);
  await proxy.takeAway();
});

test('a batch whose consumer is cut off is handled by another consumer', async () => {
  const [database, broker] = [
    await TcpProxy.before(stage.document.url),
    await TcpProxy.before(stage.amqpUrl),
  ];
  let begun = 0;
  let cut = false;
  const { auth, document, letGo } = await busyService(
    async (_event, ctx) => {
      begun += 1;
      if (begun === 3) {
        await Promise.all([database.takeAway(), broker.takeAway()]);
        cut = true;
      }
      await leaveEffect(ctx);
    },
    { databaseUrl: database.url, amqpUrl: broker.url },
  );
  const told = await tellMany(auth, 5);
  await letGo();
  await eventually(() => expect(cut).toBe(true));
  const handler = handlerOf('user.updated', (_event, ctx) => leaveEffect(ctx));
  const next = await stage.start({ source: 'document', controllers: [handler] });
  await eventually(async () => expect(ids(await effects(next)).toSorted()).toEqual(idsOf(told).toSorted()));
  await stage.stop(document);
});

test('events emitted by a batch keep the order of their causes', async () => {
  const { auth, document, letGo } = await busyService(async (event, { emit }) => {
    for (const documentId of [randomUUID(), randomUUID()]) {
      const data = { documentId, tokenId: randomUUID(), ownerId: event.data.userId };
      await emit({ type: 'document.deleted', aggregateId: documentId, aggregateVersion: 2, data });
    }
  });
  const told = await tellMany(auth, 8);
  await letGo();
  const emitted = `SELECT envelope->>'causationId' AS cause, extract(epoch FROM created_at)::float8 AS at
    FROM outbox WHERE sent_at IS NOT NULL ORDER BY created_at`;
  const rows = await eventually(async () => {
    const found = await document.db.rows<{ cause: string; at: number }>(emitted);
    expect(found).toHaveLength(16);
    return found;
  });
  const timesOf = ({ id }: EventEnvelope) => rows.filter(({ cause }) => cause === id).map(({ at }) => at);
  expect(told.map((event) => timesOf(event).length)).toEqual(told.map(() => 2));
  const times = told.flatMap(timesOf);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
});

test('batched work runs once per batch with the items of all its events', async () => {
  const done: string[][] = [];
  const work = async (tx: EventContext['tx'], items: EventContext[]) => {
    done.push(items.map(({ envelope }) => envelope.id));
    for (const ctx of items) await leaveEffect(ctx);
    await tx.$queryRawUnsafe('SELECT 1');
  };
  const { auth, document, letGo } = await busyService(async (_event, ctx) => ctx.batch(work, ctx));
  const told = await tellMany(auth, 6);
  await letGo();
  await eventually(async () => expect(ids(await effects(document))).toEqual(idsOf(told)));
  expect(done).toEqual([idsOf(told)]);
});

test('failing batched work rolls back the batch, and each event is then handled alone', async () => {
  const bad = randomUUID();
  const done: number[] = [];
  const work = async (_tx: EventContext['tx'], items: EventContext[]) => {
    done.push(items.length);
    for (const ctx of items) await leaveEffect(ctx);
    if (items.some(({ envelope }) => (envelope.data as { userId: string }).userId === bad))
      throw new RangeError('not this one');
  };
  const { auth, document, letGo } = await busyService(async (_event, ctx) => ctx.batch(work, ctx));
  const good = await tellMany(auth, 3);
  const failing = await tellUserUpdated(auth, bad);
  await letGo();
  await eventually(async () =>
    expect(await deadLetters()).toMatchObject([
      { eventId: failing.id, tries: 3, reason: 'RangeError: not this one' },
    ]),
  );
  expect(ids(await effects(document)).toSorted()).toEqual(idsOf(good).toSorted());
  expect(done).toEqual([4, 1, 1, 1, 1, 1, 1]);
});

test('work registered with afterCommit runs once per event, and not for a batch that was rolled back', async () => {
  let fail = true;
  const woken: { attempt: number; there: number }[] = [];
  const { auth, document, letGo } = await busyService(async (event, ctx) => {
    await leaveEffect(ctx);
    ctx.afterCommit(() => {
      void effects(document).then((rows) =>
        woken.push({ attempt: ctx.attempt, there: rows.filter((row) => row.event_id === event.id).length }),
      );
    });
    if (!fail) return;
    fail = false;
    throw new Error('not yet');
  });
  await tellMany(auth, 4);
  await letGo();
  await eventually(() => expect(woken).toHaveLength(4));
  expect(woken).toEqual(Array.from({ length: 4 }, () => ({ attempt: 1, there: 1 })));
  expect(await effects(document)).toHaveLength(4);
});
