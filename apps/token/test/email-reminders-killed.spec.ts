import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { eventually } from '@caredrop/testing';
import { reminders } from './support/a-reminded-link.js';
import { TokenApp } from './support/token-app.js';

const main = fileURLToPath(new URL('../dist/bundle/main.js', import.meta.url));
const LOCK = 4712;
/** Hours from UTC to a time zone in which it is about noon now, so that reminders are sent. */
const noon = 12 - new Date().getUTCHours();
const CLINIC_TIME_ZONE = `Etc/GMT${noon > 0 ? '-' : '+'}${String(Math.abs(noon))}`;

let app: TokenApp;
let clinic: ReturnType<typeof reminders>;
let child: ChildProcess | undefined;

beforeAll(async () => {
  app = await TokenApp.start({ CLINIC_TIME_ZONE });
  clinic = reminders(app);
});
afterAll(async () => {
  child?.kill('SIGKILL');
  await app.stop();
});

/** The built service as a separate process on the same database. */
function start(): ChildProcess {
  child = spawn(process.execPath, [main], {
    env: { ...app.env, REMINDER_INTERVAL_MS: '100' },
    stdio: 'ignore',
  });
  return child;
}

async function kill(process: ChildProcess): Promise<void> {
  process.kill('SIGKILL');
  await once(process, 'exit');
}

const requested = async () => (await app.emitted('token.email_requested')).length;
const stalled = () => app.prisma.$queryRaw<{ pid: number }[]>`
  SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'advisory'`;

/**
 * Makes `token.email_requested` of the claimed reminder wait, before it is committed, for a lock that the test holds.
 */
async function stallTheEvent(): Promise<void> {
  await app.prisma.$executeRawUnsafe(`
    CREATE FUNCTION stall() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock(${String(LOCK)}); RETURN NEW; END $$`);
  await app.prisma.$executeRawUnsafe(`
    CREATE TRIGGER stall BEFORE INSERT ON outbox FOR EACH ROW
      WHEN (NEW.type = 'token.email_requested') EXECUTE FUNCTION stall()`);
}

async function killWithinTheClaim(): Promise<void> {
  await app.prisma.$transaction(
    async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCK}::bigint)`;
      const process = start();
      const pid = await eventually(async () => {
        const [backend] = await stalled();
        expect(backend).toBeDefined();
        return backend?.pid;
      }, 60_000);
      await kill(process);
      await app.prisma.$executeRaw`SELECT pg_terminate_backend(${pid}::int)`;
    },
    { timeout: 120_000 },
  );
  await app.prisma.$executeRaw`DROP TRIGGER stall ON outbox`;
}

it('a service that is killed while it claims an emailed reminder sends it once, after a restart', async () => {
  const { id } = await clinic.emailed();
  const before = await requested();
  await app.prisma.$executeRaw`UPDATE tokens SET next_reminder_at = now() WHERE id = ${id}::uuid`;
  await stallTheEvent();
  await killWithinTheClaim();
  expect(await clinic.emails(id)).toEqual([]);
  expect((await clinic.row(id)).reminderCount).toBe(0);
  const second = start();
  await eventually(async () => expect(await clinic.emails(id)).toHaveLength(1), 60_000);
  await kill(second);
  const marker = await clinic.emailed();
  await app.prisma.$executeRaw`UPDATE tokens SET next_reminder_at = now() WHERE id = ${marker.id}::uuid`;
  start();
  await eventually(async () => expect(await clinic.emails(marker.id)).toHaveLength(1), 60_000);
  expect(await clinic.emails(id)).toHaveLength(1);
  // Two reminders, and the email with the second link.
  expect(await requested()).toBe(before + 3);
  expect((await clinic.row(id)).reminderCount).toBe(1);
});
