import { randomUUID, sign, createPrivateKey } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { eventually } from '@caredrop/testing';
import type { EventEnvelope } from '@caredrop/contracts/events';
import { Publisher, type Publication, type PublishOutcome } from '../src/broker/publisher.js';
import { EventSigner, listDeadLetters, replayDeadLetters, republish } from '../src/index.js';
import { MessagingMetrics } from '../src/metrics.js';
import { publishEvent } from '../src/outbox/publish-event.js';
import { purge } from '../src/outbox/purge.js';
import { sendBatch, type OutboxRow } from '../src/outbox/send-batch.js';
import { isSignedBy, readPublicKey, SIGNATURE_HEADER } from '../src/signing/signature.js';
import { names } from '../src/topology/names.js';
import { handlerOf } from './support/handlers.js';
import { withChannel } from './support/namespace.js';
import { connected, Stage, tellUserUpdated } from './support/stage.js';
import { keys, type RunningService } from './support/start-service.js';

/**
 * Tests each condition of the outbox's SQL and of the publisher's confirms in a state where it alone decides the
 * result.
 */

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.set();
});
afterEach(() => stage.clear());

/** Starts a service whose own relay waits for a broker that does not exist. */
const startQuiet = () => stage.start({ source: 'auth', amqpUrl: 'amqp://127.0.0.1:1' });

async function withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: stage.auth.url });
  await client.connect();
  try {
    return await work(client as unknown as pg.PoolClient);
  } finally {
    await client.end();
  }
}

describe('a batch of the outbox', () => {
  let auth: RunningService;
  beforeEach(async () => {
    auth = await startQuiet();
  });

  /** Sends one batch; returns the ids it published. */
  async function sent(
    client: pg.PoolClient,
    publish: (row: OutboxRow) => Promise<PublishOutcome> = () => Promise.resolve('confirmed'),
  ): Promise<string[]> {
    const ids: string[] = [];
    const noting = (row: OutboxRow) => {
      ids.push(row.id);
      return publish(row);
    };
    await sendBatch(client, 10, noting, () => 60_000);
    return ids;
  }

  it('a batch contains unsent events in the order in which they were written', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.push((await tellUserUpdated(auth)).id);
    await withClient(async (client) => {
      expect(await sent(client)).toEqual(ids);
      expect(await sent(client)).toEqual([]);
    });
  });

  it('an event is left out of batches until its retry is due', async () => {
    const { id } = await tellUserUpdated(auth);
    await withClient(async (client) => {
      expect(await sent(client, () => Promise.resolve('returned'))).toEqual([id]);
      expect(await sent(client)).toEqual([]);
      // Not exactly now: the column rounds to a millisecond, so the time could be in the future.
      await auth.db.rows('UPDATE outbox SET retry_at = now() - make_interval(secs => 1)');
      expect(await sent(client)).toEqual([id]);
    });
  });

  it('an event that another relay is sending is skipped without waiting', async () => {
    const { id } = await tellUserUpdated(auth);
    await withClient((one) =>
      withClient(async (other) => {
        const first = await sent(one, async () => {
          expect(await sent(other)).toEqual([]);
          return 'confirmed';
        });
        expect(first).toEqual([id]);
      }),
    );
  });

  it('batches follow each other until the outbox is empty, without waiting for a poll', async () => {
    await stage.stop(auth);
    const tuning = { relayBatchSize: 2, pollMs: 3_600_000 };
    auth = await stage.start({ source: 'auth', tuning });
    await auth.work.run(async (_tx, emit) => {
      for (let n = 0; n < 5; n += 1) {
        const userId = randomUUID();
        await emit({ type: 'user.updated', aggregateId: userId, aggregateVersion: 1, data: { userId } });
      }
    });
    await eventually(async () => expect(await auth.metric('events_published_total')).toBe(5));
  });

  it('an event emitted outside a transaction wakes the relay', async () => {
    await stage.stop(auth);
    auth = await connected(await stage.start({ source: 'auth', tuning: { pollMs: 3_600_000 } }));
    const emit = async () => {
      const userId = randomUUID();
      await auth.work.emit({
        type: 'user.updated',
        aggregateId: userId,
        aggregateVersion: 1,
        data: { userId },
      });
    };
    // The first event may be sent by the relay's first poll; the second can only be sent because of the
    // wake-up.
    await emit();
    await eventually(async () => expect(await auth.metric('events_published_total')).toBe(1));
    await emit();
    await eventually(async () => expect(await auth.metric('events_published_total')).toBe(2));
  });
});

