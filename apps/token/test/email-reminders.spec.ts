import { randomUUID } from 'node:crypto';
import type { AttentionTokensResponse, NewLinkResponse, Reminders } from '@caredrop/contracts';
import type { DescribeLinkEmailResponse } from '@caredrop/contracts/internal';
import { eventually, people } from '@caredrop/testing';
import { DescribeLinkEmail } from '../src/emails/describe-link-email.js';
import { Prisma } from '../src/generated/prisma/client.js';
import { ForgetEmailAddresses } from '../src/jobs/forget-email-addresses.js';
import { postponeReminders } from '../src/reminder-plan/postpone-reminders.js';
import { ResumeReminders } from '../src/reminders/resume-reminders.js';
import { StatisticsQueries } from '../src/statistics/statistics.queries.js';
import { isNotAnswering } from '../src/tokens/token.js';
import { anAddress, aNumber, reminders } from './support/a-reminded-link.js';
import { emailStatusOf } from './support/email-status.js';
import { smsStatusOf } from './support/sms-status.js';
import { ana, ben, TokenApp } from './support/token-app.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let app: TokenApp;
let clinic: ReturnType<typeof reminders>;

beforeAll(async () => {
  app = await TokenApp.start({ CLINIC_NAME: 'Elm Road Surgery', EMAIL_PER_ADDRESS_PER_DAY: '4' });
  clinic = reminders(app);
});
afterAll(async () => app.stop());

const later = (time: Date, ms: number) => new Date(time.getTime() + ms);
const users = (disabled?: boolean) =>
  [people.ana, people.ben].map((one) => ({ ...one, ...(disabled !== undefined && { disabled }) }));

/** Makes sure that no reminder of an earlier test is due, and that none of its emails counts against a limit. */
beforeEach(async () => {
  app.notification.calls.length = 0;
  app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
  app.auth.on('/internal/users/names', () => ({ users: users(false) }));
  await app.prisma.$executeRaw`UPDATE tokens SET next_reminder_at = NULL`;
  await app.prisma.$executeRaw`UPDATE link_emails SET address_mark = NULL`;
});

const emailStatus = emailStatusOf(() => app);
const smsStatus = smsStatusOf(() => app);
const describeEmail = (deliveryId: string, tokenId: string, now: Date) =>
  app.get(DescribeLinkEmail).execute({ deliveryId, tokenId }, now);
const requested = async (tokenId: string) =>
  (await app.prisma.outbox.findMany({ where: { type: 'token.email_requested', aggregateId: tokenId } }))
    .length;
const audited = async (tokenId: string, action = 'token.send_reminder') =>
  (await app.audited(action))
    .filter(({ subject }) => (subject as { id: string }).id === tokenId)
    .map(({ outcome, reason }) => [outcome, reason ?? null]);

/** Why the link needs attention; undefined if it does not. */
async function attention(tokenId: string) {
  const { body } = await app.call<AttentionTokensResponse>('GET', '/tokens/attention', { as: ana });
  return body.data.tokens.find(({ token }) => token.id === tokenId)?.reason;
}

/** A link whose due reminder has been queued as an email. */
async function reminded() {
  const link = await clinic.emailed();
  await clinic.sweep(link.due);
  const [{ deliveryId = '' } = {}] = await clinic.emails(link.id);
  return { ...link, deliveryId };
}

