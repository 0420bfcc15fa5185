import type { Reminders, Token } from '@caredrop/contracts';
import { eventually } from '@caredrop/testing';
import { planReminders } from '../../src/reminder-plan/reminder-plan.js';
import { ClaimReminder } from '../../src/reminders/claim-reminder.js';
import { dueReminders, type DueReminder } from '../../src/reminders/due-reminders.js';
import { SendDueReminders } from '../../src/reminders/send-due-reminders.js';
import { emailStatusOf } from './email-status.js';
import { ana, type ApiResponse, type TokenApp } from './token-app.js';

export const clinicRules = { days: [3, 10, -2], timeZone: 'Europe/London' };

const inTheMorning = (time: Date) => new Date(`${time.toISOString().slice(0, 10)}T10:00:00.000Z`);

let numbers = 0;
/** A mobile number that no other test uses. */
export const aNumber = () => `+44770090${String((numbers += 1)).padStart(4, '0')}`;

let addresses = 0;
/** An address that no other test uses. */
export const anAddress = () => `patient-${String((addresses += 1))}@example.test`;

/** The reminders of one app: what a clinician sees and does, and sweeps at a chosen time. */
export function reminders(app: TokenApp) {
  const statusOf = emailStatusOf(() => app);
  const of = async (id: string): Promise<Reminders> =>
    (await app.call<Reminders>('GET', `/tokens/${id}/reminders`, { as: ana })).body.data;
  const send = (id: string, phoneNumber: string, wanted = true): Promise<ApiResponse<unknown>> =>
    app.call(`POST`, `/tokens/${id}/send-sms`, { as: ana, body: { phoneNumber, reminders: wanted } });
  const texted = async (phoneNumber = aNumber()): Promise<Token & { due: Date; phoneNumber: string }> => {
    const token = await app.create();
    await send(token.id, phoneNumber);
    await app.prisma.$executeRaw`
      UPDATE tokens SET expires_at = ${inTheMorning(new Date(token.expires_at))} WHERE id = ${token.id}::uuid`;
    await sentInTheMorning(token.id);
    return { ...token, phoneNumber, due: await nextDue(token.id) };
  };
  const emailed = async (address = anAddress()): Promise<Token & { due: Date; address: string }> => {
    const token = await app.create();
    const deliveryId = await email(token.id, { email: address, reminders: true });
    await statusOf({ tokenId: token.id, deliveryId }, 'sent');
    await eventually(async () => {
      if ((await of(token.id)).planned.length === 0) throw new Error('no reminder is planned');
    });
    await app.prisma.$executeRaw`
      UPDATE tokens SET expires_at = ${inTheMorning(new Date(token.expires_at))} WHERE id = ${token.id}::uuid`;
    await sentInTheMorning(token.id);
    return { ...token, address, due: await nextDue(token.id) };
  };
  /** Emails a link; returns the delivery id. */
  const email = async (tokenId: string, body: object): Promise<string> => {
    const { status } = await app.call('POST', `/tokens/${tokenId}/send-email`, { as: ana, body });
    if (status !== 200) throw new Error(`the email was refused with ${String(status)}`);
    const { emailDeliveryId } = await app.prisma.token.findUniqueOrThrow({ where: { id: tokenId } });
    return emailDeliveryId ?? '';
  };
  /** Moves the text or email to 10:00 on its day, so that no test depends on the time of day. */
  const sentInTheMorning = async (tokenId: string): Promise<void> => {
    const { remindersFrom, expiresAt } = await app.prisma.token.findUniqueOrThrow({ where: { id: tokenId } });
    const from = inTheMorning(remindersFrom ?? new Date());
    const [next] = planReminders({ from, expiresAt, sent: 0, last: null }, clinicRules, from);
    await app.prisma.$executeRaw`
      UPDATE tokens SET reminders_from = ${from}, next_reminder_at = ${next} WHERE id = ${tokenId}::uuid`;
  };
  const nextDue = async (tokenId: string): Promise<Date> => {
    const [next] = (await of(tokenId)).planned;
    if (!next) throw new Error('no reminder is planned');
    return new Date(next);
  };
  return {
    of,
    send,
    texted,
    email,
    emailed,
    /** The emailed reminders of a link, in order. */
    emails: (tokenId: string) =>
      app.prisma.linkEmail.findMany({
        where: { tokenId, reminder: { not: null } },
        orderBy: { createdAt: 'asc' },
      }),
    nextDue,
    pause: (tokenId: string): Promise<ApiResponse<unknown>> =>
      app.call('POST', `/tokens/${tokenId}/reminders/pause`, { as: ana }),
    resume: (tokenId: string): Promise<ApiResponse<unknown>> =>
      app.call('POST', `/tokens/${tokenId}/reminders/resume`, { as: ana }),
    sweep: (now: Date) => app.get(SendDueReminders).execute(now),
    /** The due reminder of a link, as a sweep reads it. */
    due: async (tokenId: string, now: Date): Promise<DueReminder> => {
      const rows = await app.prisma.$queryRaw<DueReminder[]>(dueReminders(now, 10_000));
      const found = rows.find((row) => row.id === tokenId);
      if (!found) throw new Error('the link has no due reminder');
      return found;
    },
    claim: (due: DueReminder, now: Date) => app.get(ClaimReminder).execute(due, now),
    /** The delivery ids of the reminders handed over for a link, in order. */
    handedOver: (tokenId: string): string[] =>
      app.notification.calls
        .filter(({ body }) => body.tokenId === tokenId && String(body.body).includes('still waiting'))
        .map(({ body }) => String(body.deliveryId)),
    planned: (token: Token, from: Date) =>
      planReminders({ from, expiresAt: new Date(token.expires_at), sent: 0, last: null }, clinicRules, from),
    row: (tokenId: string) => app.prisma.token.findUniqueOrThrow({ where: { id: tokenId } }),
    sends: (tokenId: string) =>
      app.prisma.smsSend.findMany({
        where: { tokenId, reminder: { not: null } },
        orderBy: { createdAt: 'asc' },
      }),
  };
}