describe('the purge of the outbox', () => {
  it('the outbox purge deletes all 2,001 old events', async () => {
    const auth = await startQuiet();
    await tellUserUpdated(auth);
    await auth.db.rows(`INSERT INTO outbox (id, type, aggregate_id, envelope, sent_at)
      SELECT gen_random_uuid(), type, aggregate_id, envelope, now() - interval '15 days'
        FROM outbox, generate_series(1, 2001)`);
    const pool = new pg.Pool({ connectionString: stage.auth.url });
    expect(await purge(pool, { keepSentDays: 14, keepHandledDays: 90 })).toEqual({ sent: 2001, handled: 0 });
    await pool.end();
  });

  it('the purge skips rows that another transaction has locked, without waiting', async () => {
    const auth = await startQuiet();
    await tellUserUpdated(auth);
    await auth.db.rows(`INSERT INTO outbox (id, type, aggregate_id, envelope, sent_at)
      SELECT gen_random_uuid(), type, aggregate_id, envelope, now() - interval '15 days'
        FROM outbox, generate_series(1, 2)`);
    await auth.db.rows(`INSERT INTO inbox (event_id, handler, handled_at)
      SELECT gen_random_uuid(), 'h', now() - interval '91 days' FROM generate_series(1, 2)`);
    const pool = new pg.Pool({ connectionString: stage.auth.url });
    const other = await pool.connect();
    await other.query('BEGIN');
    await other.query('SELECT FROM outbox WHERE sent_at IS NOT NULL LIMIT 1 FOR UPDATE');
    await other.query('SELECT FROM inbox LIMIT 1 FOR UPDATE');
    const waiting = new pg.Pool({ connectionString: stage.auth.url, options: '-c lock_timeout=5s' });
    const keep = { keepSentDays: 14, keepHandledDays: 90 };
    try {
      expect(await purge(waiting, keep)).toEqual({ sent: 1, handled: 1 });
    } finally {
      await other.query('COMMIT');
      other.release();
    }
    expect(await purge(waiting, keep)).toEqual({ sent: 1, handled: 1 });
    await Promise.all([pool.end(), waiting.end()]);
  });
});

describe('republishing', () => {
  it('only events sent in the given period are republished, and their attempts are reset', async () => {
    const auth = await startQuiet();
    const [early, within, late] = [
      await tellUserUpdated(auth),
      await tellUserUpdated(auth),
      await tellUserUpdated(auth),
    ];
    const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 12, minutes));
    for (const [{ id }, minutes] of [
      [early, 0],
      [within, 10],
      [late, 20],
    ] as const)
      await auth.db.rows(
        'UPDATE outbox SET sent_at = $2::timestamptz, attempts = 3 WHERE id = $1::uuid',
        id,
        at(minutes).toISOString(),
      );
    expect(await republish(auth.db, { since: at(10), until: at(20) })).toBe(1);
    expect(await auth.db.rows('SELECT id, attempts FROM outbox WHERE sent_at IS NULL')).toEqual([
      { id: within.id, attempts: 0 },
    ]);
  });
});