describe('the plan of an emailed link', () => {
  it('reminders are planned once the mail server has accepted the email, for the same days as after a text', async () => {
    const token = await app.create();
    const { ifTextedNow } = await clinic.of(token.id);
    const deliveryId = await clinic.email(token.id, { email: anAddress(), reminders: true });
    expect((await clinic.of(token.id)).planned).toEqual([]);
    await emailStatus({ tokenId: token.id, deliveryId }, 'sent');
    await eventually(async () => expect((await clinic.of(token.id)).planned).toHaveLength(3));
    const { planned, channel } = await clinic.of(token.id);
    expect(channel).toBe('email');
    planned.forEach((time, index) =>
      expect(Math.abs(Date.parse(time) - Date.parse(ifTextedNow[index]!))).toBeLessThan(HOUR / 6),
    );
    expect(await audited(token.id, 'token.plan_reminders')).toEqual([['success', null]]);
  });

  it.each([false, undefined])('an email with "reminders: %s" plans none', async (wanted) => {
    const token = await app.create();
    const deliveryId = await clinic.email(token.id, { email: anAddress(), reminders: wanted });
    await emailStatus({ tokenId: token.id, deliveryId }, 'sent');
    await eventually(async () => expect((await app.listed(token.id)).emailStatus).toBe('sent'));
    expect((await clinic.of(token.id)).planned).toEqual([]);
  });

  it('a value of "reminders" other than true or false is refused with 400', async () => {
    const { id } = await app.create();
    const body = { email: anAddress(), reminders: 'yes' };
    const response = await app.call('POST', `/tokens/${id}/send-email`, { as: ana, body });
    expect(response).toMatchObject({ status: 400, body: { code: 'reminders_invalid' } });
  });

  it('the choice of reminders is stored for a new link that is emailed and for a scheduled email', async () => {
    const body = { patientRefId: 'P-1', email: anAddress(), reminders: true };
    const made = await app.call<NewLinkResponse>('POST', '/tokens', { as: ana, body });
    const sendAt = later(new Date(), DAY).toISOString();
    const planned = await app.call<NewLinkResponse>('POST', '/tokens', {
      as: ana,
      body: { ...body, sendAt },
    });
    const where = { tokenId: made.body.data.token.id };
    expect(await app.prisma.linkEmail.findFirst({ where })).toMatchObject({ wantsReminders: true });
    const scheduled = { tokenId: planned.body.data.token.id };
    expect(await app.prisma.scheduledSend.findFirst({ where: scheduled })).toMatchObject({
      wantsReminders: true,
    });
  });

  it('reminders of a link that is both texted and emailed go by text, whichever message is accepted first', async () => {
    const first = await clinic.emailed();
    await clinic.send(first.id, aNumber());
    expect(await clinic.of(first.id)).toMatchObject({ channel: 'sms' });
    const second = await clinic.texted();
    const before = (await clinic.of(second.id)).planned;
    const deliveryId = await clinic.email(second.id, { email: anAddress(), reminders: false });
    await emailStatus({ tokenId: second.id, deliveryId }, 'sent');
    await eventually(async () => expect((await app.listed(second.id)).emailStatus).toBe('sent'));
    expect(await clinic.of(second.id)).toMatchObject({ channel: 'sms', planned: before });
  });

  it('reminders by email are planned when the text has failed, if they were wanted with the email', async () => {
    for (const wanted of [true, false]) {
      const token = await app.create();
      await clinic.send(token.id, aNumber());
      const smsDelivery = String(app.notification.calls.at(-1)?.body.deliveryId);
      const deliveryId = await clinic.email(token.id, { email: anAddress(), reminders: wanted });
      await emailStatus({ tokenId: token.id, deliveryId }, 'sent');
      await eventually(async () => expect((await app.listed(token.id)).emailStatus).toBe('sent'));
      await smsStatus(token.id, smsDelivery, 'failed', '30005');
      await eventually(async () => expect((await app.listed(token.id)).smsStatus).toBe('failed'));
      const expected = wanted
        ? { channel: 'email', planned: [expect.any(String), expect.any(String), expect.any(String)] }
        : { planned: [], stopped: 'failed' };
      expect(await clinic.of(token.id)).toMatchObject(expected);
    }
  });

  it('no reminders by email are planned when the recipient of the text has replied STOP', async () => {
    const token = await app.create();
    await clinic.send(token.id, aNumber());
    const smsDelivery = String(app.notification.calls.at(-1)?.body.deliveryId);
    const deliveryId = await clinic.email(token.id, { email: anAddress(), reminders: true });
    await emailStatus({ tokenId: token.id, deliveryId }, 'sent');
    await eventually(async () => expect((await app.listed(token.id)).emailStatus).toBe('sent'));
    await smsStatus(token.id, smsDelivery, 'failed', '21610');
    await eventually(async () => expect((await clinic.of(token.id)).stopped).toBe('suppressed'));
    expect((await clinic.of(token.id)).planned).toEqual([]);
  });

  it('the plan ends when another email is refused, and begins again with one that is accepted', async () => {
    const { id, address, due } = await clinic.emailed();
    await clinic.sweep(due);
    const refused = await clinic.email(id, { email: anAddress(), reminders: true });
    await emailStatus({ tokenId: id, deliveryId: refused }, 'failed', { errorCode: '550' });
    await eventually(async () =>
      expect(await clinic.of(id)).toMatchObject({ planned: [], stopped: 'failed' }),
    );
    const again = await clinic.email(id, { email: address, reminders: true });
    await emailStatus({ tokenId: id, deliveryId: again }, 'sent');
    await eventually(async () => expect((await clinic.of(id)).planned).toHaveLength(3));
    expect(await clinic.row(id)).toMatchObject({ reminderCount: 0, remindersStopped: null });
  });
});

