import { randomUUID } from 'node:crypto';
import { errors, IN_DOUBT, LOST, type Reminders, type Token } from '@caredrop/contracts';
import { eventually, people } from '@caredrop/testing';
import { Prisma } from '../src/generated/prisma/client.js';
import { ForgetPhoneNumbers } from '../src/jobs/forget-phone-numbers.js';
import { isReminderHour } from '../src/reminder-plan/reminder-plan.js';
import { HandOverReminder } from '../src/reminders/hand-over-reminder.js';
import { dueReminders } from '../src/reminders/due-reminders.js';
import { SendDueReminders } from '../src/reminders/send-due-reminders.js';
import { isNotAnswering } from '../src/tokens/token.js';
import { aNumber, clinicRules, reminders } from './support/a-reminded-link.js';
import { smsStatusOf } from './support/sms-status.js';
import { ana, ben, dora, TokenApp } from './support/token-app.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let app: TokenApp;
let clinic: ReturnType<typeof reminders>;

beforeAll(async () => {
  app = await TokenApp.start({ DATABASE_POOL: '20' });
  clinic = reminders(app);
});
afterAll(async () => app.stop());

const later = (time: Date, ms: number) => new Date(time.getTime() + ms);
const accept = () => ({ outcome: 'accepted', status: 'sent' });
const users = (disabled = false) =>
  [people.ana, people.ben, people.dora].map((one) => ({ ...one, disabled }));

/** Makes sure that no reminder of an earlier test is due. */
beforeEach(async () => {
  app.notification.calls.length = 0;
  app.notification.on('/internal/sms', accept);
  app.auth.on('/internal/users/names', () => ({ users: users() }));
  await app.prisma.$executeRaw`UPDATE tokens SET next_reminder_at = NULL`;
  await app.prisma.$executeRaw`UPDATE sms_sends SET send_at = NULL`;
});

const statusChanged = smsStatusOf(() => app);

const audited = async (tokenId: string) => {
  const rows = await app.prisma.outbox.findMany({
    where: { type: 'audit.recorded', aggregateId: tokenId },
    orderBy: { createdAt: 'asc' },
  });
  return rows.map((row) => {
    const { data } = row.envelope as unknown as {
      data: { action: string; outcome: string; reason: string | null };
    };
    return [data.action, data.outcome, data.reason];
  });
};

describe('the plan of a link', () => {
  it('a text with reminders plans them from the time it was sent', async () => {
    const token = await app.create();
    const { ifTextedNow } = await clinic.of(token.id);
    await clinic.send(token.id, aNumber());
    const { planned, ...rest } = await clinic.of(token.id);
    const row = await clinic.row(token.id);
    expect(planned).toEqual(clinic.planned(token, row.remindersFrom!).map((time) => time.toISOString()));
    expect(ifTextedNow).toHaveLength(3);
    expect(rest).toMatchObject({ sent: [], paused: false, stopped: null, timeZone: 'Europe/London' });
    expect(await audited(token.id)).toContainEqual(['token.plan_reminders', 'success', null]);
  });

  it.each([false, undefined])('a text with "reminders: %s" plans none', async (wanted) => {
    const token = await app.create();
    await app.call('POST', `/tokens/${token.id}/send-sms`, {
      as: ana,
      body: { phoneNumber: aNumber(), reminders: wanted },
    });
    expect(await clinic.of(token.id)).toMatchObject({ planned: [], sent: [] });
  });

  it('a value of "reminders" other than true or false is refused with 400', async () => {
    const token = await app.create();
    const body = { phoneNumber: aNumber(), reminders: 'yes' };
    const response = await app.call('POST', `/tokens/${token.id}/send-sms`, { as: ana, body });
    expect(response).toMatchObject({ status: 400, body: { code: 'reminders_invalid' } });
  });

  it('a text that the provider refuses plans no reminders', async () => {
    app.notification.on('/internal/sms', () => ({ outcome: 'refused', reason: 'x', code: '21614' }));
    const token = await app.create();
    await clinic.send(token.id, aNumber());
    expect((await clinic.row(token.id)).nextReminderAt).toBeNull();
  });

  it('a text whose acceptance is known only from its status plans reminders once', async () => {
    app.notification.on('/internal/sms', () => ({ outcome: 'refused', reason: 'x', code: 'in_doubt' }));
    const token = await app.create();
    await clinic.send(token.id, aNumber());
    const deliveryId = String(app.notification.calls.at(-1)?.body.deliveryId);
    await statusChanged(token.id, deliveryId, 'delivered');
    await eventually(async () => expect((await clinic.of(token.id)).planned).toHaveLength(3));
    const plans = (await audited(token.id)).filter(([action]) => action === 'token.plan_reminders');
    expect(plans).toHaveLength(1);
  });

  it.each(['30003', '30005'])('a text that is not delivered (%s) ends the plan', async (code) => {
    const { id } = await clinic.texted();
    await statusChanged(id, String(app.notification.calls.at(-1)?.body.deliveryId), 'failed', code);
    await eventually(async () =>
      expect(await clinic.of(id)).toMatchObject({ planned: [], stopped: 'failed' }),
    );
  });

  it('sending another text restarts the reminder schedule', async () => {
    const { id, due, phoneNumber } = await clinic.texted();
    await clinic.sweep(due);
    await clinic.pause(id);
    await clinic.send(id, phoneNumber);
    const row = await clinic.row(id);
    expect(row).toMatchObject({ reminderCount: 0, lastReminderAt: null, remindersPausedAt: null });
    expect((await clinic.of(id)).planned).toHaveLength(3);
  });

  it.each([
    ['a later', 60, 58],
    ['an earlier', 20, 18],
  ])('%s expiry moves the reminder that depends on it', async (_what, days, before) => {
    const { id } = await clinic.texted();
    const body = { days };
    expect((await app.call('POST', `/tokens/${id}/extend`, { as: ana, body })).status).toBe(200);
    const { planned } = await clinic.of(id);
    expect(planned).toHaveLength(3);
    const distance = (Date.parse(planned[2]!) - Date.now()) / DAY;
    expect(Math.abs(distance - before)).toBeLessThan(2.5);
  });

  it('sending another text without reminders ends the plan', async () => {
    const { id, phoneNumber } = await clinic.texted();
    await clinic.send(id, phoneNumber, false);
    expect(await clinic.of(id)).toMatchObject({ planned: [], ifTextedNow: expect.any(Array) as unknown });
  });
});