describe('the outcome of publishing an event', () => {
  const envelope = { id: randomUUID(), type: 'user.updated' } as EventEnvelope;
  const signer = new EventSigner(keys.auth.privateKey);

  /** Results of publishing to the consumers and to the live listeners. */
  const outcomeOf = (
    consumers: Promise<PublishOutcome>,
    live: Promise<PublishOutcome>,
    withinMs = 60_000,
  ) => {
    const publish = ({ exchange }: Publication) =>
      exchange === names.events(stage.namespace) ? consumers : live;
    return publishEvent({ publish } as Publisher, signer, stage.namespace, envelope, withinMs);
  };
  const confirmed = Promise.resolve('confirmed' as const);
  const never = new Promise<never>(() => undefined);

  it.each(['returned', 'refused', 'lost'] as const)(
    'an event counts as confirmed only if both exchanges confirm it, and otherwise as %s',
    async (outcome) => {
      expect(await outcomeOf(confirmed, confirmed)).toBe('confirmed');
      expect(await outcomeOf(Promise.resolve(outcome), confirmed)).toBe(outcome);
      expect(await outcomeOf(confirmed, Promise.resolve(outcome))).toBe(outcome);
    },
  );

  it('an event that is not confirmed in time counts as refused', async () => {
    expect(await outcomeOf(never, confirmed, 1)).toBe('refused');
    expect(await outcomeOf(confirmed, never, 1)).toBe('refused');
  });

  it('a full queue refuses a message, a missing queue returns it, and a closed publisher loses it', async () => {
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
    const full = `${stage.namespace}.full`;
    await withChannel(stage.amqpUrl, (channel) =>
      channel.assertQueue(full, { arguments: { 'x-max-length': 1, 'x-overflow': 'reject-publish' } }),
    );
    const publish = (routingKey: string) =>
      publisher.publish({
        exchange: '',
        routingKey,
        content: Buffer.from('{}'),
        messageId: randomUUID(),
        mandatory: true,
      });
    const outcomes = [await publish(full), await publish(full), await publish(`${stage.namespace}.none`)];
    expect(outcomes).toEqual(['confirmed', 'refused', 'returned']);
    await withChannel(stage.amqpUrl, (channel) => channel.deleteQueue(full));
    await publisher.close();
    expect(await publish(full)).toBe('lost');
  });
});

describe('replaying a dead-lettered event', () => {
  it('an event stays dead-lettered when its queue is missing', async () => {
    const dead = { amqpUrl: stage.amqpUrl, namespace: stage.namespace, service: 'document' as const };
    const failing = handlerOf('user.updated', () => Promise.reject(new Error('broken')));
    const document = await connected(await stage.start({ source: 'document', controllers: [failing] }));
    const auth = await stage.start({ source: 'auth' });
    const { id } = await tellUserUpdated(auth);
    await eventually(async () => expect(await listDeadLetters(dead)).toMatchObject([{ eventId: id }]));
    await stage.stop(auth);
    await stage.stop(document);
    await withChannel(stage.amqpUrl, (channel) =>
      channel.deleteQueue(names.queue(stage.namespace, 'document')),
    );
    let replayed = 0;
    const replaying = replayDeadLetters(dead, undefined, () => (replayed += 1));
    await expect(replaying).rejects.toThrow('did not accept the event');
    expect(replayed).toBe(0);
    await eventually(async () => expect(await listDeadLetters(dead)).toMatchObject([{ eventId: id }]));
  });
});

describe('a failed event', () => {
  it('a failed event stays in the service queue while its delay queue is missing', async () => {
    const failing = handlerOf('user.updated', () => Promise.reject(new Error('broken')));
    const auth = await connected(await stage.start({ source: 'auth' }));
    const document = await connected(await stage.start({ source: 'document', controllers: [failing] }));
    await withChannel(stage.amqpUrl, (channel) => channel.deleteQueue(names.delay(stage.namespace, 50)));
    await tellUserUpdated(auth);
    await eventually(() =>
      expect(document.log).toContainEqual(expect.objectContaining({ outcome: 'returned' })),
    );
    await stage.stop(document);
    await withChannel(stage.amqpUrl, (channel) =>
      eventually(async () => {
        const { messageCount } = await channel.checkQueue(names.queue(stage.namespace, 'document'));
        expect(messageCount).toBe(1);
      }),
    );
  });
});

describe('the signature of an event', () => {
  it('a signature over the body alone is not a valid event signature', () => {
    const body = Buffer.from('{}');
    const ours = [readPublicKey(keys.auth.publicKey)];
    const { privateKey } = keys.auth;
    const bare = sign(null, body, createPrivateKey({ key: privateKey, format: 'jwk' })).toString('base64');
    const signed = new EventSigner(privateKey).headersFor(body)[SIGNATURE_HEADER] ?? '';
    expect([isSignedBy(ours, body, signed), isSignedBy(ours, body, bare)]).toEqual([true, false]);
  });
});
