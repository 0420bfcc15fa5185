import type { SendChannel } from '@caredrop/contracts';
import { formatWeekday } from '../../shared/lib/format-time.js';
import { daysOf } from './expiry-field.js';
import { ReminderField } from './reminder-field.js';
import { useTokenDefaultsQuery } from './tokens.api.js';

export interface NewLinkRemindersProps {
  /** The channel of the reminders; null if the link is neither texted nor emailed. */
  channel: SendChannel | null;
  /** As typed in the form: the reminders depend on it. */
  expiryDays: string;
  /** The link is sent later, so the days are not known yet. */
  later: boolean;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** The checkbox for reminders of a new link, with the days on which the patient is reminded if it is sent now. */
export function NewLinkReminders({ channel, expiryDays, ...field }: NewLinkRemindersProps) {
  const query = daysOf(expiryDays);
  const skip = channel === null || Number.isNaN(query.expiryDays);
  const { data } = useTokenDefaultsQuery(query, { skip });
  const plan = skip ? undefined : data?.reminders;
  const days = plan?.times.map((time) => formatWeekday(time, plan.timeZone)) ?? [];
  return channel && <ReminderField days={days} channel={channel} {...field} />;
}