describe('a due reminder of an emailed link', () => {
  it('a due reminder is queued once, in the transaction that claims it, and its later status is shown', async () => {
    const link = await clinic.emailed();
    const before = await requested(link.id);
    await clinic.sweep(later(link.due, -1));
    expect(await clinic.emails(link.id)).toEqual([]);
    await Promise.all([clinic.sweep(link.due), clinic.sweep(link.due), clinic.sweep(link.due)]);
    const emails = await clinic.emails(link.id);
    expect(emails).toMatchObject([{ reminder: 1, address: link.address, senderId: ana.userId }]);
    expect(await requested(link.id)).toBe(before + 1);
    expect(app.notification.calls).toEqual([]);
    expect((await clinic.of(link.id)).sent).toEqual([
      { at: link.due.toISOString(), status: null, channel: 'email' },
    ]);
    await emailStatus({ tokenId: link.id, deliveryId: emails[0]!.deliveryId }, 'sent');
    await eventually(async () => expect((await clinic.of(link.id)).sent).toMatchObject([{ status: 'sent' }]));
    expect(await audited(link.id)).toEqual([['success', null]]);
    expect((await clinic.row(link.id)).reminderCount).toBe(1);
  });

  it('an emailed reminder changes neither the status of the clinician’s email nor whether the link was opened', async () => {
    const link = await clinic.emailed();
    await app.prisma.token.update({ where: { id: link.id }, data: { openedAt: new Date() } });
    const before = await clinic.row(link.id);
    await clinic.sweep(link.due);
    const [{ deliveryId = '' } = {}] = await clinic.emails(link.id);
    await emailStatus({ tokenId: link.id, deliveryId }, 'failed', { errorCode: '450x' });
    await eventually(async () =>
      expect((await clinic.of(link.id)).sent).toMatchObject([{ status: 'failed' }]),
    );
    const { emailStatus: status, emailDeliveryId, openedAt } = before;
    expect(await clinic.row(link.id)).toMatchObject({ emailStatus: status, emailDeliveryId, openedAt });
  });

  it('an emailed reminder says that the clinic is waiting, with the deadline and the link, but without the reference', async () => {
    const { id, due, deliveryId, token, patient_ref_id } = await reminded();
    const email = await describeEmail(deliveryId, id, later(due, 1000));
    expect(email).toMatchObject({
      outcome: 'found',
      subject: 'Send a document to Elm Road Surgery',
      link: `https://care.example/upload?token=${token}`,
      before: [
        expect.stringMatching(
          /^Your clinic is still waiting for your document\. Please send it by \d\d:\d\d on \w+day \d+ \w+:$/,
        ),
      ],
    });
    expect(JSON.stringify(email)).not.toContain(patient_ref_id);
  });

  it('the next reminder comes at least 48 hours after the last one was accepted', async () => {
    const { id, due, deliveryId } = await reminded();
    const next = await clinic.nextDue(id);
    expect(next.getTime()).toBeGreaterThanOrEqual(due.getTime() + 2 * DAY);
    const before = Date.now();
    await emailStatus({ tokenId: id, deliveryId }, 'sent');
    await eventually(async () => expect(await audited(id)).toEqual([['success', null]]));
    const { lastReminderAt, nextReminderAt } = await clinic.row(id);
    expect(lastReminderAt!.getTime()).toBeGreaterThanOrEqual(before);
    expect(lastReminderAt!.getTime()).toBeLessThanOrEqual(Date.now());
    expect(nextReminderAt!.getTime()).toBeGreaterThanOrEqual(lastReminderAt!.getTime() + 2 * DAY);
  });

  it('an emailed reminder is recorded once when its status arrives twice', async () => {
    const { id, deliveryId } = await reminded();
    for (let n = 0; n < 2; n += 1) await emailStatus({ tokenId: id, deliveryId }, 'sent');
    await app.prisma.$executeRaw`UPDATE tokens SET next_reminder_at = NULL`;
    const marker = await reminded();
    await emailStatus({ tokenId: marker.id, deliveryId: marker.deliveryId }, 'sent');
    await eventually(async () => expect(await audited(marker.id)).toHaveLength(1));
    expect(await audited(id)).toEqual([['success', null]]);
  });

  it.each([
    ['the mail server refuses it for good', '550', 'smtp_550'],
    ['its address is invalid', 'EENVELOPE', 'EENVELOPE'],
  ])('an emailed reminder ends the plan when %s', async (_what, errorCode, reason) => {
    const { id, deliveryId } = await reminded();
    await emailStatus({ tokenId: id, deliveryId }, 'failed', { errorCode });
    await eventually(async () =>
      expect(await clinic.of(id)).toMatchObject({
        planned: [],
        stopped: 'failed',
        sent: [{ status: 'failed' }],
      }),
    );
    expect(await audited(id)).toEqual([['failed', reason]]);
  });

  it('an emailed reminder does not end the plan when no mail server accepted it in time', async () => {
    const { id, deliveryId } = await reminded();
    await emailStatus({ tokenId: id, deliveryId }, 'failed', { errorCode: 'given_up' });
    await eventually(async () => expect(await audited(id)).toEqual([['failed', 'given_up']]));
    expect(await clinic.of(id)).toMatchObject({
      stopped: null,
      planned: [expect.any(String), expect.any(String)],
    });
  });

  it('an emailed reminder that was cancelled counts and is not sent again', async () => {
    const { id, due, deliveryId } = await reminded();
    await app.prisma.token.update({ where: { id }, data: { remindersPausedAt: new Date() } });
    await emailStatus({ tokenId: id, deliveryId }, 'cancelled');
    await eventually(async () => expect(await audited(id)).toEqual([['refused', 'paused']]));
    expect((await clinic.of(id)).sent).toEqual([]);
    await app.get(ResumeReminders).execute(await clinic.row(id), later(due, 1000));
    await clinic.sweep(later(due, HOUR));
    expect(await clinic.emails(id)).toHaveLength(1);
    expect((await clinic.row(id)).reminderCount).toBe(1);
  });

  it.each([
    ['was cancelled', 'cancelled', null],
    ['reached no mail server in time', 'failed', 'given_up'],
  ] as const)(
    'a link whose only reminder %s is not marked as not answering',
    async (_what, status, errorCode) => {
      const { id, deliveryId } = await reminded();
      await app.prisma.token.update({ where: { id }, data: { nextReminderAt: null } });
      await emailStatus({ tokenId: id, deliveryId }, status, { errorCode });
      await eventually(async () => expect(await audited(id)).toHaveLength(1));
      expect(await clinic.row(id)).toMatchObject({ reminderCount: 1, lastReminderAt: null });
      for (const expiresAt of [later(new Date(), 20 * DAY), later(new Date(), -HOUR)]) {
        await app.prisma.token.update({ where: { id }, data: { expiresAt } });
        expect(isNotAnswering(await clinic.row(id), later(new Date(), 10 * DAY))).toBe(false);
        expect(await attention(id)).toBeUndefined();
      }
    },
  );

  it('the last reminder of a link is the one that was sent before a cancelled one', async () => {
    const { id, due, deliveryId } = await reminded();
    await emailStatus({ tokenId: id, deliveryId }, 'sent');
    await eventually(async () => expect(await audited(id)).toHaveLength(1));
    const nextReminderAt = later(due, 7 * DAY);
    await app.prisma.token.update({ where: { id }, data: { nextReminderAt } });
    await clinic.sweep(nextReminderAt);
    const [, second] = await clinic.emails(id);
    await emailStatus({ tokenId: id, deliveryId: second!.deliveryId }, 'cancelled');
    await eventually(async () => expect(await audited(id)).toHaveLength(2));
    expect(await clinic.row(id)).toMatchObject({ reminderCount: 2, lastReminderAt: due });
  });

  it('a reminder is postponed and does not count when its address has reached its daily email limit', async () => {
    const { id, due, address } = await clinic.emailed();
    for (let n = 0; n < 3; n += 1) {
      const other = await app.create(ben);
      const body = { email: address };
      await app.call('POST', `/tokens/${other.id}/send-email`, { as: ben, body });
    }
    await clinic.sweep(due);
    expect(await clinic.emails(id)).toEqual([]);
    const { reminderCount, nextReminderAt } = await clinic.row(id);
    expect(reminderCount).toBe(0);
    expect(nextReminderAt!.getTime()).toBeGreaterThan(due.getTime());
    expect(await audited(id)).toEqual([['failed', 'email_address_limit']]);
    await app.prisma.$executeRaw`UPDATE link_emails SET address_mark = NULL WHERE reminder IS NULL`;
    await clinic.sweep(nextReminderAt!);
    expect(await clinic.emails(id)).toHaveLength(1);
  });
});

