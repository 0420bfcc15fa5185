import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { eventually, people } from '@caredrop/testing';
import { HAND_OVER_BATCH } from '../src/assignments/hand-over-links.js';
import { ana, ben, TokenApp } from './support/token-app.js';

const main = fileURLToPath(new URL('../dist/bundle/main.js', import.meta.url));
const LINKS = 3 * HAND_OVER_BATCH + 1;
const LOCK = 4711;

let app: TokenApp;
let child: ChildProcess | undefined;

beforeAll(async () => {
  app = await TokenApp.start();
});
afterAll(async () => {
  child?.kill('SIGKILL');
  await app.stop();
});

/** The built service as a separate process on the same database. */
function start(): ChildProcess {
  child = spawn(process.execPath, [main], {
    env: { ...app.env, SWEEP_INTERVAL_MS: '1000' },
    stdio: 'ignore',
  });
  return child;
}

const owned = (ownerId: string) => app.prisma.token.count({ where: { ownerId } });
const stalled = () => app.prisma.$queryRaw<{ pid: number }[]>`
  SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'advisory'`;

/** Makes the second batch wait, before it is committed, for a lock that the test holds. */
async function stallSecondBatch(): Promise<void> {
  await app.prisma.$executeRawUnsafe(`
    CREATE FUNCTION stall() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock(${String(LOCK)}); RETURN NEW; END $$`);
  await app.prisma.$executeRawUnsafe(`
    CREATE TRIGGER stall BEFORE UPDATE ON link_hand_overs FOR EACH ROW
      WHEN (NEW.moved > ${String(HAND_OVER_BATCH)}) EXECUTE FUNCTION stall()`);
}

async function killInSecondBatch(): Promise<void> {
  await app.prisma.$transaction(
    async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCK}::bigint)`;
      const process = start();
      const pid = await eventually(async () => {
        const [backend, ...more] = await stalled();
        expect(more).toEqual([]);
        expect(backend).toBeDefined();
        return backend?.pid;
      }, 60_000);
      process.kill('SIGKILL');
      await once(process, 'exit');
      await app.prisma.$executeRaw`SELECT pg_terminate_backend(${pid}::int)`;
    },
    { timeout: 120_000 },
  );
  await app.prisma.$executeRaw`DROP TRIGGER stall ON link_hand_overs`;
}

it('a service killed during a hand-over leaves complete batches, and the next process moves the rest once', async () => {
  await app.prisma.$executeRaw`
    INSERT INTO tokens (id, owner_id, owner_first_name, owner_last_name, link_hash, link_prefix, link_key_id, link_sealed,
      patient_ref_id, created_at, expires_at)
    SELECT gen_random_uuid(), ${ana.userId}::uuid, 'A', 'B', sha256(n::text::bytea), 'abcdefgh', 'k1', '', 'P',
      now() - n * interval '1 s', now() + interval '9 days' FROM generate_series(1, ${LINKS}::int) AS n`;
  await stallSecondBatch();
  await app.publish('auth', {
    ...{ type: 'user.links_handed_over', aggregateId: ana.userId, aggregateVersion: 1 },
    data: { userId: ana.userId, toUserId: people.ben.id, toTeamId: null },
  });
  await eventually(async () => expect(await app.prisma.linkHandOver.count()).toBe(1));
  await killInSecondBatch();
  expect(await owned(ben.userId)).toBe(HAND_OVER_BATCH);
  expect(await app.prisma.linkHandOver.findFirst()).toMatchObject({ moved: HAND_OVER_BATCH, endedAt: null });
  start();
  await eventually(async () => expect(await owned(ben.userId)).toBe(LINKS), 60_000);
  await eventually(async () =>
    expect(await app.prisma.linkHandOver.findFirst()).toMatchObject({
      moved: LINKS,
      endedAt: expect.any(Date) as Date,
    }),
  );
  const moved = await app.prisma.outbox.findMany({
    where: { type: 'token.assigned' },
    select: { aggregateId: true },
  });
  expect(moved).toHaveLength(LINKS);
  expect(new Set(moved.map(({ aggregateId }) => aggregateId)).size).toBe(LINKS);
});
