import { randomUUID } from 'node:crypto';
import type { DocumentMail } from '@caredrop/contracts';
import { eventually, people, type TestDatabase } from '@caredrop/testing';
import { freePort, startMailInbox, type MailInbox } from '@caredrop/testing/backing';
import { DatabaseClock } from '../src/collected-mail/database-clock.js';
import { ReleaseCollections } from '../src/collected-mail/release-collections.js';
import { notificationDatabase } from './support/database.js';
import { aboutDocument, aboutUpload, tell, tellAgain } from './support/events.js';
import { FakeAuthService } from './support/fake-auth-service.js';
import { environment, startService, type Environment, type RunningService } from './support/service.js';

const { ana, ben, dora } = people;
const MINUTE = 60_000;
const START = Date.parse('2026-11-23T10:00:00Z');

let database: TestDatabase;
let inbox: MailInbox | undefined;
let auth: FakeAuthService;
let env: Environment;
let services: RunningService[];
/** The time that every replica reads from the database's clock. */
let time: number;

const service = () => services[0]!;
const mails = () => inbox?.mails ?? [];
const subjects = () => mails().map(({ Subject }) => Subject);
const to = (mail: { To: { Address: string }[] }) => mail.To.map(({ Address }) => Address).join();
const deliveries = (where: object = {}) => service().prisma.mailDelivery.findMany({ where });

async function start(given: Environment = {}): Promise<RunningService> {
  const started = await startService({ ...env, ...given });
  started.app.get(DatabaseClock).now = () => Promise.resolve(new Date(time));
  return started;
}

/** Waits until the events are handled. */
async function handled(...eventIds: string[]): Promise<void> {
  await eventually(async () => {
    const done = await service().prisma.inbox.findMany({ where: { eventId: { in: eventIds } } });
    expect(new Set(done.map(({ eventId }) => eventId)).size).toBe(eventIds.length);
  });
}

/** Publishes the arrival of `count` documents of a user. */
async function arrive(count: number, ownerId: string = ana.id): Promise<string[]> {
  const told = Array.from({ length: count }, () =>
    tell(service(), 'upload.completed', aboutUpload('clean', ownerId)),
  );
  const eventIds = await Promise.all(told);
  await handled(...eventIds);
  return eventIds;
}

let version = 1;
async function choose(documentMail: DocumentMail, userId: string = ana.id): Promise<void> {
  const data = { userId, documentMail };
  await handled(await tell(service(), 'user.preferences_changed', data, ++version));
}

/** Advances the time, and lets all replicas release what is due. */
async function pass(minutes: number): Promise<void> {
  time += minutes * MINUTE;
  await Promise.all(services.map(({ app }) => app.get(ReleaseCollections).execute()));
}

/** Waits until no email is pending; collections that are not due may be open. */
const sent = () => eventually(async () => expect(await deliveries({ state: 'pending' })).toEqual([]));

beforeEach(async () => {
  time = START;
  database = await notificationDatabase();
  inbox = await startMailInbox();
  auth = new FakeAuthService();
  auth.users.push({ ...ana }, { ...ben }, { ...dora });
  const urls = { DATABASE_URL: database.url, SMTP_URL: inbox.smtpUrl, AUTH_URL: await auth.start() };
  env = environment({ ...urls, NOTIFY_DEFAULT: 'collected' });
  services = [await start()];
});

afterEach(async () => {
  await Promise.all(services.map((running) => running.stop()));
  await inbox?.stop();
  await auth.stop();
  await database.drop();
});