describe('stop rules of an emailed link', () => {
  const changes: [string, Prisma.Sql][] = [
    ['is used', Prisma.sql`status = 'used'`],
    ['is revoked', Prisma.sql`status = 'revoked'`],
    ['is marked as expired', Prisma.sql`status = 'expired'`],
    ['has a confirmed upload', Prisma.sql`claim_id = gen_random_uuid(), confirmed_at = now()`],
    [
      'is receiving an upload',
      Prisma.sql`claim_id = gen_random_uuid(), lease_until = now() + interval '1 year'`,
    ],
    ['expires within two hours', Prisma.sql`expires_at = next_reminder_at + interval '1 hour'`],
    ['is paused', Prisma.sql`reminders_paused_at = now()`],
    ['has had three reminders', Prisma.sql`reminder_count = 3`],
    ['was reported as not the patient’s', Prisma.sql`problem_reason = 'not_mine'`],
    ['has no address', Prisma.sql`email_address = NULL`],
    ['has another address', Prisma.sql`email_address = 'other@example.test'`],
    ['is being emailed again', Prisma.sql`email_status = 'queued'`],
    ['has an email that was refused', Prisma.sql`email_status = 'failed'`],
    ['was texted', Prisma.sql`has_sms = true, sms_status = 'delivered', sms_phone_number = '+447700900999'`],
    ['has a text with an unknown status', Prisma.sql`has_sms = true, sms_status = 'other'`],
    ['is not yet due', Prisma.sql`next_reminder_at = next_reminder_at + interval '1 second'`],
  ];

  it.each(changes)(
    'a reminder is not claimed if its link %s after the sweep has read it',
    async (_what, change) => {
      const { id, due } = await clinic.emailed();
      const read = await clinic.due(id, due);
      await app.prisma.$executeRaw`UPDATE tokens SET ${change} WHERE id = ${id}::uuid`;
      expect(await clinic.claim(read, due)).toBeNull();
      expect(await clinic.emails(id)).toEqual([]);
    },
  );

  it('reminders of a link whose text has failed go by email', async () => {
    const { id, due } = await clinic.emailed();
    await app.prisma.$executeRaw`
      UPDATE tokens SET has_sms = true, sms_status = 'failed', sms_phone_number = '+447700900999' WHERE id = ${id}::uuid`;
    await clinic.sweep(due);
    expect(await clinic.emails(id)).toHaveLength(1);
    expect(app.notification.calls).toEqual([]);
  });

  it.each<[string, Prisma.Sql, string]>([
    ['is used', Prisma.sql`status = 'used'`, 'token_used'],
    ['is revoked', Prisma.sql`status = 'revoked'`, 'token_revoked'],
    ['has expired', Prisma.sql`status = 'expired'`, 'token_expired'],
    [
      'is receiving an upload',
      Prisma.sql`claim_id = gen_random_uuid(), lease_until = now() + interval '1 year'`,
      'token_receiving',
    ],
    ['is paused', Prisma.sql`reminders_paused_at = now()`, 'paused'],
    ['is stopped', Prisma.sql`reminders_stopped = 'failed'`, 'stopped'],
    ['was reported as not the patient’s', Prisma.sql`problem_reason = 'not_mine'`, 'not_mine'],
    ['was sent again', Prisma.sql`reminders_from = last_reminder_at + interval '1 second'`, 'texted_again'],
  ])('a queued reminder of a link that %s is not sent', async (_what, change, reason) => {
    const { id, due, deliveryId } = await reminded();
    expect((await describeEmail(deliveryId, id, due)).outcome).toBe('found');
    await app.prisma.$executeRaw`UPDATE tokens SET ${change} WHERE id = ${id}::uuid`;
    expect(await describeEmail(deliveryId, id, due)).toEqual({ outcome: 'ended' });
    await emailStatus({ tokenId: id, deliveryId }, 'cancelled');
    await eventually(async () => expect(await audited(id)).toEqual([['refused', reason]]));
  });

  it('a queued reminder waits while an upload with its link is being committed', async () => {
    const { id, due, deliveryId } = await reminded();
    const set = (claimId: string | null, confirmedAt: Date | null) =>
      app.prisma.token.update({ where: { id }, data: { claimId, confirmedAt } });
    await set(randomUUID(), new Date());
    await expect(describeEmail(deliveryId, id, due)).rejects.toMatchObject({ code: 'service_unavailable' });
    await set(null, null);
    expect((await describeEmail(deliveryId, id, due)).outcome).toBe('found');
  });

  it('a queued reminder is not sent once its link has been emailed to another address', async () => {
    const { id, due, deliveryId, address } = await reminded();
    await clinic.email(id, { email: address.toUpperCase() });
    expect((await describeEmail(deliveryId, id, due)).outcome).toBe('found');
    await clinic.email(id, { email: anAddress() });
    expect(await describeEmail(deliveryId, id, due)).toEqual({ outcome: 'ended' });
  });

  it('a queued reminder is not sent at night, nor more than a day after it was claimed', async () => {
    const { id, due, deliveryId } = await reminded();
    const at = (hour: string) => new Date(`${due.toISOString().slice(0, 10)}T${hour}:00.000Z`);
    const outcome = async (now: Date) => (await describeEmail(deliveryId, id, now)).outcome;
    expect(await outcome(at('19:59'))).toBe('found');
    expect(await outcome(at('20:01'))).toBe('ended');
    expect(await outcome(later(due, DAY))).toBe('found');
    expect(await outcome(later(due, DAY + 1))).toBe('ended');
  });

  it('a queued reminder is not sent for a disabled owner, and waits while the state of the account is unknown', async () => {
    const { id, due, deliveryId } = await reminded();
    app.auth.on('/internal/users/names', () => ({ users: users(true) }));
    expect(await describeEmail(deliveryId, id, due)).toEqual({ outcome: 'ended' });
    app.auth.on('/internal/users/names', () => ({ users: users() }));
    await expect(describeEmail(deliveryId, id, due)).rejects.toMatchObject({ code: 'service_unavailable' });
    app.auth.on('/internal/users/names', () => ({ users: users(false) }));
    expect((await describeEmail(deliveryId, id, due)).outcome).toBe('found');
  });

  it('a queued reminder of a team’s link is sent although its owner is disabled', async () => {
    const { id, due, deliveryId } = await reminded();
    await app.prisma.token.update({ where: { id }, data: { teamId: randomUUID() } });
    app.auth.on('/internal/users/names', () => ({ users: users(true) }));
    expect((await describeEmail(deliveryId, id, due)).outcome).toBe('found');
  });

  it('no reminder is sent for the links of a disabled clinician', async () => {
    const { id, due } = await clinic.emailed();
    app.auth.on('/internal/users/names', () => ({ users: users(true) }));
    await clinic.sweep(due);
    expect(await clinic.emails(id)).toEqual([]);
    expect(await audited(id)).toEqual([['refused', 'owner_disabled']]);
  });

  it('an email that a clinician sends is not held back by the rules for reminders', async () => {
    const token = await app.create();
    const deliveryId = await clinic.email(token.id, { email: anAddress() });
    await app.prisma.token.update({ where: { id: token.id }, data: { remindersPausedAt: new Date() } });
    const night = new Date(`${new Date().toISOString().slice(0, 10)}T02:00:00.000Z`);
    const response: DescribeLinkEmailResponse = await describeEmail(deliveryId, token.id, night);
    expect(response.outcome).toBe('found');
  });
});

