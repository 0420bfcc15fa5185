import { randomUUID } from 'node:crypto';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { eventually, people, type TestDatabase } from '@caredrop/testing';
import { freePort, startMailInbox, type MailInbox } from '@caredrop/testing/backing';
import { FakeAuthService } from './support/fake-auth-service.js';
import { notificationDatabase } from './support/database.js';
import { aboutDocument, aboutUpload, tell, tellAgain } from './support/events.js';
import { environment, startService, type Environment, type RunningService } from './support/service.js';

let database: TestDatabase;
let inbox: MailInbox | undefined;
let auth: FakeAuthService;
let env: Environment;
let service: RunningService;
let others: RunningService[];

const known = ({ id, email, firstName, role }: (typeof people)[keyof typeof people]) => ({
  id,
  email,
  firstName,
  role,
});
const second = { id: randomUUID(), email: 'erik@clinic.example', firstName: 'Erik', role: 'admin' as const };
const to = (mail: { To: { Address: string }[] }) => mail.To.map(({ Address }) => Address).join();
const row = (eventId: string) => service.prisma.mailDelivery.findFirstOrThrow({ where: { eventId } });
const mails = () => inbox?.mails ?? [];

/** Waits until all events are handled and no email is left to send. */
async function settled(eventIds: string[]): Promise<void> {
  await eventually(async () => {
    const rows = await service.prisma.mailDelivery.findMany({ where: { eventId: { in: eventIds } } });
    expect(new Set(rows.map(({ eventId }) => eventId)).size).toBe(eventIds.length);
    expect(rows.filter(({ state }) => state === 'pending')).toEqual([]);
  });
}

beforeEach(async () => {
  database = await notificationDatabase();
  inbox = await startMailInbox();
  auth = new FakeAuthService();
  auth.users.push(known(people.ana), known(people.ben), known(people.dora));
  env = environment({ DATABASE_URL: database.url, SMTP_URL: inbox.smtpUrl, AUTH_URL: await auth.start() });
  service = await startService(env);
  others = [];
});

afterEach(async () => {
  await Promise.all([service, ...others].map((running) => running.stop()));
  await inbox?.stop();
  await auth.stop();
  await database.drop();
});