describe('a due reminder', () => {
  it('a due reminder is texted once, with the deadline in words and the link at the end', async () => {
    const token = await clinic.texted();
    await clinic.sweep(later(token.due, -1));
    expect(clinic.handedOver(token.id)).toEqual([]);
    await clinic.sweep(token.due);
    await clinic.sweep(later(token.due, 1000));
    expect(clinic.handedOver(token.id)).toHaveLength(1);
    const { body } = app.notification.calls.at(-1)!;
    expect(body).toMatchObject({ to: token.phoneNumber, senderId: ana.userId });
    const link = `https://care.example/upload?token=${token.token}`;
    expect(body.link).toBe(link);
    expect(body.body).toMatch(
      /^Your clinic is still waiting for your document\. Please send it by \d\d:\d\d on \w+day \d+ \w+: \{link\}$/,
    );
    expect(String(body.body)).not.toContain(token.patient_ref_id);
    expect((await clinic.of(token.id)).sent).toEqual([
      { at: token.due.toISOString(), status: 'sent', channel: 'sms' },
    ]);
    expect(await audited(token.id)).toContainEqual(['token.send_reminder', 'success', null]);
  });

  it('the status of a reminder is shown with the reminder and does not change the status of the text', async () => {
    const { id, due } = await clinic.texted();
    await clinic.sweep(due);
    await statusChanged(id, clinic.handedOver(id)[0]!, 'failed', '30003');
    await eventually(async () =>
      expect(await clinic.of(id)).toMatchObject({ sent: [{ status: 'failed' }], stopped: null }),
    );
    expect((await app.listed(id)).smsStatus).toBe('sent');
    expect((await clinic.of(id)).planned).toHaveLength(2);
  });

  it('a reminder that fails for good ends the plan', async () => {
    const { id, due } = await clinic.texted();
    await clinic.sweep(due);
    await statusChanged(id, clinic.handedOver(id)[0]!, 'failed', '30005');
    await eventually(async () =>
      expect(await clinic.of(id)).toMatchObject({ planned: [], stopped: 'failed' }),
    );
  });

  it('a reminder to a number that has opted out ends the plan', async () => {
    const { id, due } = await clinic.texted();
    app.notification.on('/internal/sms', () => ({ outcome: 'refused', reason: 'x', code: '21610' }));
    await clinic.sweep(due);
    expect(await clinic.of(id)).toMatchObject({ planned: [], stopped: 'suppressed' });
    expect(await audited(id)).toContainEqual(['token.send_reminder', 'failed', 'sms_21610']);
  });

  it.each([
    ['the daily limit', { outcome: 'limited', limit: 'clinician', retryAfterSeconds: 7200 }, 2 * HOUR],
    ['an unreachable provider', { outcome: 'refused', reason: 'x', code: 'unreachable' }, HOUR],
  ])('a reminder held back by %s does not count and is sent later', async (_what, response, waitMs) => {
    const { id, due } = await clinic.texted();
    app.notification.on('/internal/sms', () => response);
    await clinic.sweep(due);
    const { nextReminderAt, reminderCount } = await clinic.row(id);
    expect(reminderCount).toBe(0);
    expect(nextReminderAt!.getTime()).toBeGreaterThanOrEqual(due.getTime() + waitMs);
    expect(isReminderHour(nextReminderAt!, clinicRules.timeZone)).toBe(true);
    app.notification.on('/internal/sms', accept);
    await clinic.sweep(nextReminderAt!);
    expect((await clinic.of(id)).sent).toHaveLength(1);
    expect((await clinic.row(id)).reminderCount).toBe(1);
  });

  it('a postponed reminder does not change the time of the link’s last reminder', async () => {
    const { id, due } = await clinic.texted();
    await clinic.sweep(due);
    app.notification.on('/internal/sms', () => ({ outcome: 'refused', reason: 'x', code: 'unreachable' }));
    await clinic.sweep(await clinic.nextDue(id));
    expect(await clinic.row(id)).toMatchObject({ reminderCount: 1, lastReminderAt: due });
  });

  it('a link whose last reminder was postponed and then skipped is not answering', async () => {
    const { id, due } = await clinic.texted();
    await clinic.sweep(due);
    await clinic.sweep(await clinic.nextDue(id));
    app.notification.on('/internal/sms', () => ({ outcome: 'refused', reason: 'x', code: 'unreachable' }));
    await clinic.sweep(await clinic.nextDue(id));
    const { nextReminderAt } = await clinic.row(id);
    app.auth.on('/internal/users/names', () => ({ users: users(true) }));
    await clinic.sweep(nextReminderAt!);
    const skipped = await clinic.row(id);
    expect(skipped).toMatchObject({ reminderCount: 2, nextReminderAt: null });
    expect(isNotAnswering(skipped, later(nextReminderAt!, HOUR))).toBe(true);
  });

  it('a reminder that the provider refused counts, but is not the link’s last reminder', async () => {
    const { id, due } = await clinic.texted();
    await clinic.sweep(due);
    app.notification.on('/internal/sms', () => ({ outcome: 'refused', reason: 'x', code: '30003' }));
    await clinic.sweep(await clinic.nextDue(id));
    expect(await clinic.row(id)).toMatchObject({ reminderCount: 2, lastReminderAt: due });
  });

  it('no reminder is claimed once the service is stopping', async () => {
    const { id, due } = await clinic.texted();
    await app.get(SendDueReminders).execute(due, () => true);
    expect(await clinic.sends(id)).toEqual([]);
  });

  it('no reminder that was claimed earlier is handed over once the service is stopping', async () => {
    const { id, due } = await clinic.texted();
    await clinic.claim(await clinic.due(id, due), due);
    await app.get(SendDueReminders).execute(later(due, HOUR), () => true);
    expect(clinic.handedOver(id)).toEqual([]);
  });

  it('a reminder in doubt counts and is not sent again', async () => {
    const { id, due } = await clinic.texted();
    app.notification.on('/internal/sms', () => ({ outcome: 'refused', reason: 'x', code: 'in_doubt' }));
    await clinic.sweep(due);
    await clinic.sweep(later(due, HOUR / 2));
    expect(clinic.handedOver(id)).toHaveLength(1);
    const { reminderCount, remindersStopped, lastReminderAt } = await clinic.row(id);
    expect([reminderCount, remindersStopped]).toEqual([1, null]);
    expect(lastReminderAt).not.toBeNull();
  });
});

