import type { Tx } from '../database/prisma.service.js';
import { planReminders, type ReminderRules } from '../reminder-plan/reminder-plan.js';
import { remindedLink } from '../reminder-plan/reminder-rules.js';
import type { ClaimedReminder } from './stop-reason.js';
import { currentPlan } from '../reminder-plan/stop-reminders.js';

/** Plans the reminder after one that was sent at `at`, at least 48 hours later, however late that one was. */
export async function planNextReminder(
  tx: Tx,
  claimed: Pick<ClaimedReminder, 'token' | 'reminder'>,
  rules: ReminderRules,
  at: Date,
): Promise<void> {
  const { token, reminder } = claimed;
  const link = remindedLink({ ...token, reminderCount: reminder, lastReminderAt: at });
  const [nextReminderAt = null] = link ? planReminders(link, rules, at) : [];
  await tx.token.updateMany({
    where: { ...currentPlan(claimed), nextReminderAt: { not: null } },
    data: { lastReminderAt: at, nextReminderAt },
  });
}
