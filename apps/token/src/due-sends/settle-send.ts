import { randomUUID } from 'node:crypto';
import { IN_DOUBT, type SendChannel } from '@caredrop/contracts';
import type { Emit } from '@caredrop/messaging';
import { auditSubject, recordAuditEvent } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import type { ScheduledSend } from '../generated/prisma/client.js';
import { planAfterEmail } from '../reminder-plan/plan-by-email.js';
import type { ReminderRules } from '../reminder-plan/reminder-plan.js';
import { removeSchedule, showSchedule, type ScheduleKey } from '../send-schedule/open-schedules.js';
import type { DueEnd } from '../send-schedule/schedule-rules.js';
import { auditReason } from '../sms/audit-reason.js';
import { failText } from '../sms/fail-text.js';

export const keyOf = ({ tokenId, channel }: { tokenId: string; channel: string }): ScheduleKey => ({
  tokenId,
  channel: channel as SendChannel,
});

/** Matches the message that was read, not one that has replaced it since. */
export const unchanged = ({ tokenId, channel, sendAt, recipient, deliveryId }: ScheduledSend) => ({
  ...keyOf({ tokenId, channel }),
  ...{ sendAt, recipient, deliveryId },
});

/** Ends a schedule whose message is not to be sent any more. The caller's transaction holds the link's row. */
export async function settle(
  tx: Tx,
  emit: Emit,
  schedule: ScheduledSend,
  decision: DueEnd,
  rules: ReminderRules,
): Promise<{ what: 'failed' | 'ended' }> {
  if (decision.what === 'cancel') {
    await removeSchedule(tx, emit, keyOf(schedule), { actor: 'system', codes: [decision.reason] });
    return { what: 'ended' };
  }
  // An earlier attempt may have handed it over.
  await failSend(tx, emit, schedule, schedule.deliveryId === null ? decision.code : IN_DOUBT, rules);
  return { what: 'failed' };
}

/**
 * Shows the message as failed with its reason, like one that the provider or the mail server refused, and ends the
 * reminders that are sent by its channel.
 */
export async function failSend(
  tx: Tx,
  emit: Emit,
  schedule: ScheduledSend,
  code: string,
  rules: ReminderRules,
): Promise<boolean> {
  const { tokenId, channel, senderId } = schedule;
  const { count } = await tx.scheduledSend.deleteMany({ where: unchanged(schedule) });
  if (count === 0) return false;
  const fail = channel === 'sms' ? failScheduledText : failScheduledEmail;
  const deliveryId = await fail({ tx, emit, schedule, code, rules });
  await showSchedule(tx, emit, keyOf(schedule), null);
  await recordAuditEvent(emit, {
    ...{ action: channel === 'sms' ? 'token.send_sms' : 'token.send_email', outcome: 'failed' },
    ...{ reason: auditReason(code), subject: auditSubject.token(tokenId) },
    ...{ related: [auditSubject.delivery(deliveryId)], actor: { id: senderId, role: null } },
  });
  return true;
}

interface Failing {
  tx: Tx;
  emit: Emit;
  schedule: ScheduledSend;
  code: string;
  rules: ReminderRules;
}

async function failScheduledText({ tx, emit, schedule, code, rules }: Failing): Promise<string> {
  const { tokenId, recipient: phoneNumber, wantsReminders } = schedule;
  const deliveryId = schedule.deliveryId ?? randomUUID();
  await failText(tx, emit, { deliveryId, tokenId, phoneNumber, wantsReminders }, code, rules);
  return deliveryId;
}

/** The row has no keyed hash of the address, so it does not count against the day's limits. */
async function failScheduledEmail({ tx, emit, schedule, code: errorCode, rules }: Failing): Promise<string> {
  const { tokenId, senderId, recipient: address } = schedule;
  const deliveryId = randomUUID();
  const data = { deliveryId, tokenId, senderId, address, status: 'failed', errorCode };
  const email = await tx.linkEmail.create({ data });
  const shown = { emailAddress: address, emailDeliveryId: deliveryId };
  const token = await tx.token.update({
    where: { id: tokenId },
    data: { emailStatus: 'failed', emailErrorCode: errorCode, ...shown },
  });
  await planAfterEmail(tx, emit, token, email, rules, new Date());
  return deliveryId;
}