describe('stop rules', () => {
  const changes: [string, Prisma.Sql][] = [
    ['is used', Prisma.sql`status = 'used'`],
    ['is revoked', Prisma.sql`status = 'revoked'`],
    ['is marked as expired', Prisma.sql`status = 'expired'`],
    [
      'has a confirmed upload',
      Prisma.sql`claim_id = gen_random_uuid(), lease_until = now() - interval '1 minute', confirmed_at = now()`,
    ],
    [
      'is receiving an upload',
      Prisma.sql`claim_id = gen_random_uuid(), lease_until = now() + interval '1 year'`,
    ],
    ['expires within two hours', Prisma.sql`expires_at = next_reminder_at + interval '1 hour'`],
    ['is paused', Prisma.sql`reminders_paused_at = now()`],
    ['has had three reminders', Prisma.sql`reminder_count = 3`],
    ['has no number', Prisma.sql`sms_phone_number = NULL`],
    ['has a text that failed', Prisma.sql`sms_status = 'failed'`],
    ['has a text with an unknown status', Prisma.sql`sms_status = 'other'`],
    ['is not yet due', Prisma.sql`next_reminder_at = next_reminder_at + interval '1 second'`],
  ];

  it.each(changes)(
    'a reminder is not claimed if its link %s after the sweep has read it',
    async (_what, change) => {
      const { id, due } = await clinic.texted();
      const read = await clinic.due(id, due);
      await app.prisma.$executeRaw`UPDATE tokens SET ${change} WHERE id = ${id}::uuid`;
      expect(await clinic.claim(read, due)).toBeNull();
      expect(await clinic.sends(id)).toEqual([]);
      await clinic.sweep(due);
      expect(clinic.handedOver(id)).toEqual([]);
    },
  );

  it('an upload confirmed just before a reminder is due prevents it', async () => {
    const token = await clinic.texted();
    await app.confirm(token.token);
    await clinic.sweep(token.due);
    expect(clinic.handedOver(token.id)).toEqual([]);
    expect((await clinic.of(token.id)).planned).toEqual([]);
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
    ['was texted again', Prisma.sql`reminders_from = last_reminder_at + interval '1 second'`, 'texted_again'],
  ])('a claimed reminder of a link that %s is not handed over', async (_what, change, reason) => {
    const { id, due } = await clinic.texted();
    const deliveryId = await clinic.claim(await clinic.due(id, due), due);
    await app.prisma.$executeRaw`UPDATE tokens SET ${change} WHERE id = ${id}::uuid`;
    await app.get(HandOverReminder).execute(deliveryId!, due);
    expect(clinic.handedOver(id)).toEqual([]);
    expect(await audited(id)).toContainEqual(['token.send_reminder', 'refused', reason]);
    expect((await clinic.sends(id)).map(({ sendAt }) => sendAt)).toEqual([null]);
  });

  it('a claimed reminder is put off while an upload is being committed, does not delay others, and is sent if the document was not stored', async () => {
    const { id, due, token } = await clinic.texted();
    const { id: other } = await clinic.texted();
    await clinic.claim(await clinic.due(id, due), due);
    const { claimId } = await app.confirm(token);
    await clinic.sweep(later(due, 90_000));
    expect(clinic.handedOver(id)).toEqual([]);
    expect(clinic.handedOver(other)).toHaveLength(1);
    await app.step(claimId, 'release');
    await clinic.sweep(later(due, 180_000));
    expect(clinic.handedOver(id)).toHaveLength(1);
  });

  it('a reminder that was not handed over is not the link’s last reminder, unless its status shows that it was sent', async () => {
    const { id, due } = await clinic.texted();
    const deliveryId = await clinic.claim(await clinic.due(id, due), due);
    expect(await clinic.row(id)).toMatchObject({ lastReminderAt: due });
    await clinic.pause(id);
    await app.get(HandOverReminder).execute(deliveryId!, due);
    expect(await clinic.row(id)).toMatchObject({ reminderCount: 1, lastReminderAt: null });
    await statusChanged(id, deliveryId!, 'delivered');
    await eventually(async () => expect(await clinic.row(id)).toMatchObject({ lastReminderAt: due }));
  });

  describe('a reminder whose response was lost', () => {
    const lost = () => {
      throw new Error('the response is lost');
    };
    /** A reminder that was handed over once, to no known outcome. */
    async function handedOver() {
      const { id, due } = await clinic.texted();
      const deliveryId = (await clinic.claim(await clinic.due(id, due), due))!;
      app.notification.on('/internal/sms', lost);
      await expect(app.get(HandOverReminder).execute(deliveryId, due)).rejects.toThrow();
      app.notification.on('/internal/sms', accept);
      app.notification.calls.length = 0;
      return { id, due, deliveryId };
    }
    async function delivered() {
      const { id, due, deliveryId } = await handedOver();
      await statusChanged(id, deliveryId, 'delivered');
      await eventually(async () => expect(await clinic.sends(id)).toMatchObject([{ accepted: true }]));
      return { id, due };
    }
    const reminded = async (id: string) =>
      (await audited(id)).filter(([action]) => action === 'token.send_reminder');

    it('a reminder that was delivered before its link was used is audited as sent', async () => {
      const { id, due } = await delivered();
      await app.prisma.token.update({ where: { id }, data: { status: 'used' } });
      await clinic.sweep(later(due, HOUR));
      expect(await reminded(id)).toEqual([['token.send_reminder', 'success', null]]);
      expect(await clinic.sends(id)).toMatchObject([{ status: 'delivered', sendAt: null }]);
    });

    it('a reminder that was delivered is not handed over again, and keeps the time at which it was sent', async () => {
      const { id, due } = await delivered();
      const { planned } = await clinic.of(id);
      await clinic.sweep(later(due, HOUR));
      expect(clinic.handedOver(id)).toEqual([]);
      expect(await clinic.of(id)).toMatchObject({
        planned,
        sent: [{ at: due.toISOString(), status: 'delivered' }],
      });
      expect(await clinic.row(id)).toMatchObject({ lastReminderAt: due });
      expect(await reminded(id)).toEqual([['token.send_reminder', 'success', null]]);
    });

    it('a reminder that may have been sent before its link was used is audited as in doubt', async () => {
      const { id, due } = await handedOver();
      await app.prisma.token.update({ where: { id }, data: { status: 'used' } });
      await clinic.sweep(later(due, HOUR));
      expect(clinic.handedOver(id)).toEqual([]);
      expect(await reminded(id)).toEqual([['token.send_reminder', 'failed', IN_DOUBT]]);
      expect(await clinic.of(id)).toMatchObject({ sent: [{ status: 'other' }] });
      expect(await clinic.row(id)).toMatchObject({ lastReminderAt: due });
    });

    it('a reminder in doubt of which the provider has no record is not the link’s last reminder', async () => {
      const { id, due, deliveryId } = await handedOver();
      app.notification.on('/internal/sms', () => ({ outcome: 'refused', reason: 'x', code: IN_DOUBT }));
      await clinic.sweep(later(due, HOUR));
      expect(await clinic.of(id)).toMatchObject({ sent: [{ status: 'other' }] });
      await statusChanged(id, deliveryId, 'failed', LOST);
      await eventually(async () =>
        expect(await clinic.of(id)).toMatchObject({ sent: [{ status: 'failed' }], stopped: null }),
      );
      expect(await clinic.row(id)).toMatchObject({ lastReminderAt: null });
      expect(await clinic.sends(id)).toMatchObject([{ accepted: false }]);
    });

    it('a reminder that is accepted when it is handed over again is no longer in doubt', async () => {
      const { id, due } = await handedOver();
      await clinic.sweep(later(due, HOUR));
      expect(await reminded(id)).toEqual([['token.send_reminder', 'success', null]]);
      expect(await clinic.sends(id)).toMatchObject([{ status: 'sent', errorCode: null }]);
    });
  });

  it('no reminders are sent for a disabled clinician’s links until the account is enabled', async () => {
    const { id, due } = await clinic.texted();
    app.auth.on('/internal/users/names', () => ({ users: users(true) }));
    await clinic.sweep(due);
    expect(clinic.handedOver(id)).toEqual([]);
    expect(await audited(id)).toContainEqual(['token.send_reminder', 'refused', 'owner_disabled']);
    app.auth.on('/internal/users/names', () => ({ users: users() }));
    await clinic.sweep(await clinic.nextDue(id));
    expect(clinic.handedOver(id)).toHaveLength(1);
  });

  it('a claimed reminder is not handed over if its clinician has been disabled since', async () => {
    const { id, due } = await clinic.texted();
    await clinic.claim(await clinic.due(id, due), due);
    app.auth.on('/internal/users/names', () => ({ users: users(true) }));
    await clinic.sweep(later(due, HOUR));
    expect(clinic.handedOver(id)).toEqual([]);
    expect(await audited(id)).toContainEqual(['token.send_reminder', 'refused', 'owner_disabled']);
  });

  it('the reminders of a team’s link are sent although its owner is disabled', async () => {
    const { id, due } = await clinic.texted();
    await app.prisma.token.update({ where: { id }, data: { teamId: randomUUID() } });
    app.auth.on('/internal/users/names', () => ({ users: users(true) }));
    await clinic.sweep(due);
    expect(clinic.handedOver(id)).toHaveLength(1);
  });

  it('a claimed reminder of a team’s link is handed over although its owner has been disabled since', async () => {
    const { id, due } = await clinic.texted();
    await app.prisma.token.update({ where: { id }, data: { teamId: randomUUID() } });
    await clinic.claim(await clinic.due(id, due), due);
    app.auth.on('/internal/users/names', () => ({ users: users(true) }));
    await clinic.sweep(later(due, HOUR));
    expect(clinic.handedOver(id)).toHaveLength(1);
  });

  it('no reminder of a disabled clinician’s link is shown as planned, unless the link has a team', async () => {
    const { id } = await clinic.texted();
    const planned = async () => (await clinic.of(id)).planned.length;
    app.auth.on('/internal/users/names', () => ({ users: users(true) }));
    expect(await planned()).toBe(0);
    await app.prisma.token.update({ where: { id }, data: { teamId: randomUUID() } });
    expect(await planned()).toBe(3);
  });

  it('planned reminders are shown while the auth service cannot be reached', async () => {
    const { id } = await clinic.texted();
    app.auth.on('/internal/users/names', () => {
      throw new Error('away');
    });
    expect((await clinic.of(id)).planned).toHaveLength(3);
  });

  it('reminders are put off while the auth service does not report whether a clinician is disabled', async () => {
    const { id, due } = await clinic.texted();
    app.auth.on('/internal/users/names', () => ({ users: [people.ana] }));
    await clinic.sweep(due);
    expect(clinic.handedOver(id)).toEqual([]);
    app.auth.on('/internal/users/names', () => ({ users: users() }));
    await clinic.sweep(due);
    expect(clinic.handedOver(id)).toHaveLength(1);
  });
});