describe('collected emails', () => {
  it('40 documents in ten minutes cause exactly two emails, with two replicas', async () => {
    services.push(await start());
    for (let minute = 0; minute < 10; minute += 1) {
      await arrive(4);
      await pass(1);
    }
    await sent();
    expect(subjects()).toEqual(['A document has arrived']);
    await pass(19.9);
    await sent();
    expect(mails()).toHaveLength(1);
    await pass(0.1);
    await eventually(() =>
      expect(subjects()).toEqual(['A document has arrived', '39 documents have arrived']),
    );
    await pass(120);
    await sent();
    expect(mails()).toHaveLength(2);
    expect(mails().map(to)).toEqual([ana.email, ana.email]);
  });

  it('a collected email has a count and a link to what needs attention, but no id of a document', async () => {
    await arrive(3);
    await pass(30);
    await eventually(() => expect(mails()).toHaveLength(2));
    const text = mails().find(({ Subject }) => Subject.startsWith('2 '))?.Text ?? '';
    expect(text).toContain('Patients have sent 2 documents through links that you look after.');
    expect(text).toContain('https://drop.clinic.example/worklist\n');
    expect(text).not.toContain('/documents/');
  });

  it('a collection of one document is sent as an email about one document', async () => {
    await arrive(1);
    await arrive(1);
    await pass(30);
    await eventually(() => expect(subjects()).toEqual(['A document has arrived', 'A document has arrived']));
    expect(new Set(mails().map(({ Text }) => /documents\/([0-9a-f-]{36})/.exec(Text)?.[1])).size).toBe(2);
  });

  it('documents that arrive after a collected email are collected for another 30 minutes', async () => {
    await arrive(2);
    await pass(30);
    await arrive(2);
    await pass(29);
    await sent();
    expect(mails()).toHaveLength(2);
    await pass(1);
    await eventually(() => expect(subjects()).toContain('2 documents have arrived'));
    expect(mails()).toHaveLength(3);
    await pass(31);
    await arrive(1);
    await eventually(() => expect(mails()).toHaveLength(4));
  });

  it('a document whose event is repeated is counted once, even if the inbox has lost the event', async () => {
    const events = await arrive(3);
    const { prisma } = service();
    for (const eventId of events) {
      await prisma.inbox.deleteMany({ where: { eventId } });
      await tellAgain(service(), eventId);
      await handled(eventId);
    }
    const upload = aboutUpload('clean');
    const { documentId, tokenId, ownerId } = upload;
    await handled(await tell(service(), 'upload.completed', upload));
    await handled(await tell(service(), 'document.released', { documentId, tokenId, ownerId }));
    expect((await deliveries({ state: 'collecting' })).map(({ documents }) => documents)).toEqual([3]);
    await pass(30);
    await eventually(() =>
      expect(subjects()).toEqual(['A document has arrived', '3 documents have arrived']),
    );
  });

  it('rejected documents, requests for a link and reported problems are emailed at once even if the user chose no emails', async () => {
    await choose('none');
    const document = aboutDocument();
    const { tokenId, ownerId } = document;
    await handled(
      await tell(service(), 'document.rejected', document),
      await tell(service(), 'token.renewal_asked', { tokenId, ownerId }),
      await tell(service(), 'token.problem_reported', { tokenId, ownerId }),
    );
    await eventually(() => expect(mails()).toHaveLength(3));
  });

  it('documents of different users are collected separately', async () => {
    await Promise.all([arrive(3, ana.id), arrive(5, ben.id)]);
    await pass(30);
    await eventually(() =>
      expect(
        mails()
          .map((mail) => `${to(mail)} ${mail.Subject}`)
          .sort(),
      ).toEqual([
        `${ana.email} 2 documents have arrived`,
        `${ana.email} A document has arrived`,
        `${ben.email} 4 documents have arrived`,
        `${ben.email} A document has arrived`,
      ]),
    );
  });

  it('the metrics count documents that have not been announced yet', async () => {
    await arrive(4);
    await sent();
    const metrics = await (await fetch(`${service().url}/metrics`)).text();
    expect(metrics).toContain('mail_deliveries{state="collecting"} 1');
    expect(metrics).toContain('mail_documents_waiting{state="collecting"} 3');
    expect(metrics).toMatch(/mail_documents_total\{how="collected"\} \d+/);
  });
});

