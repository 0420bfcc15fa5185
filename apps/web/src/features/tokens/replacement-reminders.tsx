import type { SendChannel } from '@caredrop/contracts';
import { useState, type ReactNode } from 'react';
import { ReminderField } from './reminder-field.js';
import { useRemindersQuery } from './tokens.api.js';
import { useReminderDays } from './use-reminder-days.js';

interface ReplacementReminders {
  /** Undefined while it is not known: the service then decides in the same way. */
  reminders: boolean | undefined;
  field: ReactNode;
}

/**
 * Whether the patient is reminded of a link that replaces another: as of that one, unless the clinician changes it.
 * `channel`: how the new link is sent; null: it is only made.
 */
export function useReplacementReminders(tokenId: string, channel: SendChannel | null): ReplacementReminders {
  const [chosen, setChosen] = useState<boolean>();
  const { data } = useRemindersQuery(tokenId);
  const days = useReminderDays(channel, '');
  const reminders = chosen ?? data?.wanted;
  return {
    reminders,
    field: channel && reminders !== undefined && (
      <ReminderField days={days} channel={channel} checked={reminders} onChange={setChosen} />
    ),
  };
}