describe('two links of one address', () => {
  it('two links of one address cause one reminder a day, whatever the case of the address', async () => {
    const address = anAddress();
    const [first, second] = [await clinic.emailed(address), await clinic.emailed(address.toUpperCase())];
    const now = later(second.due, 1000);
    await Promise.all([clinic.sweep(now), clinic.sweep(now)]);
    await clinic.sweep(later(now, 1000));
    const sent = [...(await clinic.emails(first.id)), ...(await clinic.emails(second.id))];
    expect(sent).toHaveLength(1);
    const skipped = sent[0]?.tokenId === first.id ? second : first;
    expect(await audited(skipped.id)).toEqual([['refused', 'address_reminded']]);
    expect(await clinic.row(skipped.id)).toMatchObject({ reminderCount: 0 });
    expect((await clinic.of(skipped.id)).planned).toHaveLength(2);
  });

  it.each([
    ['was reminded of another link within a day is not reminded', Prisma.sql`status = 'sent'`, true],
    ['has a queued reminder of another link is not reminded', Prisma.sql`status = 'queued'`, true],
    ['refused the other reminder is reminded', Prisma.sql`status = 'failed'`, false],
    ['got no other reminder because it was cancelled is reminded', Prisma.sql`status = 'cancelled'`, false],
    ['was reminded a day ago is reminded', Prisma.sql`created_at = created_at - interval '24 hours'`, false],
    ['was emailed only by a clinician is reminded', Prisma.sql`reminder = NULL`, false],
    ['has no stored hash any more is reminded', Prisma.sql`address_mark = NULL`, false],
  ])('an address that %s', async (_what, change, waits) => {
    const address = anAddress();
    const first = await clinic.emailed(address);
    await clinic.sweep(first.due);
    const second = await clinic.emailed(address);
    await app.prisma.$executeRaw`
      UPDATE link_emails SET ${change} WHERE token_id = ${first.id}::uuid AND reminder IS NOT NULL`;
    const claimed = await clinic.claim(await clinic.due(second.id, second.due), second.due);
    expect(claimed === null).toBe(waits);
  });
});