describe('the choice of a user', () => {
  it('the choice "at once" causes an email for each document', async () => {
    await choose('at-once');
    await arrive(5);
    await eventually(() => expect(subjects()).toEqual(Array(5).fill('A document has arrived')));
  });

  it('the choice "none" stops the emails to this user only', async () => {
    await choose('none');
    await arrive(2);
    await arrive(1, ben.id);
    await pass(24 * 60);
    await eventually(() => expect(mails().map(to)).toEqual([ben.email]));
    expect(await deliveries({ userId: ana.id })).toEqual([]);
  });

  it('the choice "daily" causes one email at 07:30 in the clinic’s time zone, and none on a day without documents', async () => {
    await choose('daily');
    await arrive(2);
    time = Date.parse('2026-11-24T07:29:59Z');
    await pass(0);
    await sent();
    expect(mails()).toEqual([]);
    time = Date.parse('2026-11-24T07:30:00Z');
    await pass(0);
    await eventually(() => expect(subjects()).toEqual(['2 documents have arrived']));
    await pass(3 * 24 * 60);
    await sent();
    expect(mails()).toHaveLength(1);
  });

  it('the daily email is due at 07:30 local time on the day the clocks change', async () => {
    await choose('daily');
    time = Date.parse('2026-03-28T12:00:00Z');
    await arrive(2);
    const [collection] = await deliveries({ state: 'collecting' });
    expect(collection?.dueAt).toEqual(new Date('2026-03-29T06:30:00Z'));
  });

  it.each([
    ['at-once', 0],
    ['daily', 20],
  ] as const)('changing to "%s" sends what was collected %i minutes later', async (choice, minutes) => {
    await arrive(3);
    await pass(10);
    await choose(choice);
    if (minutes > 0) {
      await pass(minutes - 1);
      await sent();
      expect(mails()).toHaveLength(1);
    }
    await pass(minutes > 0 ? 1 : 0);
    await eventually(() =>
      expect(subjects()).toEqual(['A document has arrived', '2 documents have arrived']),
    );
  });

  it('changing to "collected" sends what was collected for the day within 30 minutes', async () => {
    await choose('daily');
    await arrive(2);
    await choose('collected');
    await arrive(1);
    await pass(30);
    await eventually(() => expect(subjects()).toEqual(['3 documents have arrived']));
  });

  it('changing to "none" cancels what was collected', async () => {
    await arrive(3);
    await choose('none');
    await pass(24 * 60);
    await sent();
    expect(mails()).toHaveLength(1);
    expect(await deliveries({ state: 'cancelled' })).toMatchObject([{ documents: 2 }]);
  });

  it('an earlier choice that arrives late changes nothing', async () => {
    await handled(
      await tell(service(), 'user.preferences_changed', { userId: ana.id, documentMail: 'none' }, 9),
    );
    const late = { userId: ana.id, documentMail: 'at-once' } as const;
    await handled(await tell(service(), 'user.preferences_changed', late, 8));
    await arrive(1);
    expect(await deliveries()).toEqual([]);
  });

  it('an unknown choice, which a newer version may know, is retried and changes nothing', async () => {
    await choose('at-once');
    const { prisma } = service();
    const id = randomUUID();
    const data = { userId: ana.id, documentMail: 'never' };
    await prisma.$executeRaw`
      INSERT INTO outbox (id, type, aggregate_id, envelope)
      SELECT ${id}::uuid, type, aggregate_id,
        envelope || jsonb_build_object('id', ${id}::text, 'data', ${JSON.stringify(data)}::jsonb)
      FROM outbox WHERE type = 'user.preferences_changed' LIMIT 1`;
    await eventually(() => expect(service().logged()).toContain('Unknown event: user.preferences_changed'));
    await arrive(2);
    await eventually(() => expect(mails()).toHaveLength(2));
  });
});