describe('two links of one number', () => {
  it('only one text is sent that day for two links with the same number that are due together', async () => {
    const number = aNumber();
    const first = await clinic.texted(number);
    const second = await clinic.texted(number);
    await clinic.sweep(later(second.due, 1000));
    await clinic.sweep(later(second.due, 2000));
    const sent = [...clinic.handedOver(first.id), ...clinic.handedOver(second.id)];
    expect(sent).toHaveLength(1);
    const skipped = clinic.handedOver(first.id).length === 0 ? first : second;
    expect(await clinic.row(skipped.id)).toMatchObject({ reminderCount: 0 });
    expect((await clinic.of(skipped.id)).planned).toHaveLength(2);
    expect(await audited(skipped.id)).toContainEqual(['token.send_reminder', 'refused', 'number_reminded']);
  });

  it('concurrent sweeps send one text to a number with ten due links', async () => {
    const number = aNumber();
    const links = await Promise.all(Array.from({ length: 10 }, () => clinic.texted(number)));
    const now = later(links.at(-1)!.due, HOUR / 60);
    await Promise.all(links.map(() => clinic.sweep(now)));
    expect(links.flatMap(({ id }) => clinic.handedOver(id))).toHaveLength(1);
  });

  it('a number may be reminded again after 24 hours, but not earlier', async () => {
    const number = aNumber();
    const first = await clinic.texted(number);
    const second = await clinic.texted(number);
    await clinic.sweep(later(first.due, 0));
    const [sent, waiting] = clinic.handedOver(first.id).length ? [first, second] : [second, first];
    const at = (await clinic.sends(sent.id))[0]!.createdAt;
    const set = (time: Date) =>
      app.prisma.token.update({
        where: { id: waiting.id },
        data: { nextReminderAt: time, reminderCount: 0 },
      });
    await set(later(at, DAY - 1));
    const read = await clinic.due(waiting.id, later(at, DAY - 1));
    expect(await clinic.claim(read, later(at, DAY - 1))).toBeNull();
    await set(later(at, DAY));
    expect(await clinic.claim(read, later(at, DAY))).not.toBeNull();
  });

  it('a number is not reminded again within 24 hours, even if the link of the first reminder has ended', async () => {
    const number = aNumber();
    const first = await clinic.texted(number);
    await clinic.sweep(first.due);
    await app.prisma.token.update({ where: { id: first.id }, data: { status: 'used' } });
    await app.get(ForgetPhoneNumbers).execute();
    expect((await clinic.sends(first.id)).map(({ phoneNumber }) => phoneNumber)).toEqual(['']);
    const second = await clinic.texted(number);
    await clinic.sweep(later(second.due, HOUR));
    expect(clinic.handedOver(second.id)).toEqual([]);
  });

  it('the keyed hash of a reminder’s number is kept for a day', async () => {
    const { id, due } = await clinic.texted();
    await clinic.sweep(due);
    const kept = async () => (await clinic.sends(id)).map(({ numberMark }) => numberMark !== null);
    const age = (hours: number) => app.prisma.$executeRaw`
      UPDATE sms_sends SET created_at = now() - ${hours} * interval '1 hour' WHERE token_id = ${id}::uuid AND reminder = 1`;
    await age(23);
    await app.get(ForgetPhoneNumbers).execute();
    expect(await kept()).toEqual([true]);
    await age(25);
    await app.get(ForgetPhoneNumbers).execute();
    expect(await kept()).toEqual([false]);
  });
});