describe('document emails', () => {
  it('an event that is delivered twice sends one email', async () => {
    const upload = aboutUpload('clean');
    const eventId = await tell(service, 'upload.completed', upload);
    await settled([eventId]);
    await tellAgain(service, eventId);
    await service.prisma.inbox.deleteMany({ where: { eventId } });
    await tellAgain(service, eventId);
    await eventually(async () => expect(await service.prisma.inbox.count({ where: { eventId } })).toBe(1));
    const marker = await tell(service, 'upload.completed', aboutUpload('clean', people.ben.id));
    await settled([marker]);
    expect(mails().map(to).sort()).toEqual([people.ana.email, people.ben.email]);
    expect(mails()[0]?.Text).toContain(`https://drop.clinic.example/documents/${upload.documentId}`);
  });

  it('two replicas send each email once', async () => {
    others.push(await startService(env));
    const events = await Promise.all(
      Array.from({ length: 40 }, () => tell(service, 'upload.completed', aboutUpload('clean'))),
    );
    await settled(events);
    expect(mails()).toHaveLength(40);
    expect(new Set(mails().map(({ MessageID }) => MessageID)).size).toBe(40);
  });

  it('the email about a document that is being checked is sent when the document is released', async () => {
    const pending = aboutUpload('pending');
    const checked = await tell(service, 'upload.completed', pending);
    await eventually(async () =>
      expect(await service.prisma.inbox.count({ where: { eventId: checked } })).toBe(1),
    );
    expect(await service.prisma.mailDelivery.count()).toBe(0);
    const { documentId, tokenId, ownerId } = pending;
    await settled([await tell(service, 'document.released', { documentId, tokenId, ownerId })]);
    expect(mails().map(({ Subject }) => Subject)).toEqual(['A document has arrived']);
  });

  it('the email about a rejected document asks its clinician for a new link', async () => {
    await settled([await tell(service, 'document.rejected', aboutDocument())]);
    expect(mails()[0]?.Text).toContain('Please create a new link');
    expect(mails().map(to)).toEqual([people.ana.email]);
  });

  it('the owner gets one email about a request for a new link, with the address of the link’s page', async () => {
    const { tokenId, ownerId } = aboutDocument();
    const eventId = await tell(service, 'token.renewal_asked', { tokenId, ownerId });
    await tellAgain(service, eventId);
    await settled([eventId]);
    expect(mails().map(({ Subject }) => Subject)).toEqual(['A patient asks for a new link']);
    expect(mails()[0]?.Text).toContain(`https://drop.clinic.example/tokens/${tokenId}`);
    expect(mails().map(to)).toEqual([people.ana.email]);
  });

  it('the owner gets one email about a reported problem, with the address of the link’s page', async () => {
    const { tokenId, ownerId } = aboutDocument();
    const eventId = await tell(service, 'token.problem_reported', { tokenId, ownerId });
    await tellAgain(service, eventId);
    await settled([eventId]);
    expect(mails().map(({ Subject }) => Subject)).toEqual(['A patient cannot send a document']);
    expect(mails()[0]?.Text).toContain(`https://drop.clinic.example/tokens/${tokenId}`);
    expect(mails().map(to)).toEqual([people.ana.email]);
  });

  it('one email is sent about a locked link, with the address of the link’s page', async () => {
    const { tokenId, ownerId } = aboutDocument();
    const eventId = await tell(service, 'token.check_locked', { tokenId, ownerId });
    await tellAgain(service, eventId);
    await settled([eventId]);
    expect(mails().map(({ Subject }) => Subject)).toEqual([
      'A link is locked after too many wrong dates of birth',
    ]);
    expect(mails()[0]?.Text).toContain(`https://drop.clinic.example/tokens/${tokenId}`);
  });

  it('the email about a request for a new link goes to each administrator while the owner is disabled', async () => {
    auth.users.push(second);
    auth.users.find(({ id }) => id === people.ana.id)!.disabled = true;
    const { tokenId, ownerId } = aboutDocument();
    await settled([await tell(service, 'token.renewal_asked', { tokenId, ownerId })]);
    await eventually(() => expect(mails().map(to).sort()).toEqual([people.dora.email, second.email].sort()));
    expect(mails().every(({ Text }) => Text.includes('a colleague whose account is disabled'))).toBe(true);
  });

  it('the email about a document of a disabled clinician goes to each administrator', async () => {
    auth.users.push(second);
    auth.users.find(({ id }) => id === people.ana.id)!.disabled = true;
    await settled([await tell(service, 'upload.completed', aboutUpload('clean'))]);
    await eventually(() => expect(mails().map(to).sort()).toEqual([people.dora.email, second.email].sort()));
    expect(mails().every(({ Text }) => Text.includes('a colleague whose account is disabled'))).toBe(true);
    expect(new Set(mails().map(({ MessageID }) => MessageID)).size).toBe(2);
  });

  it('an email without a recipient is marked as such and counted', async () => {
    const eventId = await tell(service, 'upload.completed', aboutUpload('clean', randomUUID()));
    await settled([eventId]);
    expect((await row(eventId)).state).toBe('no_recipient');
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toContain('mail_deliveries{state="no_recipient"} 1');
    expect(mails()).toEqual([]);
  });
});

