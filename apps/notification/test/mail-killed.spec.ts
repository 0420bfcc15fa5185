import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { eventually, people, type TestDatabase } from '@caredrop/testing';
import { startMailInbox, type MailInbox } from '@caredrop/testing/backing';
import pg from 'pg';
import { FakeAuthService } from './support/fake-auth-service.js';
import { notificationDatabase } from './support/database.js';
import { environment, startService, type Environment } from './support/service.js';

const main = fileURLToPath(new URL('../dist/bundle/main.js', import.meta.url));
const eventId = '55555555-5555-4555-8555-555555555555';
const LOCK = 77;

/** Makes marking an email as sent wait for a lock that the test holds. */
const STALL = `
  CREATE FUNCTION stall() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_advisory_xact_lock(${String(LOCK)}); RETURN NEW; END $$;
  CREATE TRIGGER stall BEFORE UPDATE ON mail_deliveries FOR EACH ROW WHEN (NEW.state = 'sent') EXECUTE FUNCTION stall()`;
const STALLED = `
  SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'advisory'`;

let database: TestDatabase;
let inbox: MailInbox;
let auth: FakeAuthService;
let env: Environment;
let client: pg.Client;
let child: ChildProcess | undefined;

beforeEach(async () => {
  database = await notificationDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  inbox = await startMailInbox();
  auth = new FakeAuthService();
  auth.users.push({ ...people.ana });
  const urls = { DATABASE_URL: database.url, SMTP_URL: inbox.smtpUrl, AUTH_URL: await auth.start() };
  env = environment(urls);
});

afterEach(async () => {
  child?.kill('SIGKILL');
  await client.end();
  await inbox.stop();
  await auth.stop();
  await database.drop();
});

it('an email is sent again with the same Message-ID after a kill between acceptance and commit', async () => {
  expect(existsSync(main)).toBe(true);
  await client.query(STALL);
  await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
  await client.query(
    `INSERT INTO mail_deliveries (event_id, purpose, user_id, document_id, token_id)
     VALUES ($1, 'document_arrived', $2, gen_random_uuid(), gen_random_uuid())`,
    [eventId, people.ana.id],
  );
  child = spawn(process.execPath, [main], { env, stdio: 'ignore' });
  await eventually(() => expect(inbox.mails).toHaveLength(1));
  const stalled = await eventually(async () => {
    const { rows } = await client.query<{ pid: number }>(STALLED);
    expect(rows).toHaveLength(1);
    return rows[0];
  });
  child.kill('SIGKILL');
  await once(child, 'exit');
  await client.query('SELECT pg_terminate_backend($1)', [stalled?.pid]);
  await client.query('DROP TRIGGER stall ON mail_deliveries');
  await client.query('UPDATE mail_deliveries SET due_at = now() - make_interval(secs => 1)'); // The lease has ended.

  const next = await startService(env);
  await eventually(async () => {
    const delivery = await next.prisma.mailDelivery.findFirstOrThrow({ where: { eventId } });
    expect(delivery).toMatchObject({ state: 'sent', attempts: 2 });
  });
  await next.stop();
  const [first, again] = inbox.mails;
  expect(inbox.mails).toHaveLength(2);
  expect(again?.MessageID).toBe(first?.MessageID);
  expect(first?.MessageID).toMatch(/^[0-9a-f-]{36}@drop\.clinic\.example$/);
});

it('a collected email is sent once after a kill between claim and sending', async () => {
  await client.query('INSERT INTO document_readers (user_id) VALUES ($1)', [people.ana.id]);
  await client.query(
    `INSERT INTO mail_deliveries (event_id, purpose, user_id, state, due_at, documents)
     VALUES ($1, 'documents_collected', $2, 'collecting', now(), 3)`,
    [eventId, people.ana.id],
  );
  auth.slow.add(people.ana.id);
  child = spawn(process.execPath, [main], { env, stdio: 'ignore' });
  await eventually(async () => {
    const { rows } = await client.query('SELECT state, attempts FROM mail_deliveries');
    expect(rows).toEqual([{ state: 'pending', attempts: 1 }]);
  });
  child.kill('SIGKILL');
  await once(child, 'exit');
  auth.slow.clear();
  await client.query('UPDATE mail_deliveries SET due_at = now() - make_interval(secs => 1)'); // The lease has ended.

  const next = await startService(env);
  await eventually(async () => {
    const delivery = await next.prisma.mailDelivery.findFirstOrThrow({ where: { eventId } });
    expect(delivery).toMatchObject({ state: 'sent', attempts: 2, documents: 3 });
  });
  await next.stop();
  expect(inbox.mails.map(({ Subject }) => Subject)).toEqual(['3 documents have arrived']);
});
