import type { Emit } from '@caredrop/messaging';
import { auditSubject, recordAuditEvent } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import type { Prisma, SmsSend } from '../generated/prisma/client.js';
import { planReminders, type ReminderRules } from './reminder-plan.js';

/**
 * Returns the columns of a link whose text or email the provider or mail server has just accepted: its reminders are
 * planned from the start, or removed if the clinician wants none.
 */
export async function planAfterSend(
  tx: Tx,
  emit: Emit,
  { tokenId, createdAt: from, wantsReminders }: Pick<SmsSend, 'tokenId' | 'createdAt' | 'wantsReminders'>,
  rules: ReminderRules,
  now = from,
): Promise<Prisma.TokenUncheckedUpdateInput> {
  const { expiresAt } = await tx.token.findUniqueOrThrow({
    where: { id: tokenId },
    select: { expiresAt: true },
  });
  const planned = wantsReminders ? planReminders({ from, expiresAt, sent: 0, last: null }, rules, now) : [];
  if (planned.length > 0) {
    const subject = auditSubject.token(tokenId);
    await recordAuditEvent(emit, {
      action: 'token.plan_reminders',
      subject,
      // The status of a text may arrive before the response to the clinician's request; that of an email always comes
      // after it.
      actor: 'system',
      codes: [`reminders.${planned.length}`],
    });
  }
  return {
    remindersFrom: planned.length > 0 ? from : null,
    reminderCount: 0,
    nextReminderAt: planned[0] ?? null,
    lastReminderAt: null,
    remindersPausedAt: null,
    remindersStopped: null,
  };
}