describe('account emails', () => {
  it.each([
    ['user.disabled', 'Your account was disabled', true],
    ['user.enabled', 'Your account works again', false],
    ['password.changed', 'Your password was changed', false],
    ['sign_in.failed_repeatedly', 'Many failed sign-ins to your account', false],
  ] as const)('the email for %s goes to the user', async (type, subject, disabled) => {
    auth.users.find(({ id }) => id === people.ana.id)!.disabled = disabled;
    await settled([await tell(service, type, { userId: people.ana.id })]);
    expect(mails().map((mail) => [to(mail), mail.Subject])).toEqual([[people.ana.email, subject]]);
  });

  it('a person whose account is enabled before they have a password gets the invitation only', async () => {
    const enabled = await tell(service, 'user.enabled', { userId: people.ana.id, invited: true });
    await eventually(async () =>
      expect(await service.prisma.inbox.count({ where: { eventId: enabled } })).toBe(1),
    );
    await settled([await tell(service, 'user.invited', { userId: people.ana.id })]);
    expect(mails().map(({ Subject }) => Subject)).toEqual(['Your account is ready: choose a password']);
  });

  it.each([
    ['on', 'A second factor was set up for your account'],
    ['off', 'The second factor for your account was turned off'],
    ['reset', 'The second factor for your account was reset'],
    ['recovery_used', 'A recovery code for your account was used'],
  ] as const)('the email about a second factor change (%s) goes to the user', async (change, subject) => {
    await settled([await tell(service, 'second_factor.changed', { userId: people.ana.id, change })]);
    expect(mails().map((mail) => [to(mail), mail.Subject])).toEqual([[people.ana.email, subject]]);
  });

  it('the absent user and the colleague who stands in get an email that names neither, and none when the absence ends early', async () => {
    const data = { userId: people.dora.id, coverId: people.ana.id };
    const set = await tell(service, 'user.cover_changed', data, 1);
    await tellAgain(service, set);
    await settled([set]);
    const ended = await tell(service, 'user.cover_changed', data, 2);
    await eventually(async () =>
      expect(await service.prisma.inbox.count({ where: { eventId: ended } })).toBe(1),
    );
    expect(await service.prisma.mailDelivery.count({ where: { eventId: ended } })).toBe(0);
    expect(
      mails()
        .map((mail) => [to(mail), mail.Subject])
        .sort(),
    ).toEqual([
      [people.ana.email, 'You have been chosen to stand in for a colleague'],
      [people.dora.email, 'An absence was set for your account'],
    ]);
    for (const { Text } of mails()) expect(Text).toContain('https://drop.clinic.example/account-security');
    const toColleague = mails().find((mail) => to(mail) === people.ana.email);
    expect(toColleague?.Text).not.toContain(people.dora.firstName);
    const toAbsent = mails().find((mail) => to(mail) === people.dora.email);
    expect(toAbsent?.Text).not.toContain(people.ana.firstName);
  });

  it('a new member of a team is emailed, and announced by name to the other administrators', async () => {
    auth.users.push(second);
    const member = { teamId: randomUUID(), userId: people.ana.id };
    const removed = await tell(service, 'team.changed', member);
    const added = await tell(service, 'team.changed', { ...member, added: true });
    await settled([added]);
    await eventually(async () =>
      expect(await service.prisma.inbox.count({ where: { eventId: removed } })).toBe(1),
    );
    expect(await service.prisma.mailDelivery.count({ where: { eventId: removed } })).toBe(0);
    expect(
      mails()
        .map((mail) => [to(mail), mail.Subject])
        .sort(),
    ).toEqual([
      [people.ana.email, 'You are now a member of a team'],
      [people.dora.email, 'A team has a new member'],
      [second.email, 'A team has a new member'],
    ]);
    const toAdmin = mails().find((mail) => to(mail) === second.email);
    expect(toAdmin?.Text).toContain(`${people.ana.firstName} (${people.ana.email}) was added to a team`);
    expect(toAdmin?.Text).toContain('https://drop.clinic.example/admin/teams');
  });

  it('a new administrator is announced by name to the other administrators', async () => {
    auth.users.push(second);
    await settled([await tell(service, 'user.became_admin', { userId: second.id })]);
    expect(mails().map((mail) => [to(mail), mail.Subject])).toEqual([
      [people.dora.email, 'There is a new administrator'],
    ]);
    expect(mails()[0]?.Text).toContain('Erik (erik@clinic.example) is now an administrator');
  });

  it('replacing a second factor sends a different email from setting one up', async () => {
    const data = { userId: people.ana.id, change: 'on', replaced: true } as const;
    await settled([await tell(service, 'second_factor.changed', data)]);
    expect(mails().map((mail) => [to(mail), mail.Subject])).toEqual([
      [people.ana.email, 'The authenticator app for your account was replaced'],
    ]);
  });

  it.each([
    ['password_reset.requested', 'Set a new password'],
    ['user.invited', 'Your account is ready: choose a password'],
  ] as const)(
    'the email for %s contains a new link that is neither stored nor logged',
    async (type, subject) => {
      const eventId = await tell(service, type, { userId: people.ana.id });
      await settled([eventId]);
      expect(auth.requestIds).toEqual([eventId]);
      const [url] = auth.minted;
      expect(mails().map((mail) => [to(mail), mail.Subject])).toEqual([[people.ana.email, subject]]);
      expect(mails()[0]?.Text).toContain(url);
      const secret = /secret\w+/.exec(url ?? '')?.[0] ?? 'no link was minted';
      const stored = await service.prisma.$queryRaw`
      SELECT (SELECT json_agg(d) FROM mail_deliveries d) AS d, (SELECT json_agg(o) FROM outbox o) AS o`;
      expect(JSON.stringify(stored)).not.toContain(secret);
      expect(service.logged()).toContain('mail delivery');
      expect(service.logged()).not.toContain(secret);
      expect(service.logged()).not.toContain(people.ana.email);
    },
  );

  it('the email with the link that is needed after too many failed sign-ins says why it was sent', async () => {
    const data = { userId: people.ana.id, tooManyFailures: true };
    await settled([await tell(service, 'password_reset.requested', data)]);
    const [mail] = mails();
    expect([mail?.Subject, mail && to(mail)]).toEqual([
      'Many failed sign-ins: set a new password',
      people.ana.email,
    ]);
    expect(mail?.Text).toContain(auth.minted[0]);
    expect(mail?.Text).toContain('too many failed sign-ins in a row');
    expect(mail?.Text).not.toMatch(/asked|need to do anything/);
  });

  it('a disabled user gets no password reset link', async () => {
    auth.users.find(({ id }) => id === people.ana.id)!.disabled = true;
    const eventId = await tell(service, 'password_reset.requested', { userId: people.ana.id });
    await settled([eventId]);
    expect((await row(eventId)).state).toBe('no_recipient');
    expect(auth.minted).toEqual([]);
  });
});