describe('pause, resume and the end of an emailed link’s reminders', () => {
  it('paused reminders are not emailed, and resuming continues with the next one', async () => {
    const { id, due } = await clinic.emailed();
    expect((await clinic.pause(id)).body.data).toMatchObject({ paused: true, planned: [] });
    await clinic.sweep(due);
    expect(await clinic.emails(id)).toEqual([]);
    const { paused, planned } = (await clinic.resume(id)).body.data as Reminders;
    expect([paused, planned.length]).toEqual([false, 3]);
  });

  it('a link is not answering a day after its last emailed reminder', async () => {
    const { id } = await clinic.emailed();
    await app.prisma.$executeRaw`
      UPDATE tokens SET reminder_count = 3, next_reminder_at = NULL, expires_at = now() + interval '20 days',
        last_reminder_at = now() - interval '25 hours' WHERE id = ${id}::uuid`;
    expect((await app.listed(id)).notAnswering).toBe(true);
    expect(await attention(id)).toBe('not_answering');
  });

  it('the address of a reminder is deleted when the link has ended', async () => {
    const { id, deliveryId } = await reminded();
    await app.prisma.token.update({ where: { id }, data: { status: 'used' } });
    await app.get(ForgetEmailAddresses).execute();
    expect(await app.prisma.linkEmail.findUnique({ where: { deliveryId } })).toMatchObject({ address: null });
  });

  it('a restored database sends no reminder that was queued before the backup', async () => {
    const { id, due, deliveryId } = await reminded();
    const clinicians = await app.create();
    const other = await clinic.email(clinicians.id, { email: anAddress() });
    await app.prisma.$executeRawUnsafe(postponeReminders);
    expect(await describeEmail(deliveryId, id, due)).toEqual({ outcome: 'ended' });
    expect((await describeEmail(other, clinicians.id, due)).outcome).toBe('found');
  });

  it('statistics count the emailed reminders of a link that were accepted', async () => {
    const { id, deliveryId } = await reminded();
    await app.prisma.token.update({ where: { id }, data: { ownerId: ben.userId } });
    await app.prisma.linkEmail.update({ where: { deliveryId }, data: { status: 'sent' } });
    for (const status of ['failed', 'cancelled', 'queued'])
      await app.prisma.linkEmail.create({
        data: { deliveryId: randomUUID(), tokenId: id, senderId: ana.userId, status, reminder: 2 },
      });
    const cohort = { since: later(new Date(), -DAY), before: later(new Date(), DAY), ownerId: ben.userId };
    const groups = await app.get(StatisticsQueries).groups(cohort, 'reminders');
    expect(groups).toContainEqual(expect.objectContaining({ key: '1', made: 1 }));
  });
});

it('a queued reminder is not sent while reminders are off in the settings', async () => {
  const off = await TokenApp.start({ REMINDERS: 'off' });
  try {
    const there = reminders(off);
    const token = await off.create();
    const deliveryId = await there.email(token.id, { email: anAddress(), reminders: true });
    const from = new Date('2027-01-11T10:00:00.000Z');
    await off.prisma.token.update({
      where: { id: token.id },
      data: { remindersFrom: from, reminderCount: 1 },
    });
    await off.prisma.linkEmail.update({ where: { deliveryId }, data: { reminder: 1, createdAt: from } });
    await off.prisma.token.update({ where: { id: token.id }, data: { expiresAt: new Date('2027-02-01') } });
    const { outcome } = await off.get(DescribeLinkEmail).execute({ deliveryId, tokenId: token.id }, from);
    expect(outcome).toBe('ended');
  } finally {
    await off.stop();
  }
});