describe('pause and resume', () => {
  it('paused reminders are not sent, and resuming continues with the next one', async () => {
    const { id, due } = await clinic.texted();
    const [, second] = (await clinic.of(id)).planned;
    expect((await clinic.pause(id)).body.data).toMatchObject({ paused: true, planned: [] });
    await clinic.sweep(due);
    expect(clinic.handedOver(id)).toEqual([]);
    await app.prisma.$executeRaw`
      UPDATE tokens SET reminders_from = reminders_from - interval '4 days' WHERE id = ${id}::uuid`;
    const response = await clinic.resume(id);
    const { paused, planned } = response.body.data as Reminders;
    expect(paused).toBe(false);
    expect(planned).toHaveLength(2);
    expect(Date.parse(planned[0]!)).toBeLessThan(Date.parse(second!));
    expect(await audited(id)).toEqual(
      expect.arrayContaining([
        ['token.pause_reminders', 'success', null],
        ['token.resume_reminders', 'success', null],
      ]),
    );
  });

  it('pausing or resuming reminders a second time changes nothing', async () => {
    const { id } = await clinic.texted();
    for (const change of [clinic.pause, clinic.pause, clinic.resume, clinic.resume])
      expect((await change(id)).status).toBe(200);
    const actions = (await audited(id)).filter(([action]) => action?.endsWith('e_reminders'));
    expect(actions).toHaveLength(2);
  });

  it('a link without planned reminders cannot be paused', async () => {
    const token = await app.create();
    expect(await clinic.pause(token.id)).toMatchObject({
      status: 409,
      body: { code: 'reminders_not_planned', message: errors.reminders_not_planned.text },
    });
    expect(await audited(token.id)).toContainEqual([
      'token.pause_reminders',
      'refused',
      'reminders_not_planned',
    ]);
  });

  it.each(['pause', 'resume'] as const)(
    'another clinician cannot %s the reminders of a link, and an administrator can',
    async (change) => {
      const { id } = await clinic.texted();
      const url = `/tokens/${id}/reminders/${change}`;
      expect((await app.call('POST', url, { as: ben })).status).toBe(404);
      expect((await app.call('GET', `/tokens/${id}/reminders`, { as: ben })).status).toBe(404);
      expect((await app.call('POST', url, { as: dora })).status).toBe(200);
    },
  );
});