describe('collected emails and people', () => {
  it('a collected email goes to the address that the user has when it is sent', async () => {
    await arrive(3);
    await sent();
    auth.users.find(({ id }) => id === ana.id)!.email = 'ana.new@clinic.example';
    await pass(30);
    await eventually(() => expect(mails().map(to)).toEqual([ana.email, 'ana.new@clinic.example']));
  });

  it('the administrators get the email instead of a user who is disabled while documents are collected', async () => {
    auth.users.push({ id: randomUUID(), email: 'erik@clinic.example', firstName: 'Erik', role: 'admin' });
    await arrive(3);
    await sent();
    auth.users.find(({ id }) => id === ana.id)!.disabled = true;
    await pass(30);
    await eventually(() => expect(mails()).toHaveLength(3));
    expect(mails().slice(1).map(to).sort()).toEqual([dora.email, 'erik@clinic.example'].sort());
    for (const { Text, Subject } of mails().slice(1)) {
      expect(Subject).toBe('2 documents have arrived');
      expect(Text).toContain('links looked after by a colleague whose account is disabled');
      expect(Text).toContain('https://drop.clinic.example/admin/documents\n');
    }
  });

  it('the administrators get emails for a disabled user who had turned emails off, until the account is enabled', async () => {
    await choose('none');
    auth.users.find(({ id }) => id === ana.id)!.disabled = true;
    await handled(await tell(service(), 'user.disabled', { userId: ana.id }, ++version));
    await arrive(1);
    await eventually(() => expect(mails().map(to)).toContain(dora.email));
    auth.users.find(({ id }) => id === ana.id)!.disabled = false;
    await handled(await tell(service(), 'user.enabled', { userId: ana.id }, ++version));
    const before = (await deliveries()).length;
    await arrive(1);
    expect(await deliveries()).toHaveLength(before);
  });

  it('the administrators get emails for a disabled user who had turned emails off, even before `user.disabled` arrives', async () => {
    await choose('none');
    auth.users.find(({ id }) => id === ana.id)!.disabled = true;
    await arrive(1);
    await sent();
    expect(mails().map(to)).toEqual([dora.email]);
  });
});

describe('collected emails and failures', () => {
  it('a collection is kept while the mail server is down, and later documents form a single second collection', async () => {
    await arrive(1);
    await sent();
    await service().stop();
    await inbox?.stop();
    const smtpPort = await freePort();
    services = [await start({ SMTP_URL: `smtp://127.0.0.1:${String(smtpPort)}` })];
    await arrive(2);
    for (let halfHours = 0; halfHours < 6; halfHours += 1) {
      await pass(30);
      await arrive(2);
    }
    await eventually(async () =>
      expect((await deliveries({ state: 'pending' }))[0]?.lastError).toMatch(/^smtp:/),
    );
    expect((await deliveries({ state: 'pending' })).map(({ documents }) => documents)).toEqual([2]);
    expect((await deliveries({ state: 'collecting' })).map(({ documents }) => documents)).toEqual([12]);
    inbox = await startMailInbox({ smtpPort });
    await sent();
    await pass(0);
    await eventually(() =>
      expect(subjects()).toEqual(['2 documents have arrived', '12 documents have arrived']),
    );
  });

  it('20 concurrent claimers release and take each of 50 collections once', async () => {
    await service().prisma.$executeRaw`
      WITH readers AS (INSERT INTO document_readers (user_id) SELECT gen_random_uuid() FROM generate_series(1, 50)
        RETURNING user_id)
      INSERT INTO mail_deliveries (event_id, purpose, user_id, state, due_at, documents)
      SELECT gen_random_uuid(), 'documents_collected', user_id, 'collecting', ${new Date(START)}, 7 FROM readers`;
    services.push(await start(), await start());
    const claimers = services.map(({ app }) => app.get(ReleaseCollections));
    await Promise.all(Array.from({ length: 20 }, (_, n) => claimers[n % 3]!.execute()));
    await eventually(async () => expect(await deliveries({ state: 'collecting' })).toEqual([]));
    await sent();
    const settled = await deliveries();
    expect(settled).toHaveLength(50);
    expect(settled.every(({ attempts, state }) => attempts === 1 && state === 'no_recipient')).toBe(true);
  });
});
