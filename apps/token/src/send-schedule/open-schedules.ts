import type { SendChannel } from '@caredrop/contracts';
import type { Emit } from '@caredrop/messaging';
import { appError, AppError, auditSubject, recordAuditEvent, type AuditEvent } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import type { ScheduledSend, SmsSend, Token } from '../generated/prisma/client.js';
import { aboutToken } from '../belonging/about-token.js';
import { sendAtParams, sendAtRejection } from './schedule-rules.js';

export type NewSchedule = Pick<
  ScheduledSend,
  'senderId' | 'recipient' | 'message' | 'wantsReminders' | 'sendAt'
> & { channel: SendChannel };

export interface ScheduleKey {
  tokenId: string;
  channel: SendChannel;
}

const columnOf = (channel: SendChannel) =>
  channel === 'sms' ? ('scheduledSmsAt' as const) : ('scheduledEmailAt' as const);

/**
 * Schedules a message, replacing one that is already scheduled. The caller's transaction holds the link's row. Throws
 * 400 and 409 (time), 409 (the earlier one is being sent).
 */
export async function writeSchedule(
  tx: Tx,
  emit: Emit,
  { id: tokenId, expiresAt }: Pick<Token, 'id' | 'expiresAt'>,
  schedule: NewSchedule,
): Promise<Token> {
  const { channel, sendAt } = schedule;
  const rejection = sendAtRejection(sendAt, expiresAt, new Date());
  if (rejection) throw new AppError(rejection, { params: sendAtParams(rejection) });
  await requireNotSending(tx, { tokenId, channel });
  const data = { ...schedule, language: null, chosenAt: sendAt, nextTryAt: sendAt };
  await tx.scheduledSend.upsert({
    where: { tokenId_channel: { tokenId, channel } },
    create: { tokenId, ...data },
    update: data,
  });
  await recordAuditEvent(emit, {
    action: 'token.send_scheduled',
    subject: auditSubject.token(tokenId),
    codes: [channel],
  });
  return showSchedule(tx, emit, { tokenId, channel }, sendAt);
}

/** Stores the planned send time on the link, or clears it, and publishes the change. */
export async function showSchedule(
  tx: Tx,
  emit: Emit,
  { tokenId, channel }: ScheduleKey,
  at: Date | null,
): Promise<Token> {
  const data = { [columnOf(channel)]: at, version: { increment: 1 } };
  const token = await tx.token.update({ where: { id: tokenId }, data });
  await emit({
    ...{ type: 'token.schedule_changed', aggregateId: tokenId, aggregateVersion: token.version },
    data: aboutToken(token),
  });
  return token;
}

/**
 * Cancels a scheduled message; null when there is none. The caller's transaction holds the link's row. Throws 409 while
 * the message is being sent.
 */
export async function cancelSchedule(
  tx: Tx,
  emit: Emit,
  key: ScheduleKey,
  audit: Pick<AuditEvent, 'actor' | 'codes'> = {},
): Promise<Token | null> {
  await requireNotSending(tx, key);
  return removeSchedule(tx, emit, key, audit);
}

/** Like {@link cancelSchedule}, but also removes a text that may have been handed over: its link has ended. */
export async function removeSchedule(
  tx: Tx,
  emit: Emit,
  key: ScheduleKey,
  { codes = [], ...audit }: Pick<AuditEvent, 'actor' | 'codes'> = {},
): Promise<Token | null> {
  const { count } = await tx.scheduledSend.deleteMany({ where: key });
  if (count === 0) return null;
  await recordAuditEvent(emit, {
    ...{ action: 'token.schedule_cancelled', subject: auditSubject.token(key.tokenId) },
    ...{ codes: [key.channel, ...codes], ...audit },
  });
  return showSchedule(tx, emit, key, null);
}

/**
 * Deletes the schedule of a text that the provider has accepted. Returns null if its outcome is stored already, or if the
 * text was not scheduled. Emits nothing: storing the text's acceptance emits the change.
 */
export async function closeText(
  tx: Tx,
  { tokenId, deliveryId }: Pick<SmsSend, 'tokenId' | 'deliveryId'>,
): Promise<ScheduledSend | null> {
  const key = { tokenId, channel: 'sms' };
  const schedule = await tx.scheduledSend.findFirst({ where: { ...key, deliveryId } });
  if (!schedule) return null;
  await tx.scheduledSend.delete({ where: { tokenId_channel: key } });
  await tx.token.update({ where: { id: tokenId }, data: { scheduledSmsAt: null } });
  return schedule;
}

async function requireNotSending(tx: Tx, { tokenId, channel }: ScheduleKey): Promise<void> {
  const where = { tokenId, channel, deliveryId: { not: null } };
  if (await tx.scheduledSend.findFirst({ where })) throw appError('schedule_sending');
}
