import type { SendChannel } from '@caredrop/contracts';
import { Checkbox } from '@mantine/core';
import { dialogCopy as copy } from './dialog-copy.js';

export interface ReminderFieldProps {
  /** The days on which the patient is reminded; nothing is shown without any. */
  days: string[];
  channel: SendChannel;
  /** The link is sent later, so the days are not known yet. */
  later?: boolean;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Whether the patient is reminded until the document has arrived. */
export function ReminderField({ days, channel, later = false, checked, onChange }: ReminderFieldProps) {
  if (days.length === 0) return null;
  const { label, labelLater, help, helpLater } = copy.reminders;
  return (
    <Checkbox
      label={later ? labelLater : label(days)}
      description={(later ? helpLater : help)[channel]}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