describe('exactly once', () => {
  // Sweepers of a test that timed out would otherwise send the reminders of later tests.
  let sweeping = false;
  afterEach(() => {
    sweeping = false;
  });

  const remindersCount = (tokenId: string) => clinic.row(tokenId).then(({ reminderCount }) => reminderCount);

  it('a reminder whose process dies after the claim is sent once by another process', async () => {
    const { id, due } = await clinic.texted();
    await clinic.claim(await clinic.due(id, due), due);
    await clinic.sweep(later(due, 30_000));
    expect(clinic.handedOver(id)).toEqual([]);
    await Promise.all([clinic.sweep(later(due, 90_000)), clinic.sweep(later(due, 90_000))]);
    expect(clinic.handedOver(id)).toHaveLength(1);
    expect(await remindersCount(id)).toBe(1);
  });

  it.each([
    ['before the provider is called', false],
    ['after the provider has accepted', true],
  ])(
    'a reminder whose hand-over fails %s is handed over again with the same delivery id',
    async (_what, accepted) => {
      const { id, due } = await clinic.texted();
      const provider = new Set<string>();
      app.notification.on('/internal/sms', ({ deliveryId }) => {
        if (accepted) provider.add(String(deliveryId));
        throw new Error('connection lost');
      });
      await expect(clinic.sweep(due)).rejects.toThrow();
      app.notification.on('/internal/sms', ({ deliveryId }) => {
        provider.add(String(deliveryId));
        return accept();
      });
      await clinic.sweep(later(due, 90_000));
      await clinic.sweep(later(due, 180_000));
      expect(provider.size).toBe(1);
      expect(new Set(clinic.handedOver(id)).size).toBe(1);
      expect((await clinic.of(id)).sent).toEqual([
        { at: later(due, 90_000).toISOString(), status: 'sent', channel: 'sms' },
      ]);
    },
  );

  it.each([
    ['the delivery is written', 'INSERT'],
    ['the outcome is stored', 'UPDATE OF accepted'],
  ])('an error while %s neither loses nor duplicates the reminder', async (_what, operation) => {
    const { id, due } = await clinic.texted();
    await app.prisma.$executeRawUnsafe(`
      CREATE FUNCTION fail_send() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'full'; END $$`);
    await app.prisma.$executeRawUnsafe(`
      CREATE TRIGGER fail_send BEFORE ${operation} ON sms_sends FOR EACH ROW EXECUTE FUNCTION fail_send()`);
    await expect(clinic.sweep(due)).rejects.toThrow();
    await app.prisma.$executeRawUnsafe('DROP FUNCTION fail_send CASCADE');
    await clinic.sweep(later(due, 90_000));
    await clinic.sweep(later(due, 180_000));
    expect(new Set(clinic.handedOver(id)).size).toBe(1);
    expect(await remindersCount(id)).toBe(1);
    expect((await clinic.of(id)).sent).toHaveLength(1);
  });

  it('no further reminder is claimed while one cannot be handed over', async () => {
    const links = [await clinic.texted(), await clinic.texted(), await clinic.texted()];
    const now = links.at(-1)!.due;
    app.notification.on('/internal/sms', () => {
      throw new Error('down');
    });
    for (const waitMs of [0, 90_000, 180_000])
      await expect(clinic.sweep(later(now, waitMs))).rejects.toThrow();
    // Before the time at which the failed one may be tried again.
    await clinic.sweep(later(now, 190_000));
    const counts = await Promise.all(links.map(({ id }) => remindersCount(id)));
    expect(counts.reduce((sum, count) => sum + count)).toBe(1);
    app.notification.on('/internal/sms', accept);
    await clinic.sweep(later(now, 270_000));
    expect(await Promise.all(links.map(({ id }) => remindersCount(id)))).toEqual([1, 1, 1]);
  });

  it('a reminder whose link cannot be decrypted does not delay other reminders, and is sent once the link can be decrypted', async () => {
    const broken = await clinic.texted();
    const setSeal = (linkSealed: Uint8Array<ArrayBuffer>) =>
      app.prisma.token.update({ where: { id: broken.id }, data: { linkSealed } });
    const { linkSealed } = await clinic.row(broken.id);
    await setSeal(new Uint8Array(64));
    await clinic.sweep(broken.due);
    const [text, email] = [await clinic.texted(), await clinic.emailed()];
    await clinic.sweep(later(text.due, 90_000));
    expect(clinic.handedOver(text.id)).toHaveLength(1);
    expect(await clinic.emails(email.id)).toHaveLength(1);
    // Before the time at which the broken one is tried again.
    const next = await clinic.texted();
    await clinic.sweep(later(next.due, 100_000));
    expect(clinic.handedOver(next.id)).toHaveLength(1);
    expect(clinic.handedOver(broken.id)).toEqual([]);
    await setSeal(linkSealed);
    await clinic.sweep(later(next.due, 180_000));
    expect(clinic.handedOver(broken.id)).toHaveLength(1);
  });

  it('a reminder that could not be handed over for a day is dropped, and audited as failed', async () => {
    const { id, due } = await clinic.texted();
    await clinic.claim(await clinic.due(id, due), due);
    await clinic.sweep(later(due, DAY + 1));
    expect(clinic.handedOver(id)).toEqual([]);
    expect(await audited(id)).toContainEqual(['token.send_reminder', 'failed', 'too_late']);
  });

  it('a late reminder moves the next one to at least 48 hours later', async () => {
    const { id, due } = await clinic.texted();
    const late = later(due, 6 * DAY);
    await clinic.sweep(late);
    expect(clinic.handedOver(id)).toHaveLength(1);
    expect((await clinic.nextDue(id)).getTime()).toBeGreaterThanOrEqual(late.getTime() + 2 * DAY);
  });

  it('a reminder that is overdue at night is not sent before 08:00', async () => {
    const { id, due } = await clinic.texted();
    let now = later(due, 11 * HOUR);
    for (; !isReminderHour(now, clinicRules.timeZone); now = later(now, HOUR)) {
      await clinic.sweep(now);
      expect(clinic.handedOver(id)).toEqual([]);
    }
    await clinic.sweep(now);
    expect(clinic.handedOver(id)).toHaveLength(1);
  });

  it('two processes that hand over the same delivery record its outcome once', async () => {
    const { id, due } = await clinic.texted();
    const deliveryId = (await clinic.claim(await clinic.due(id, due), due))!;
    const handOver = app.get(HandOverReminder);
    await Promise.all([handOver.execute(deliveryId, due), handOver.execute(deliveryId, due)]);
    expect(new Set(clinic.handedOver(id)).size).toBe(1);
    const sent = (await audited(id)).filter(([action]) => action === 'token.send_reminder');
    expect(sent).toEqual([['token.send_reminder', 'success', null]]);
  });

  it('only one of the reminders missed during an outage is sent', async () => {
    const { id, due } = await clinic.texted();
    const third = new Date((await clinic.of(id)).planned[2]!);
    const back = later(third, HOUR);
    for (let step = 0; step < 5; step += 1) await clinic.sweep(later(back, step * 1000));
    expect(clinic.handedOver(id)).toHaveLength(1);
    expect(due < back).toBe(true);
    expect((await clinic.of(id)).planned).toEqual([]);
  });

  it('no reminder is sent twice when the clock is set back', async () => {
    const { id, due } = await clinic.texted();
    await clinic.sweep(due);
    for (const backMs of [2 * DAY, HOUR, 0]) await clinic.sweep(later(due, -backMs));
    expect(clinic.handedOver(id)).toHaveLength(1);
  });

  it('twenty sweepers open exactly one delivery for each of two hundred due reminders', async () => {
    const links: Token[] = [];
    for (let batch = 0; batch < 2; batch += 1) {
      const body = { count: 100, prefix: `R${batch}` };
      const response = await app.call<{ tokens: Token[] }>('POST', '/tokens/bulk', { as: dora, body });
      links.push(...response.body.data.tokens);
    }
    const now = (await clinic.texted()).due;
    await app.prisma.$executeRaw`
      UPDATE tokens SET has_sms = true, sms_status = 'delivered', reminders_from = created_at, next_reminder_at = ${now},
        sms_phone_number = '+447800' || lpad(translate(patient_ref_id, 'R-', ''), 6, '0')
      WHERE id = ANY(${links.map(({ id }) => id)}::uuid[])`;
    const ids = links.map(({ id }) => id);
    const isDue = { nextReminderAt: { lte: now } };
    sweeping = true;
    const sweeper = async () => {
      // Like the periodic job, continues after an error, such as a database that is too busy.
      while (sweeping && (await app.prisma.token.count({ where: isDue })) > 0)
        await clinic.sweep(now).catch(() => false);
    };
    await Promise.all(Array.from({ length: 20 }, sweeper));
    await clinic.sweep(later(now, 120_000));
    const deliveries = ids.map((id) => new Set(clinic.handedOver(id)).size);
    expect(deliveries.filter((count) => count === 1)).toHaveLength(200);
    const counts = await app.prisma.token.findMany({
      where: { id: { in: ids } },
      select: { reminderCount: true },
    });
    expect(counts.every(({ reminderCount }) => reminderCount === 1)).toBe(true);
  });
});

