import { randomUUID } from 'node:crypto';
import type { AuditRecord } from '@caredrop/contracts';
import { createServiceDatabase } from './support/service-database.js';
import { PgClient } from './support/pg-client.js';
import { emitInto } from '../src/outbox/append.js';
import { GatheredEvents } from '../src/outbox/gathered-events.js';
import type { Emit } from '../src/index.js';
import type { TestDatabase } from '@caredrop/testing';

let database: TestDatabase;
let client: PgClient;
beforeEach(async () => {
  database = await createServiceDatabase();
  client = new PgClient(database.url);
});
afterEach(async () => {
  await client.close();
  await database.drop();
});

const origin = { source: 'auth', correlation: undefined, causationId: null };
const userId = randomUUID();
const record: AuditRecord = {
  action: 'user.invite',
  outcome: 'success',
  reason: null,
  actor: { kind: 'system', id: null, role: null },
  subject: null,
  related: [],
  from: null,
  requestId: 'r-1',
  at: '2026-11-22T10:00:00.000Z',
  codes: [],
  count: 1,
};
const tell = (emit: Emit) =>
  emit({ type: 'audit.recorded', aggregateId: userId, aggregateVersion: 1, data: record });
const tellOther = (emit: Emit) =>
  emit({ type: 'user.updated', aggregateId: userId, aggregateVersion: 1, data: { userId } });

/** The numbers in each stream, sorted. */
async function numbers(): Promise<number[][]> {
  const rows = await client.rows<{ numbers: number[] }>(
    `SELECT array_agg((envelope#>>'{data,sequence,number}')::int ORDER BY 1) AS numbers FROM (
       SELECT envelope FROM outbox WHERE type = 'audit.recorded' ORDER BY (envelope#>>'{data,sequence,number}')::int) AS o
     GROUP BY envelope#>>'{data,sequence,stream}'`,
  );
  return rows.map((row) => row.numbers.toSorted((a, b) => a - b));
}
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('audit records of one writer are numbered from 1 in one stream; other events are not numbered', async () => {
  const emit = emitInto(client, origin, () => undefined);
  await tell(emit);
  await tellOther(emit);
  await client.$transaction(async (tx) => {
    const events = new GatheredEvents();
    const gather = events.emit(() => origin);
    await Promise.all([tellOther(gather), tell(gather), tellOther(gather), tell(gather)]);
    await events.write(tx);
  });
  expect(await numbers()).toEqual([[1, 2, 3]]);
  const [other] = await client.rows<{ count: string }>(
    `SELECT count(*) FROM outbox WHERE type = 'user.updated' AND NOT envelope->'data' ? 'sequence'`,
  );
  expect(other?.count).toBe('3');
});

test('a transaction that is rolled back leaves no gap in the numbers', async () => {
  await tell(emitInto(client, origin, () => undefined));
  const undone = client.$transaction(async (tx) => {
    await tell(emitInto(tx, origin, () => undefined));
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  await tell(emitInto(client, origin, () => undefined));
  expect(await numbers()).toEqual([[1, 2]]);
});

test('a writer does not wait for another open transaction and uses a second stream', async () => {
  await client.$transaction(async (tx) => {
    await tell(emitInto(tx, origin, () => undefined));
    await tell(emitInto(client, origin, () => undefined)); // It would never return if it waited.
  });
  expect(await numbers()).toEqual([[1], [1]]);
});

test('600 concurrent writers with rollbacks leave no gap and no duplicate in the numbers', async () => {
  const emit = emitInto(client, origin, () => undefined);
  const all = Array.from({ length: 600 }, (_, index) =>
    index % 3 === 0
      ? client
          .$transaction(async (tx) => {
            await tell(emitInto(tx, origin, () => undefined));
            if (index % 2 === 0) throw new Error('undo');
          })
          .catch(() => undefined)
      : tell(emit),
  );
  await Promise.all(all);
  const streams = await numbers();
  expect(streams.flat()).toHaveLength(500);
  for (const stream of streams) expect(stream).toEqual(upTo(stream.length));
  expect(streams.length).toBeLessThanOrEqual(10); // the pool's connections
});