describe('emails during failures', () => {
  it('emails are kept while the mail server is down and sent once when it is up', async () => {
    await service.stop();
    await inbox?.stop();
    inbox = undefined;
    const smtpPort = await freePort();
    service = await startService({ ...env, SMTP_URL: `smtp://127.0.0.1:${String(smtpPort)}` });
    const events = await Promise.all(
      Array.from({ length: 5 }, () => tell(service, 'upload.completed', aboutUpload('clean'))),
    );
    await eventually(async () => {
      const tried = await service.prisma.mailDelivery.findMany({ where: { attempts: { gte: 1 } } });
      expect(tried.some(({ lastError }) => lastError?.startsWith('smtp:'))).toBe(true);
    });
    inbox = await startMailInbox({ smtpPort });
    await settled(events);
    expect(mails()).toHaveLength(5);
  });

  it('a mail server that greets and then stays silent is abandoned after MAIL_TIMEOUT_MS', async () => {
    await service.stop();
    const sockets: Socket[] = [];
    const silent = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined).write('220 mail.example\r\n');
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const SMTP_URL = `smtp://127.0.0.1:${String(port)}`;
    service = await startService({ ...env, SMTP_URL, MAIL_TIMEOUT_MS: '200' });
    const eventId = await tell(service, 'upload.completed', aboutUpload('clean'));
    try {
      await eventually(async () => expect((await row(eventId)).lastError).toMatch(/^smtp:/));
    } finally {
      for (const socket of sockets) socket.destroy();
      silent.close();
    }
  });

  it('emails are tried one at a time while the mail server is down, even if others need no mail server', async () => {
    await service.stop();
    const open = new Set<Socket>();
    let most = 0;
    const failing = createServer((socket) => {
      most = Math.max(most, open.add(socket).size);
      socket.on('error', () => undefined).on('close', () => open.delete(socket));
      setTimeout(() => socket.destroy(), 50);
    });
    await new Promise<void>((resolve) => failing.listen(0, '127.0.0.1', resolve));
    const SMTP_URL = `smtp://127.0.0.1:${String((failing.address() as AddressInfo).port)}`;
    service = await startService({ ...env, SMTP_URL, MAIL_RETRY_MS: '10' });
    try {
      const first = await tell(service, 'upload.completed', aboutUpload('clean'));
      await eventually(async () => expect((await row(first)).lastError).toMatch(/^smtp:/));
      const owners = [randomUUID(), people.ana.id].flatMap((ownerId) => [ownerId, ownerId, ownerId]);
      for (const ownerId of owners) await tell(service, 'upload.completed', aboutUpload('clean', ownerId));
      const deliveryId = randomUUID();
      const link = { tokenId: randomUUID(), ownerId: people.ben.id, deliveryId };
      await tell(service, 'token.email_requested', link);
      await eventually(async () => {
        const rows = await service.prisma.mailDelivery.findMany({ where: { lastError: { not: null } } });
        const errors = rows.map(({ lastError }) => lastError);
        expect(errors.filter((error) => error?.startsWith('smtp:'))).toHaveLength(4);
        expect(errors).toContain('token:no answer');
        expect(await service.prisma.mailDelivery.count({ where: { state: 'no_recipient' } })).toBe(3);
      });
      expect(most).toBe(1);
    } finally {
      failing.close();
    }
  });

  it('an email is sent once the auth service is back', async () => {
    auth.down = true;
    const eventId = await tell(service, 'upload.completed', aboutUpload('clean'));
    await eventually(async () => expect((await row(eventId)).lastError).toBe('auth:503'));
    auth.down = false;
    await settled([eventId]);
    expect(mails()).toHaveLength(1);
  });

  it('after an outage, the email about a disabled account is not sent if the account works again', async () => {
    auth.down = true;
    const disabled = await tell(service, 'user.disabled', { userId: people.ana.id }, 2);
    await eventually(async () => expect((await row(disabled)).lastError).toBe('auth:503'));
    const enabled = await tell(service, 'user.enabled', { userId: people.ana.id }, 3);
    await eventually(async () => expect((await row(enabled)).state).toBe('pending'));
    auth.down = false;
    await settled([disabled, enabled]);
    expect([(await row(disabled)).state, (await row(enabled)).state]).toEqual(['cancelled', 'sent']);
    expect(mails().map(({ Subject }) => Subject)).toEqual(['Your account works again']);
  });

  it('the email about a disabled account is not sent if the account is enabled while auth is asked for its address', async () => {
    auth.slow.add(people.ana.id);
    const disabled = await tell(service, 'user.disabled', { userId: people.ana.id }, 2);
    await eventually(() => expect(auth.waiting).toBe(1));
    const enabled = await tell(service, 'user.enabled', { userId: people.ana.id }, 3);
    await eventually(async () => expect((await row(enabled)).state).toBe('pending'));
    auth.slow.clear();
    await settled([disabled, enabled]);
    expect([(await row(disabled)).state, (await row(enabled)).state]).toEqual(['cancelled', 'sent']);
  });

  it('a refused or busy mailbox does not delay other emails', async () => {
    auth.users.push({ id: people.chloe.id, email: 'chloe@refused.test', firstName: 'Chloe', role: 'user' });
    auth.users.find(({ id }) => id === people.ben.id)!.email = 'ben@busy.test';
    const refused = await tell(service, 'upload.completed', aboutUpload('clean', people.chloe.id));
    const busy = await tell(service, 'upload.completed', aboutUpload('clean', people.ben.id));
    await eventually(async () => expect((await row(refused)).lastError).toBe('smtp:550'));
    await eventually(async () => expect((await row(busy)).lastError).toBe('smtp:451'));
    await settled([await tell(service, 'upload.completed', aboutUpload('clean'))]);
    expect(mails().map(to)).toEqual([people.ana.email]);
    expect((await row(refused)).state).toBe('pending');
    auth.users.find(({ id }) => id === people.ben.id)!.email = people.ben.email;
    await settled([busy]);
  });

  it('many slow emails of one user do not delay those of others', async () => {
    auth.slow.add(people.ana.id);
    const slow = await Promise.all(
      Array.from({ length: 40 }, () => tell(service, 'upload.completed', aboutUpload('clean'))),
    );
    await eventually(async () => {
      const begun = await service.prisma.mailDelivery.count({ where: { attempts: 1 } });
      expect(begun).toBe(12); // Three quarters of the 16 places.
    });
    await settled([await tell(service, 'upload.completed', aboutUpload('clean', people.ben.id))]);
    expect(mails().map(to)).toEqual([people.ben.email]);
    auth.slow.clear();
    await settled(slow);
    expect(mails()).toHaveLength(41);
  });

  it('the age of the oldest waiting email is measured, and is 0 once it has been sent', async () => {
    const age = async () => {
      const metrics = await (await fetch(`${service.url}/metrics`)).text();
      return Number(/^mail_pending_oldest_seconds (\S+)$/m.exec(metrics)?.[1]);
    };
    const account = auth.users.find(({ id }) => id === people.ben.id)!;
    account.email = 'ben@refused.test';
    const eventId = await tell(service, 'upload.completed', aboutUpload('clean', people.ben.id));
    await eventually(async () => expect((await row(eventId)).lastError).toBe('smtp:550'));
    const createdAt = new Date(Date.now() - 20 * 60_000);
    await service.prisma.mailDelivery.updateMany({ where: { eventId }, data: { createdAt } });
    expect(await age()).toBeGreaterThanOrEqual(20 * 60);
    account.email = people.ben.email;
    await service.prisma.mailDelivery.updateMany({ where: { eventId }, data: { dueAt: new Date() } });
    await settled([eventId]);
    expect(await age()).toBe(0);
  });

  it('an email that keeps failing is marked as failed after three days and counted', async () => {
    auth.users.push({ id: people.chloe.id, email: 'chloe@refused.test', firstName: 'Chloe', role: 'user' });
    const eventId = await tell(service, 'upload.completed', aboutUpload('clean', people.chloe.id));
    await eventually(async () => expect((await row(eventId)).lastError).toBe('smtp:550'));
    await service.prisma.mailDelivery.updateMany({
      where: { eventId },
      data: { createdAt: new Date(Date.now() - 73 * 3_600_000), dueAt: new Date() },
    });
    await settled([eventId]);
    expect((await row(eventId)).state).toBe('failed');
    expect(await (await fetch(`${service.url}/metrics`)).text()).toContain(
      'mail_deliveries{state="failed"} 1',
    );
  });
});