describe('the life of one link, in steps of half an hour', () => {
  async function live(token: { id: string; due: Date }, until: Date, atHour?: (now: Date) => Promise<void>) {
    const sent: Date[] = [];
    for (let now = later(token.due, -2 * DAY); now <= until; now = later(now, HOUR / 2)) {
      const before = clinic.handedOver(token.id).length;
      await clinic.sweep(now);
      if (clinic.handedOver(token.id).length > before) sent.push(now);
      await atHour?.(now);
    }
    return sent;
  }

  it('three reminders are sent at their planned times, none at night, and the link is then not answering', async () => {
    const token = await clinic.texted();
    const { planned } = await clinic.of(token.id);
    const sent = await live(token, new Date(token.expires_at));
    expect(sent).toHaveLength(3);
    sent.forEach((time, index) => {
      const lateMs = time.getTime() - Date.parse(planned[index]!);
      expect(lateMs).toBeGreaterThanOrEqual(0);
      expect(isReminderHour(time, clinicRules.timeZone)).toBe(true);
      // This clock advances by half an hour; a due time just before 20:00 waits until the morning.
      expect(lateMs).toBeLessThanOrEqual(12 * HOUR + HOUR / 2);
    });
    await app.prisma.$executeRaw`
      UPDATE tokens SET expires_at = now() + interval '1 day', last_reminder_at = now() - interval '23 hours'
      WHERE id = ${token.id}::uuid`;
    expect((await app.listed(token.id)).notAnswering).toBeUndefined();
    await app.prisma.$executeRaw`
      UPDATE tokens SET last_reminder_at = now() - interval '25 hours' WHERE id = ${token.id}::uuid`;
    expect((await app.listed(token.id)).notAnswering).toBe(true);
    await app.prisma.$executeRaw`
      UPDATE tokens SET status = 'used' WHERE id = ${token.id}::uuid`;
    expect((await app.listed(token.id)).notAnswering).toBeUndefined();
  });

  it('no reminder is sent after an upload that follows the first reminder', async () => {
    const token = await clinic.texted();
    let used = false;
    const sent = await live(token, new Date(token.expires_at), async () => {
      if (used || clinic.handedOver(token.id).length === 0) return;
      used = true;
      const { claimId, sent } = await app.confirm(token.token);
      await app.complete(claimId, sent);
    });
    expect(sent).toHaveLength(1);
  });
});

it('due reminders are read through their partial index', async () => {
  const plan = await app.prisma.$queryRaw<{ 'QUERY PLAN': string }[]>(
    Prisma.sql`EXPLAIN ${dueReminders(new Date(), 100)}`,
  );
  const text = plan.map((line) => line['QUERY PLAN']).join('\n');
  // The plan may or may not sort: that depends on when the database has analysed the rows of other tests.
  expect(text).toMatch(/Index Scan (using|on) tokens_next_reminder_at_idx/);
});

it('no reminders are planned or sent while reminders are off in the settings', async () => {
  const { due } = await clinic.texted();
  const off = await TokenApp.start({ REMINDERS: 'off' });
  try {
    const there = reminders(off);
    off.notification.on('/internal/sms', accept);
    const token = await off.create();
    expect((await there.of(token.id)).ifTextedNow).toEqual([]);
    await there.send(token.id, aNumber());
    expect((await there.row(token.id)).remindersFrom).toBeNull();
    await off.prisma.token.update({
      where: { id: token.id },
      data: { remindersFrom: new Date(), nextReminderAt: due },
    });
    await there.sweep(due);
    expect(there.handedOver(token.id)).toEqual([]);
  } finally {
    await off.stop();
  }
});
