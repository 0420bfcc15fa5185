import { randomUUID } from 'node:crypto';
import type { RawSql } from '../types.js';
import { GatheredEvents } from './gathered-events.js';

const origin = () => ({ source: 'auth', correlation: undefined, causationId: null });
const userId = randomUUID();
const fact = { type: 'user.updated', aggregateId: userId, aggregateVersion: 1, data: { userId } } as const;

function recorder() {
  const written: unknown[] = [];
  const $executeRawUnsafe = (_sql: string, envelopes: unknown) => {
    written.push(JSON.parse(envelopes as string));
    return Promise.resolve(1);
  };
  return { tx: { $executeRawUnsafe } as unknown as RawSql, written };
}

test('all events of a transaction are written by one statement, in the order in which they were emitted', async () => {
  const { tx, written } = recorder();
  const events = new GatheredEvents();
  const emit = events.emit(origin);
  const told = [await emit(fact), await emit({ ...fact, aggregateVersion: 2 })];
  expect(written).toEqual([]);
  await events.write(tx);
  expect(written).toEqual([told]);
});

test('a transaction without events writes nothing', async () => {
  const { tx, written } = recorder();
  await new GatheredEvents().write(tx);
  expect(written).toEqual([]);
});

test('an event emitted after its transaction has ended is rejected', async () => {
  const events = new GatheredEvents();
  await events.write(recorder().tx);
  await expect(events.emit(origin)(fact)).rejects.toThrow('emitted after its transaction had ended');
});
