import { randomUUID } from 'node:crypto';
import { GIVEN_UP } from '@caredrop/contracts';
import { eventually, people, type TestDatabase } from '@caredrop/testing';
import { startMailInbox, type MailInbox } from '@caredrop/testing/backing';
import { SettlePatientEmail } from '../src/mail/settle-patient-email.js';
import type { TakenDelivery } from '../src/mail/take-turns.js';
import { FakeTokenService } from './support/fake-token-service.js';
import { notificationDatabase } from './support/database.js';
import { tell, tellAgain } from './support/events.js';
import { environment, startService, type Environment, type RunningService } from './support/service.js';

let database: TestDatabase;
let inbox: MailInbox;
let tokens: FakeTokenService;
let service: RunningService;
let env: Environment;

beforeAll(async () => {
  database = await notificationDatabase();
  inbox = await startMailInbox();
  tokens = new FakeTokenService();
  const urls = { SMTP_URL: inbox.smtpUrl, TOKEN_URL: await tokens.start() };
  env = environment({ DATABASE_URL: database.url, ...urls });
  service = await startService(env);
});
afterAll(async () => {
  await service.stop();
  await inbox.stop();
  await tokens.stop();
  await database.drop();
});

async function restart(changed: Environment): Promise<void> {
  await service.stop();
  service = await startService({ ...env, ...changed });
}
const row = (deliveryId: string) =>
  service.prisma.mailDelivery.findUniqueOrThrow({ where: { id: deliveryId } });
const lastErrorOf = async (deliveryId: string) =>
  (await service.prisma.mailDelivery.findUnique({ where: { id: deliveryId } }))?.lastError;
const mailsTo = (address: string) =>
  inbox.mails.filter(({ To }) => To.some(({ Address }) => Address === address));

/** Requests an email as the token service does. `address` null: its link has ended. */
async function request(address: string | null) {
  const deliveryId = randomUUID();
  if (address !== null) tokens.addresses.set(deliveryId, address);
  const data = { tokenId: randomUUID(), ownerId: people.ana.id, deliveryId };
  return { deliveryId, tokenId: data.tokenId, eventId: await tell(service, 'token.email_requested', data) };
}

/** The status changes that were published about an email. */
async function announced(deliveryId: string): Promise<unknown[]> {
  const rows = await service.prisma.outbox.findMany({
    where: { type: 'email.status_changed', aggregateId: deliveryId },
  });
  return rows.map(({ envelope }) => {
    const { aggregateVersion, data } = envelope as { aggregateVersion: number; data: object };
    return { aggregateVersion, ...data };
  });
}

async function expectAnnounced(
  { deliveryId, tokenId }: Awaited<ReturnType<typeof request>>,
  status: string,
  errorCode: string | null = null,
): Promise<void> {
  const expected = { aggregateVersion: 1, tokenId, deliveryId, status, errorCode };
  await eventually(async () => expect(await announced(deliveryId)).toEqual([expected]));
}

describe('emails with a link', () => {
  it('an email is sent once and its status published, even if its event arrives twice', async () => {
    const asked = await request('patient-one@example.test');
    await expectAnnounced(asked, 'sent');
    await tellAgain(service, asked.eventId);
    await service.prisma.inbox.deleteMany({ where: { eventId: asked.eventId } });
    await tellAgain(service, asked.eventId);
    await eventually(async () =>
      expect(await service.prisma.inbox.count({ where: { eventId: asked.eventId } })).toBe(1),
    );
    await expectAnnounced(await request('patient-two@example.test'), 'sent');
    const [mail, ...others] = mailsTo('patient-one@example.test');
    expect(others).toEqual([]);
    expect(mail?.MessageID).toBe(`${asked.deliveryId}@drop.clinic.example`);
    expect(mail?.Text).toContain(`\n${tokens.linkOf(asked.deliveryId)}\n`);
  });

  it('the HTML of an email in a right-to-left language declares the direction', async () => {
    await expectAnnounced(await request('patient-three@example.test'), 'sent');
    const [mail] = mailsTo('patient-three@example.test');
    expect(mail?.HTML).toContain('<html lang="ar" dir="rtl">');
    expect(mail?.Subject).toBe('أرسل مستندًا إلى عيادتك');
  });

  it('the address and the link of an email are neither stored nor logged', async () => {
    const { deliveryId } = await request('patient-four@example.test');
    await eventually(() => expect(mailsTo('patient-four@example.test')).toHaveLength(1));
    const stored = await service.prisma.$queryRaw`
      SELECT (SELECT json_agg(d) FROM mail_deliveries d) AS d, (SELECT json_agg(o) FROM outbox o) AS o`;
    for (const secret of ['patient-four@example.test', 'secret']) {
      expect(JSON.stringify(stored)).not.toContain(secret);
      expect(service.logged()).not.toContain(secret);
    }
    expect((await row(deliveryId)).tokenId).not.toBeNull();
  });

  it('an email is cancelled and not sent if its link has ended', async () => {
    const before = inbox.mails.length;
    const asked = await request(null);
    await expectAnnounced(asked, 'cancelled');
    expect((await row(asked.deliveryId)).state).toBe('cancelled');
    expect(inbox.mails).toHaveLength(before);
  });

  it('an email to an address that the mail server refuses fails at once, without an alert for operators', async () => {
    const asked = await request('patient@refused.test');
    await expectAnnounced(asked, 'failed', '550');
    expect((await row(asked.deliveryId)).state).toBe('refused');
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toContain('mail_deliveries{state="failed"} 0');
    expect(metrics).toMatch(/mail_deliveries_total\{purpose="upload_link",outcome="refused"\} 1/);
  });

  it('a settled email is not settled again by a worker whose lease has ended', async () => {
    const asked = await request('patient-six@example.test');
    await expectAnnounced(asked, 'sent');
    const delivery = await row(asked.deliveryId);
    await service.app.get(SettlePatientEmail).execute(delivery as TakenDelivery, 'failed', '550');
    expect(await row(asked.deliveryId)).toEqual(delivery);
    await expectAnnounced(asked, 'sent');
  });

  it('an email that the mail server keeps postponing fails after three days', async () => {
    const asked = await request('patient@busy.test');
    await eventually(async () => expect(await lastErrorOf(asked.deliveryId)).toBe('smtp:451'));
    expect(await announced(asked.deliveryId)).toEqual([]);
    const createdAt = new Date(Date.now() - 73 * 3_600_000);
    await service.prisma.mailDelivery.update({
      where: { id: asked.deliveryId },
      data: { createdAt, dueAt: new Date() },
    });
    await expectAnnounced(asked, 'failed', GIVEN_UP);
  });

  it('an email waits while the token service is down and is sent when it is up again', async () => {
    tokens.down = true;
    const asked = await request('patient-five@example.test');
    await eventually(async () => expect(await lastErrorOf(asked.deliveryId)).toBe('token:503'));
    tokens.down = false;
    await expectAnnounced(asked, 'sent');
    expect(mailsTo('patient-five@example.test')).toHaveLength(1);
  });

  it('an email is pending while the mail server refuses the sender, and is sent once it accepts the sender', async () => {
    await restart({ MAIL_FROM: 'no-reply@refused.test' });
    const asked = await request('patient-seven@example.test');
    await eventually(async () => expect(await lastErrorOf(asked.deliveryId)).toBe('smtp:550'));
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toContain('mail_deliveries{state="pending"} 1');
    expect(await announced(asked.deliveryId)).toEqual([]);
    await restart({});
    await expectAnnounced(asked, 'sent');
  });
});
