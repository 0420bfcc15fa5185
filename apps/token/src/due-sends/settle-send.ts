import { randomUUID } from 'node:crypto';
import { IN_DOUBT, type SendChannel } from '@caredrop/contracts';
import type { Emit } from '@caredrop/messaging';
import { auditSubject, recordAuditEvent } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import type { ScheduledSend } from '../generated/prisma/client.js';
import { removeSchedule, showSchedule, type ScheduleKey } from '../send-schedule/open-schedules.js';
import type { DueEnd } from '../send-schedule/schedule-rules.js';
import { auditReason } from '../sms/audit-reason.js';

export const keyOf = ({ tokenId, channel }: { tokenId: string; channel: string }): ScheduleKey => ({
  tokenId,
  channel: channel as SendChannel,
});

/** Ends a schedule whose message is not to be sent any more. The caller's transaction holds the link's row. */
export async function settle(
  tx: Tx,
  emit: Emit,
  schedule: ScheduledSend,
  decision: DueEnd,
): Promise<{ what: 'failed' | 'ended' }> {
  if (decision.what === 'cancel') {
    await removeSchedule(tx, emit, keyOf(schedule), { actor: 'system', codes: [decision.reason] });
    return { what: 'ended' };
  }
  // An earlier attempt may have handed it over.
  await failSend(tx, emit, schedule, schedule.deliveryId === null ? decision.code : IN_DOUBT);
  return { what: 'failed' };
}

/** Shows the message as failed with its reason, like one that the provider or the mail server refused. */
export async function failSend(tx: Tx, emit: Emit, schedule: ScheduledSend, code: string): Promise<boolean> {
  const { tokenId, channel, senderId } = schedule;
  const { count } = await tx.scheduledSend.deleteMany({ where: keyOf(schedule) });
  if (count === 0) return false;
  const deliveryId = await (channel === 'sms' ? failText(tx, schedule, code) : failEmail(tx, schedule, code));
  await showSchedule(tx, emit, keyOf(schedule), null);
  await recordAuditEvent(emit, {
    ...{ action: channel === 'sms' ? 'token.send_sms' : 'token.send_email', outcome: 'failed' },
    ...{ reason: auditReason(code), subject: auditSubject.token(tokenId) },
    ...{ related: [auditSubject.delivery(deliveryId)], actor: { id: senderId, role: null } },
  });
  return true;
}

/** A text that may have been sent keeps its row, so that a later status update finds it. */
async function failText(tx: Tx, schedule: ScheduledSend, errorCode: string): Promise<string> {
  const { tokenId, recipient: phoneNumber, wantsReminders } = schedule;
  const deliveryId = schedule.deliveryId ?? randomUUID();
  const status = errorCode === IN_DOUBT ? 'other' : 'failed';
  await tx.smsSend.upsert({
    where: { deliveryId },
    create: { deliveryId, tokenId, phoneNumber, wantsReminders, status, errorCode },
    update: { status, errorCode },
  });
  const number = { smsPhoneNumber: phoneNumber, smsDeliveryId: deliveryId };
  await tx.token.update({
    where: { id: tokenId },
    data: { hasSms: true, smsStatus: 'failed', smsErrorCode: errorCode, ...number },
  });
  return deliveryId;
}

/** The row has no keyed hash of the address, so it does not count against the day's limits. */
async function failEmail(tx: Tx, schedule: ScheduledSend, errorCode: string): Promise<string> {
  const { tokenId, senderId, recipient: address } = schedule;
  const deliveryId = randomUUID();
  const email = { deliveryId, tokenId, senderId, address, status: 'failed', errorCode };
  await tx.linkEmail.create({ data: email });
  const shown = { emailAddress: address, emailDeliveryId: deliveryId };
  await tx.token.update({
    where: { id: tokenId },
    data: { emailStatus: 'failed', emailErrorCode: errorCode, ...shown },
  });
  return deliveryId;
}
