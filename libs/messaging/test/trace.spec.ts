import type { EventEnvelope } from '@caredrop/contracts/events';
import { eventually } from '@caredrop/testing';
import type { MessagingContext } from '../src/index.js';
import { handlerOf } from './support/handlers.js';
import { context } from './support/start-service.js';
import { Stage, tellUserUpdated } from './support/stage.js';

/** A fake tracer: records each span and its parent. */
const spans: { name: string; parent: string }[] = [];
const place = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const traced: Required<Pick<MessagingContext, 'traceparent' | 'inSpan'>> = {
  traceparent: () => place,
  inSpan: (name, { parent }, work) => {
    spans.push({ name, parent });
    return work();
  },
};

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.set();
  spans.length = 0;
});
afterEach(async () => {
  delete context.traceparent;
  delete context.inSpan;
  await stage.clear();
});

async function startBoth() {
  const seen: { event: EventEnvelope; correlationId: string | undefined }[] = [];
  const auth = await stage.start({ source: 'auth' });
  await stage.start({
    source: 'document',
    controllers: [
      handlerOf('user.updated', (event) => {
        seen.push({ event, correlationId: context.current()?.correlationId });
        return Promise.resolve();
      }),
    ],
  });
  return { auth, seen };
}

test('an event carries its trace context through the outbox to the handler', async () => {
  Object.assign(context, traced);
  const { auth, seen } = await startBoth();
  const told = await tellUserUpdated(auth);
  expect(told.traceparent).toBe(place);
  await eventually(() => expect(seen).toHaveLength(1));
  expect(seen[0]?.event.traceparent).toBe(place);
  expect(spans).toEqual([
    { name: 'publish user.updated', parent: place },
    { name: 'handle user.updated', parent: place },
  ]);
});

test('an event that is not traced has no trace context and opens no span', async () => {
  Object.assign(context, { inSpan: traced.inSpan });
  const { auth, seen } = await startBoth();
  await tellUserUpdated(auth);
  await eventually(() => expect(seen).toHaveLength(1));
  expect(seen[0]?.event).not.toHaveProperty('traceparent');
  expect(spans).toEqual([]);
});

test('the handler receives the correlation id of the original request', async () => {
  const { auth, seen } = await startBoth();
  await context.run({ correlationId: 'request-1', actor: null }, () => tellUserUpdated(auth));
  await eventually(() => expect(seen.map(({ correlationId }) => correlationId)).toEqual(['request-1']));
});

test('an event with a malformed trace context is handled without it', async () => {
  Object.assign(context, { ...traced, traceparent: () => place });
  const { auth, seen } = await startBoth();
  context.traceparent = () => undefined;
  const told = await auth.work.run(async (tx, emit) => {
    const userId = '6f8a1c1e-5f0a-4b53-9d38-0a52c1f1b001';
    const event = await emit({
      type: 'user.updated',
      aggregateId: userId,
      aggregateVersion: 1,
      data: { userId },
    });
    await tx.$executeRawUnsafe(
      `UPDATE outbox SET envelope = envelope || '{"traceparent":"canary"}'::jsonb WHERE id = $1::uuid`,
      event.id,
    );
    return event;
  });
  await eventually(() => expect(seen.map(({ event }) => event.id)).toEqual([told.id]));
  expect(seen[0]?.event.traceparent).toBeUndefined();
});
