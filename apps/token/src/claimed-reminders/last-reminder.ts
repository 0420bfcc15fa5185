import type { Tx } from '../database/prisma.service.js';
import type { Token } from '../generated/prisma/client.js';
import { currentPlan } from '../reminder-plan/stop-reminders.js';
import type { ClaimedReminder } from './stop-reason.js';

/**
 * The time of the last reminder of the link's plan that was sent or may have been sent. For a text, this is when it was
 * sent or, until that is known, when it was claimed; for an email, when it was claimed. Null if there is none.
 */
export async function lastReminder(
  tx: Tx,
  { id: tokenId, remindersFrom }: Pick<Token, 'id' | 'remindersFrom'>,
): Promise<Date | null> {
  if (!remindersFrom) return null;
  const ofPlan = { tokenId, reminder: { not: null }, createdAt: { gte: remindersFrom } };
  const latest = { orderBy: { createdAt: 'desc' }, select: { createdAt: true } } as const;
  // A text may have been sent if it was accepted, is still open (`sendAt`), or has a status other than `failed`.
  const mayBeSent = [{ accepted: true }, { sendAt: { not: null } }, { status: { not: 'failed' } }];
  const text = await tx.smsSend.findFirst({ ...latest, where: { ...ofPlan, OR: mayBeSent } });
  const email = await tx.linkEmail.findFirst({
    ...latest,
    where: { ...ofPlan, status: { in: ['queued', 'sent'] } },
  });
  if (!text || !email) return (text ?? email)?.createdAt ?? null;
  return text.createdAt > email.createdAt ? text.createdAt : email.createdAt;
}

/**
 * Recomputes a link's last reminder once the outcome of a claimed one is known. A reminder that was not sent still
 * counts towards the maximum, but not as the last one, because the patient did not get it.
 */
export async function setLastReminder(
  tx: Tx,
  claimed: Pick<ClaimedReminder, 'token' | 'reminder'>,
): Promise<void> {
  const lastReminderAt = await lastReminder(tx, claimed.token);
  await tx.token.updateMany({ where: currentPlan(claimed), data: { lastReminderAt } });
}
