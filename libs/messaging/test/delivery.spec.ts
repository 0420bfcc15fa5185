import { randomUUID } from 'node:crypto';
import type { EventEnvelope } from '@caredrop/contracts/events';
import { eventually } from '@caredrop/testing';
import { republish, type EventContext } from '../src/index.js';
import { context } from './support/start-service.js';
import { handlerOf, leaveEffect, otherHandlerOf } from './support/handlers.js';
import { effects, Stage, tellUserUpdated } from './support/stage.js';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.set();
});
afterEach(() => stage.clear());

const recording = handlerOf('user.updated', (_event, ctx) => leaveEffect(ctx));

test('an event emitted in a transaction reaches the handler of another service unchanged', async () => {
  let seen: { event: EventEnvelope; ctx: EventContext } | undefined;
  const auth = await stage.start({ source: 'auth' });
  await stage.start({
    source: 'document',
    controllers: [
      handlerOf('user.updated', (event, ctx) => {
        seen = { event, ctx };
        return Promise.resolve();
      }),
    ],
  });
  const told = await tellUserUpdated(auth);
  await eventually(() => expect(seen?.event).toEqual(told));
  expect(seen?.ctx.envelope).toEqual(told);
  expect(seen?.ctx.attempt).toBe(1);
});

test('events are published after a commit without waiting for a poll', async () => {
  const auth = await stage.start({ source: 'auth', tuning: { pollMs: 3_600_000 } });
  const document = await stage.start({ source: 'document', controllers: [recording] });
  await tellUserUpdated(auth);
  await eventually(async () => expect(await effects(document)).toHaveLength(1));
  await tellUserUpdated(auth);
  await eventually(async () => expect(await effects(document)).toHaveLength(2));
});

test('a transaction that fails publishes nothing', async () => {
  const auth = await stage.start({ source: 'auth' });
  const document = await stage.start({ source: 'document', controllers: [recording] });
  const failing = auth.work.run(async (_tx, emit) => {
    const userId = randomUUID();
    await emit({ type: 'user.updated', aggregateId: userId, aggregateVersion: 1, data: { userId } });
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  const told = await tellUserUpdated(auth);
  await eventually(async () =>
    expect((await effects(document)).map((row) => row.event_id)).toEqual([told.id]),
  );
  expect(await auth.db.rows('SELECT id FROM outbox')).toEqual([{ id: told.id }]);
});

test('an event that is delivered twice takes effect once', async () => {
  const auth = await stage.start({ source: 'auth' });
  const document = await stage.start({ source: 'document', controllers: [recording] });
  await tellUserUpdated(auth);
  await eventually(async () => expect(await effects(document)).toHaveLength(1));
  const all = { since: new Date(0), until: new Date(Date.now() + 1_000) };
  await eventually(async () => expect(await republish(auth.db, all)).toBe(1));
  await eventually(async () => expect(await document.metric('events_handled_total')).toBe(2));
  expect(await effects(document)).toHaveLength(1);
});

test('two handlers of an event each take effect once, even if one fails at first', async () => {
  let fail = true;
  const auth = await stage.start({ source: 'auth' });
  const document = await stage.start({
    source: 'document',
    controllers: [
      handlerOf('user.updated', (_event, ctx) => leaveEffect(ctx, 'first')),
      otherHandlerOf('user.updated', async (_event, ctx) => {
        await leaveEffect(ctx, 'second');
        if (fail) throw new Error('not yet');
      }),
    ],
  });
  await tellUserUpdated(auth);
  await eventually(() => expect(document.log.some((line) => line.msg === 'event handler failed')).toBe(true));
  fail = false;
  await eventually(async () =>
    expect((await effects(document)).map(({ note }) => note)).toEqual(['first', 'second']),
  );
});

test('a handler runs in the context of its event, and the events that it emits name that event and its actor', async () => {
  const actor = randomUUID();
  let current: unknown;
  const auth = await stage.start({ source: 'auth' });
  const document = await stage.start({
    source: 'document',
    controllers: [
      handlerOf('user.updated', async (event, ctx) => {
        current = context.current();
        const ids = { documentId: randomUUID(), tokenId: randomUUID(), ownerId: event.data.userId };
        await ctx.emit({
          type: 'document.deleted',
          aggregateId: ids.documentId,
          aggregateVersion: 2,
          data: ids,
        });
      }),
    ],
  });
  const cause = await context.run({ correlationId: 'request-7', actor }, () => tellUserUpdated(auth));
  expect(cause).toMatchObject({ correlationId: 'request-7', causationId: null, actor, source: 'auth' });
  const sent = 'SELECT envelope FROM outbox WHERE sent_at IS NOT NULL';
  await eventually(async () => {
    const rows = await document.db.rows<{ envelope: EventEnvelope }>(sent);
    expect(rows.map(({ envelope }) => envelope)).toMatchObject([
      { correlationId: 'request-7', causationId: cause.id, actor, source: 'document' },
    ]);
  });
  expect(current).toEqual({ correlationId: 'request-7', actor });
});

test('unknown fields are dropped, and an invalid event rolls back its transaction', async () => {
  const auth = await stage.start({ source: 'auth' });
  const userId = randomUUID();
  const withName = { userId, name: 'Ana Silva' };
  const told = await auth.work.run((_tx, emit) =>
    emit({ type: 'user.updated', aggregateId: userId, aggregateVersion: 1, data: withName }),
  );
  expect(told.data).toEqual({ userId });
  const wrong = auth.work.run(async (tx, emit) => {
    await tx.$executeRawUnsafe(`INSERT INTO effect (event_id, note) VALUES ($1::uuid, 'state')`, userId);
    await emit({ type: 'user.updated', aggregateId: userId, aggregateVersion: 0, data: { userId } });
  });
  await expect(wrong).rejects.toThrow(/aggregateVersion/);
  expect(await effects(auth)).toEqual([]);
});

test('work registered with afterCommit runs once the effect is stored, and not after a failed attempt', async () => {
  const seen: { attempt: number; there: number }[] = [];
  const auth = await stage.start({ source: 'auth' });
  const document = await stage.start({
    source: 'document',
    controllers: [
      handlerOf('user.updated', async (_event, ctx) => {
        await leaveEffect(ctx);
        const { attempt } = ctx;
        ctx.afterCommit(() => {
          void effects(document).then((rows) => seen.push({ attempt, there: rows.length }));
        });
        if (attempt === 1) throw new Error('not yet');
      }),
    ],
  });
  await tellUserUpdated(auth);
  await eventually(() => expect(seen).toEqual([{ attempt: 2, there: 1 }]));
});

test('a stopping service finishes its running handler, and the event is not handled again', async () => {
  let [begun, finish] = [() => {}, () => {}];
  const hasBegun = new Promise<void>((resolve) => (begun = resolve));
  const mayFinish = new Promise<void>((resolve) => (finish = resolve));
  const auth = await stage.start({ source: 'auth' });
  const document = await stage.start({
    source: 'document',
    controllers: [
      handlerOf('user.updated', async (_event, ctx) => {
        begun();
        await mayFinish;
        await leaveEffect(ctx);
      }),
    ],
  });
  await tellUserUpdated(auth);
  await hasBegun;
  const stopped = stage.stop(document);
  finish();
  await stopped;
  const again = await stage.start({ source: 'document', controllers: [recording] });
  const next = await tellUserUpdated(auth);
  await eventually(async () =>
    expect((await effects(again)).map(({ event_id }) => event_id)).toContain(next.id),
  );
  expect(await effects(again)).toHaveLength(2);
  expect(await again.metric('events_handled_total')).toBe(1);
});
