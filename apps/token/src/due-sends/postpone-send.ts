import type { Emit } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';
import type { ScheduledSend } from '../generated/prisma/client.js';
import type { ReminderRules } from '../reminder-plan/reminder-plan.js';
import { showSchedule } from '../send-schedule/open-schedules.js';
import { timeAfterLimit } from '../send-schedule/schedule-rules.js';
import { failSend, keyOf, unchanged } from './settle-send.js';
import { lockToken } from '../tokens/lock-token.js';

/**
 * Postpones a message that reached a daily limit to the same local time on a later day, or marks it as failed if that
 * would be too many days later. Returns the outcome; null when it has been settled or replaced in the meantime.
 */
export async function postponeSend(
  tx: Tx,
  emit: Emit,
  schedule: ScheduledSend,
  retryAfterSeconds: number,
  rules: ReminderRules,
): Promise<'postponed' | 'failed' | null> {
  const notBefore = new Date(Date.now() + retryAfterSeconds * 1000);
  const next = timeAfterLimit(schedule.chosenAt, notBefore, rules.timeZone);
  if (!(await putBack(tx, schedule, next ?? notBefore))) return null;
  if (next === null) {
    await failSend(tx, emit, { ...schedule, deliveryId: null }, 'too_late', rules);
    return 'failed';
  }
  const where = { tokenId_channel: keyOf(schedule) };
  await tx.scheduledSend.update({ where, data: { sendAt: next } });
  await showSchedule(tx, emit, keyOf(schedule), next);
  return 'postponed';
}

/**
 * Puts back a message that was certainly not sent; a text gets a new delivery id. False if the message has been settled
 * or replaced in the meantime.
 */
export async function putBack(tx: Tx, schedule: ScheduledSend, nextTryAt: Date): Promise<boolean> {
  const { deliveryId } = schedule;
  await lockToken(tx, schedule.tokenId);
  const { count } = await tx.scheduledSend.updateMany({
    where: unchanged(schedule),
    data: { nextTryAt, deliveryId: null },
  });
  if (count === 1 && deliveryId !== null) await tx.smsSend.delete({ where: { deliveryId } });
  return count === 1;
}
