import type { Config } from '../config.js';
import type { Token } from '../generated/prisma/client.js';
import type { RemindedLink, ReminderRules } from './reminder-plan.js';

type ReminderSettings = Pick<Config, 'REMINDERS' | 'REMINDER_DAYS' | 'CLINIC_TIME_ZONE'>;

/** The clinic's rules; without any days if reminders are off. */
export const rulesOf = ({ REMINDERS, REMINDER_DAYS, CLINIC_TIME_ZONE }: ReminderSettings): ReminderRules => ({
  days: REMINDERS === 'on' ? REMINDER_DAYS : [],
  timeZone: CLINIC_TIME_ZONE,
});

/**
 * Whether a link that replaces this one has reminders unless a clinician decides otherwise: this one had them, and they
 * were neither paused nor stopped.
 */
export const isRemindedAgain = ({
  remindersFrom,
  remindersPausedAt,
  remindersStopped,
}: Pick<Token, 'remindersFrom' | 'remindersPausedAt' | 'remindersStopped'>): boolean =>
  remindersFrom !== null && remindersPausedAt === null && remindersStopped === null;

/** A link's reminders as `planReminders` reads them; null for a link without them. */
export function remindedLink(
  token: Pick<Token, 'expiresAt' | 'remindersFrom' | 'reminderCount' | 'lastReminderAt'>,
): RemindedLink | null {
  const { remindersFrom: from, expiresAt, reminderCount: sent, lastReminderAt: last } = token;
  return from && { from, expiresAt, sent, last };
}
