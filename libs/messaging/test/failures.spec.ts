import { randomUUID } from 'node:crypto';
import { eventually } from '@caredrop/testing';
import { EventSigner, listDeadLetters, replayDeadLetters, type DeadQueue } from '../src/index.js';
import { names } from '../src/topology/names.js';
import { handlerOf, leaveEffect } from './support/handlers.js';
import { withChannel } from './support/namespace.js';
import { keys, type RunningService } from './support/start-service.js';
import { connected, effects, Stage, tellUserUpdated } from './support/stage.js';

let stage: Stage;
let dead: DeadQueue;
beforeEach(async () => {
  stage = await Stage.set();
  dead = { amqpUrl: stage.amqpUrl, namespace: stage.namespace, service: 'document' };
});
afterEach(() => stage.clear());

/** Starts a document service whose handler fails while `fails` returns true. */
async function failing(
  fails: (userId: string, attempt: number) => boolean | Promise<boolean>,
  attempts: number[] = [],
): Promise<RunningService> {
  const handler = handlerOf('user.updated', async (event, ctx) => {
    attempts.push(ctx.attempt);
    await leaveEffect(ctx);
    if (await fails(event.data.userId, ctx.attempt)) throw new RangeError('the far side said no');
  });
  return connected(await stage.start({ source: 'document', controllers: [handler] }));
}

/** Puts bytes into document's queue, bypassing the events exchange. */
function putInQueue(content: string, messageId?: string, headers = {}): Promise<void> {
  return withChannel(stage.amqpUrl, (channel) => {
    channel.sendToQueue(names.queue(stage.namespace, 'document'), Buffer.from(content), {
      messageId,
      headers,
    });
    return Promise.resolve();
  });
}

/** Puts an event of auth into document's queue, as a newer version would publish it. Returns its id. */
async function putNewerEvent(type: string, data: object, signed = true): Promise<string> {
  const id = randomUUID();
  const origin = { source: 'auth', occurredAt: new Date().toISOString(), correlationId: 'test' };
  const versions = { version: 1, aggregateVersion: 1 };
  const content = JSON.stringify({
    ...{ id, type, aggregateId: id, causationId: null, actor: null, data },
    ...origin,
    ...versions,
  });
  const signer = new EventSigner(keys.auth.privateKey);
  await putInQueue(content, id, signed ? signer.headersFor(Buffer.from(content)) : {});
  return id;
}

test('a failed handler is retried, and the failed attempt leaves no changes', async () => {
  const attempts: number[] = [];
  const auth = await stage.start({ source: 'auth' });
  const document = await failing(() => attempts.length < 3, attempts);
  await tellUserUpdated(auth);
  await eventually(async () => expect(await effects(document)).toHaveLength(1));
  expect(attempts).toEqual([1, 2, 3]);
  expect(await listDeadLetters(dead)).toEqual([]);
});

test('an event is dead-lettered with its reason after the last attempt, and counted', async () => {
  const attempts: number[] = [];
  const auth = await stage.start({ source: 'auth' });
  const document = await failing(() => true, attempts);
  const told = await tellUserUpdated(auth);
  await eventually(async () =>
    expect(await listDeadLetters(dead)).toEqual([
      {
        eventId: told.id,
        type: 'user.updated',
        aggregateId: told.aggregateId,
        tries: 3,
        reason: 'RangeError: the far side said no',
        deadLetteredAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
      },
    ]),
  );
  expect(attempts).toEqual([1, 2, 3]);
  expect(await effects(document)).toEqual([]);
  await eventually(async () => expect(await document.metric('events_dead_lettered_total')).toBe(1));
  await eventually(async () => expect(await document.metric('events_dead_lettered')).toBe(1));
});

test('a failing event does not delay another', async () => {
  const bad = randomUUID();
  const otherHandled = Promise.withResolvers<true>();
  const auth = await stage.start({ source: 'auth' });
  const document = await failing(
    (userId, attempt) => userId === bad && (attempt < 3 || otherHandled.promise),
  );
  await tellUserUpdated(auth, bad);
  const good = await tellUserUpdated(auth);
  await eventually(async () =>
    expect((await effects(document)).map(({ event_id }) => event_id)).toEqual([good.id]),
  );
  expect(await listDeadLetters(dead)).toEqual([]);
  otherHandled.resolve(true);
});

test('a replayed dead letter gets all its attempts again and takes effect once', async () => {
  let broken = true;
  const auth = await stage.start({ source: 'auth' });
  const document = await failing(() => broken);
  const told = await tellUserUpdated(auth);
  await eventually(async () => expect(await listDeadLetters(dead)).toHaveLength(1));
  await eventually(async () => expect(await replayDeadLetters(dead)).toBe(1));
  await eventually(async () =>
    expect(await listDeadLetters(dead)).toMatchObject([{ eventId: told.id, tries: 3 }]),
  );
  broken = false;
  await eventually(async () => expect(await replayDeadLetters(dead)).toBe(1));
  await eventually(async () => expect(await effects(document)).toHaveLength(1));
  expect(await listDeadLetters(dead)).toEqual([]);
});

