import { IN_DOUBT } from '@caredrop/contracts';
import type { Emit } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';
import type { SmsSend } from '../generated/prisma/client.js';
import { planByEmailInstead } from '../reminder-plan/plan-by-email.js';
import type { ReminderRules } from '../reminder-plan/reminder-plan.js';

/**
 * Shows a link's text as failed, and ends the reminders by text. A text that may have been sent keeps its row, so that a
 * later status update finds it. The caller's transaction holds the link's row and increments its version.
 */
export async function failText(
  tx: Tx,
  emit: Emit,
  text: Pick<SmsSend, 'deliveryId' | 'tokenId' | 'phoneNumber' | 'wantsReminders'>,
  errorCode: string,
  rules: ReminderRules,
): Promise<void> {
  const { deliveryId, tokenId, phoneNumber, wantsReminders } = text;
  const status = errorCode === IN_DOUBT ? 'other' : 'failed';
  await tx.smsSend.upsert({
    where: { deliveryId },
    create: { deliveryId, tokenId, phoneNumber, wantsReminders, status, errorCode },
    update: { status, errorCode },
  });
  const number = { smsPhoneNumber: phoneNumber, smsDeliveryId: deliveryId };
  const token = await tx.token.update({
    where: { id: tokenId },
    data: { hasSms: true, smsStatus: 'failed', smsErrorCode: errorCode, ...number },
  });
  await planByEmailInstead(tx, emit, token, errorCode, rules);
}
