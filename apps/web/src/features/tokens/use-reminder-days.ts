import type { SendChannel } from '@caredrop/contracts';
import { formatWeekday } from '../../shared/lib/format-time.js';
import { daysOf } from './expiry-field.js';
import { useTokenDefaultsQuery } from './tokens.api.js';

/**
 * The days on which the patient is reminded of a new link that is sent now. None until they have loaded, and for a link
 * that is neither texted nor emailed. `expiryDays` is as typed in the form: the reminders depend on it.
 */
export function useReminderDays(channel: SendChannel | null, expiryDays: string): string[] {
  const query = daysOf(expiryDays);
  const skip = channel === null || Number.isNaN(query.expiryDays);
  const { data } = useTokenDefaultsQuery(query, { skip });
  const plan = skip ? undefined : data?.reminders;
  return plan?.times.map((time) => formatWeekday(time, plan.timeZone)) ?? [];
}