test('replaying some dead letters leaves the others', async () => {
  let broken = true;
  const auth = await stage.start({ source: 'auth' });
  const document = await failing(() => broken);
  const [first, second, third] = [
    await tellUserUpdated(auth),
    await tellUserUpdated(auth),
    await tellUserUpdated(auth),
  ];
  await eventually(async () => expect(await listDeadLetters(dead)).toHaveLength(3));
  broken = false;
  let replayed = 0;
  await eventually(async () =>
    expect(await replayDeadLetters(dead, [second.id, randomUUID()], () => (replayed += 1))).toBe(1),
  );
  expect(replayed).toBe(1);
  await eventually(async () =>
    expect((await effects(document)).map(({ event_id }) => event_id)).toEqual([second.id]),
  );
  await eventually(async () => {
    const left = (await listDeadLetters(dead)).map(({ eventId }) => eventId);
    expect(left.toSorted()).toEqual([first.id, third.id].toSorted());
  });
});

test.each([
  ['not JSON', '{"id":', /not JSON/],
  ['no envelope', JSON.stringify({ type: 'user.updated' }), /version \(invalid_value\)/],
])(
  'a malformed message (%s) is dead-lettered at once and does not delay others',
  async (_name, content, reason) => {
    const auth = await stage.start({ source: 'auth' });
    const document = await failing(() => false);
    await tellUserUpdated(auth);
    await eventually(async () => expect(await effects(document)).toHaveLength(1));
    const messageId = randomUUID();
    await putInQueue(content, messageId);
    await tellUserUpdated(auth);
    await eventually(async () =>
      expect(await listDeadLetters(dead)).toMatchObject([
        { eventId: messageId, type: null, tries: 0, reason: expect.stringMatching(reason) as string },
      ]),
    );
    await eventually(async () => expect(await effects(document)).toHaveLength(2));
  },
);

test.each([
  ['of an unknown type', 'user.teleported', {}, 'Unknown event: user.teleported'],
  [
    'with an unknown code',
    'user.preferences_changed',
    { userId: randomUUID(), documentMail: 'weekly' },
    'Unknown event: user.preferences_changed: documentMail (invalid_value)',
  ],
])(
  'an event %s, which a newer version may know, is retried and then dead-lettered',
  async (_what, type, data, reason) => {
    const document = await failing(() => false);
    const eventId = await putNewerEvent(type, data);
    await eventually(async () =>
      expect(await listDeadLetters(dead)).toMatchObject([{ eventId, type, tries: 3, reason }]),
    );
    expect(await document.metric('events_forged_total')).toBe(0);
  },
);

test('an event of an unknown type without a signature is dead-lettered at once as forged', async () => {
  const document = await failing(() => false);
  const eventId = await putNewerEvent('user.teleported', {}, false);
  await eventually(async () =>
    expect(await listDeadLetters(dead)).toMatchObject([
      { eventId, tries: 0, reason: 'no signature: user.teleported of auth' },
    ]),
  );
  await eventually(async () => expect(await document.metric('events_forged_total')).toBe(1));
});

test('an event without a handler is retried and then dead-lettered', async () => {
  const auth = await stage.start({ source: 'auth' });
  await failing(() => false);
  const { namespace } = stage;
  await withChannel(stage.amqpUrl, (channel) =>
    channel.bindQueue(names.queue(namespace, 'document'), names.events(namespace), 'user.enabled'),
  );
  const userId = randomUUID();
  const told = await auth.work.run((_tx, emit) =>
    emit({ type: 'user.enabled', aggregateId: userId, aggregateVersion: 3, data: { userId } }),
  );
  await eventually(async () =>
    expect(await listDeadLetters(dead)).toMatchObject([
      { eventId: told.id, tries: 3, reason: 'no handler for user.enabled' },
    ]),
  );
});

test('a handler that ignores a failed query is retried', async () => {
  let first = true;
  const auth = await stage.start({ source: 'auth' });
  const document = await stage.start({
    source: 'document',
    controllers: [
      handlerOf('user.updated', async (_event, ctx) => {
        await leaveEffect(ctx);
        if (first) await ctx.tx.$queryRawUnsafe('SELECT 1 / 0').catch(() => undefined);
        first = false;
      }),
    ],
  });
  await tellUserUpdated(auth);
  await eventually(async () => expect(await effects(document)).toHaveLength(1));
  expect(first).toBe(false);
  expect(await document.metric('events_handled_total')).toBe(2);
});

test('a message over the delivery limit is dead-lettered by the broker and can be replayed', async () => {
  await connected(await stage.start({ source: 'auth' }));
  const queue = names.queue(stage.namespace, 'document');
  const messageId = randomUUID();
  await putInQueue('{}', messageId);
  // Acts like a consumer that crashes each time: messages are delivered, but never acknowledged.
  await withChannel(stage.amqpUrl, async (channel) => {
    for (let delivered = 0; delivered <= 50; delivered += 1) {
      const message = await eventually(async () => (await channel.get(queue)) || Promise.reject(new Error()));
      channel.nack(message, false, true);
    }
  });
  await eventually(async () => {
    expect(await listDeadLetters(dead)).toMatchObject([
      { eventId: messageId, reason: 'dead-lettered by the broker (delivery_limit)', deadLetteredAt: null },
    ]);
  });
  await eventually(async () => expect(await replayDeadLetters(dead)).toBe(1));
});
