import { randomUUID } from 'node:crypto';
import { people, type TestDatabase } from '@caredrop/testing';
import { readConfig } from '../src/config.js';
import { PrismaService } from '../src/database/prisma.service.js';
import { MailDeliveries } from '../src/mail/mail-deliveries.js';
import { takeTurns } from '../src/mail/take-turns.js';
import { notificationDatabase } from './support/database.js';
import { environment } from './support/service.js';

const { ana, ben, chloe } = people;
const nobody = new Map<string, number>();

let database: TestDatabase;
let prisma: PrismaService;

beforeEach(async () => {
  database = await notificationDatabase();
  prisma = new PrismaService(database.url, 8);
});

afterEach(async () => {
  await prisma.$disconnect();
  await database.drop();
});

/** Queues emails about a user, the first `ageMs` old and each a millisecond younger than the one before it. */
async function queue(userId: string, count: number, ageMs: number): Promise<void> {
  await prisma.$executeRaw`
    INSERT INTO mail_deliveries (event_id, purpose, user_id, due_at)
    SELECT gen_random_uuid(), 'document_arrived', ${userId}::uuid,
      now() + (n - ${ageMs}) * interval '1 millisecond'
    FROM generate_series(1, ${count}::int) AS n`;
}

const replica = () => new MailDeliveries(prisma, readConfig(environment({ DATABASE_URL: database.url })));

const turns = { limit: 16, share: 16, held: nobody, after: randomUUID(), leaseMs: 60_000 };

it('an email for one user is among the first two although 500 older ones wait for another', async () => {
  await queue(ana.id, 500, 60_000);
  await queue(ben.id, 1, 1_000);
  const taken = await replica().take(16);
  expect(taken).toHaveLength(16);
  expect(taken.slice(0, 2).map(({ userId }) => userId)).toContain(ben.id);
});

it('the emails about a user are taken oldest first and exactly once', async () => {
  await queue(ana.id, 40, 60_000);
  await queue(ben.id, 3, 1_000);
  const dueAt = new Map((await prisma.mailDelivery.findMany()).map(({ id, dueAt }) => [id, dueAt.getTime()]));
  const worker = replica();
  const taken = [...(await worker.take(16)), ...(await worker.take(16)), ...(await worker.take(16))];
  const ofAna = taken.filter(({ userId }) => userId === ana.id).map(({ id }) => dueAt.get(id)!);
  expect(ofAna).toEqual([...ofAna].sort((one, other) => one - other));
  expect(taken).toHaveLength(43);
  expect(new Set(taken.map(({ id }) => id)).size).toBe(43);
});

it('users take turns even when emails are taken one at a time', async () => {
  for (const { id } of [ana, ben, chloe]) await queue(id, 10, 60_000);
  const worker = replica();
  const order: string[] = [];
  for (let n = 0; n < 9; n += 1) order.push(...(await worker.take(1)).map(({ userId }) => userId));
  for (const round of [order.slice(0, 3), order.slice(3, 6), order.slice(6)])
    expect(new Set(round)).toEqual(new Set([ana.id, ben.id, chloe.id]));
});

it('one user gets no more than their share of emails, including those already in progress', async () => {
  await queue(ana.id, 50, 60_000);
  await queue(ben.id, 2, 1_000);
  const held = new Map([[ana.id, 9]]);
  const taken = await takeTurns(prisma, { ...turns, share: 12, held });
  expect(taken.filter(({ userId }) => userId === ana.id)).toHaveLength(3);
  expect(taken.filter(({ userId }) => userId === ben.id)).toHaveLength(2);
  const full = await takeTurns(prisma, { ...turns, share: 12, held: new Map([[ana.id, 12]]) });
  expect(full).toEqual([]);
});

it('emails that are not due are not taken and do not block others', async () => {
  await queue(ana.id, 20, -60_000);
  await queue(ben.id, 1, 1_000);
  expect((await replica().take(16)).map(({ userId }) => userId)).toEqual([ben.id]);
});

it('concurrent replicas take every email exactly once', async () => {
  for (const { id } of [ana, ben, chloe]) await queue(id, 60, 60_000);
  const replicas = Array.from({ length: 6 }, replica);
  const taken: string[] = [];
  for (let round = 0; taken.length < 180; round += 1) {
    const batches = await Promise.all(replicas.map((worker) => worker.take(7)));
    taken.push(...batches.flat().map(({ id }) => id));
    expect(batches.flat().length).toBeGreaterThan(0);
  }
  expect(new Set(taken).size).toBe(180);
});

it('the failure of an attempt whose lease has ended does not postpone the attempt after it', async () => {
  await queue(ana.id, 1, 1_000);
  const worker = replica();
  const [first] = await worker.take(1);
  await prisma.$executeRaw`UPDATE mail_deliveries SET due_at = now() - make_interval(secs => 1)`;
  const [second] = await worker.take(1);
  const taken = await prisma.mailDelivery.findFirstOrThrow();
  await worker.failed(first!, 'smtp:451', false);
  expect(await prisma.mailDelivery.findFirstOrThrow()).toEqual(taken);
  await worker.failed(second!, 'smtp:451', false);
  expect(await prisma.mailDelivery.findFirstOrThrow()).toMatchObject({ lastError: 'smtp:451', attempts: 2 });
});

it('taking emails from a queue of 100,000 reads few rows and scans no table', async () => {
  await prisma.$executeRaw`
    INSERT INTO mail_deliveries (event_id, purpose, user_id)
    SELECT gen_random_uuid(), 'document_arrived', lpad(to_hex(n % 1000), 32, '0')::uuid
    FROM generate_series(1, 100000) AS n`;
  await queue(ana.id, 1, 1_000);
  await prisma.$executeRaw`ANALYZE mail_deliveries`;
  const read = await prisma.$transaction(async (tx) => {
    expect(await takeTurns(tx, turns)).toHaveLength(16);
    return tx.$queryRaw<{ whole: bigint; rows: bigint }[]>`
      SELECT seq_scan AS whole, idx_tup_fetch AS rows FROM pg_stat_xact_user_tables
      WHERE relname = 'mail_deliveries'`;
  });
  expect(Number(read[0]?.whole)).toBe(0);
  expect(Number(read[0]?.rows)).toBeLessThan(3_000);
});
