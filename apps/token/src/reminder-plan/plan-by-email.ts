import { OPTED_OUT } from '@caredrop/contracts';
import type { Emit } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';
import type { LinkEmail, Token } from '../generated/prisma/client.js';
import { planAfterSend } from './plan-after-send.js';
import type { ReminderRules } from './reminder-plan.js';
import { hasText } from './reminded-by.js';
import { stopReminders } from './stop-reminders.js';

/**
 * What the status of a link's last email means for its reminders: they are planned once the mail server has accepted
 * it, and end when it has failed. A link whose text has not failed keeps the reminders of its text.
 */
export async function planAfterEmail(
  tx: Tx,
  emit: Emit,
  token: Token,
  { status, wantsReminders, errorCode }: LinkEmail,
  rules: ReminderRules,
  at: Date,
): Promise<void> {
  const { id } = token;
  if (hasText(token)) return;
  if (status === 'failed') return stopReminders(tx, { id, remindersFrom: { not: null } }, errorCode);
  if (status !== 'sent') return;
  const sent = { tokenId: id, createdAt: at, wantsReminders };
  await tx.token.update({ where: { id }, data: await planAfterSend(tx, emit, sent, rules) });
}

/**
 * Ends the reminders of a link whose text has failed. Reminders by email take their place if the mail server has
 * accepted the link's email, the clinician wanted reminders with it, and there is still time for one. A patient who has
 * replied STOP is not reminded by email instead.
 */
export async function planByEmailInstead(
  tx: Tx,
  emit: Emit,
  { id, emailStatus, emailDeliveryId: deliveryId }: Token,
  smsCode: string | null,
  rules: ReminderRules,
): Promise<void> {
  await stopReminders(tx, { id, remindersFrom: { not: null } }, smsCode);
  if (smsCode === OPTED_OUT || emailStatus !== 'sent' || deliveryId === null) return;
  const email = await tx.linkEmail.findUnique({ where: { deliveryId } });
  if (!email?.wantsReminders) return;
  const plan = await planAfterSend(tx, emit, email, rules, new Date());
  // Without a new plan, the reminders that were sent stay shown.
  if (plan.nextReminderAt) await tx.token.update({ where: { id }, data: plan });
}
