import { OPTED_OUT } from '@caredrop/contracts';
import type { Tx } from '../database/prisma.service.js';
import type { Prisma, Token } from '../generated/prisma/client.js';

/**
 * Matches the link of a claimed reminder, unless another reminder has been claimed since, or the link has been sent
 * again since `token` was read.
 */
export const currentPlan = ({ token, reminder }: { token: Token; reminder: number }) => ({
  id: token.id,
  remindersFrom: token.remindersFrom,
  reminderCount: reminder,
});

/** Ends the reminders of a link whose number or address does not work, or whose number must not be texted. */
export async function stopReminders(
  tx: Tx,
  where: Prisma.TokenWhereInput,
  code: string | null,
): Promise<void> {
  const remindersStopped = code === OPTED_OUT ? 'suppressed' : 'failed';
  await tx.token.updateMany({ where, data: { nextReminderAt: null, remindersStopped } });
}
