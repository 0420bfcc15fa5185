import { Checkbox, Stack, TextInput } from '@mantine/core';
import { formatWeekday } from '../../shared/lib/format-time.js';
import { dialogCopy as copy } from './dialog-copy.js';
import { daysOf } from './expiry-field.js';
import { useTokenDefaultsQuery } from './tokens.api.js';

export interface PhoneFieldProps {
  value: string;
  error: string | undefined;
  /** As typed in the form: the reminders depend on it. */
  expiryDays: string;
  /** Whether the patient is reminded. */
  reminders: boolean;
  onChange: (change: { phoneNumber?: string; reminders?: boolean }) => void;
}

/** The number to which a new link is texted at once, and the days on which the patient is reminded. */
export function PhoneField({ value, error, expiryDays, reminders, onChange }: PhoneFieldProps) {
  const query = daysOf(expiryDays);
  const skip = value.trim() === '' || Number.isNaN(query.expiryDays);
  const { data } = useTokenDefaultsQuery(query, { skip });
  const plan = skip ? undefined : data?.reminders;
  const days = plan?.times.map((time) => formatWeekday(time, plan.timeZone)) ?? [];
  return (
    <Stack gap={12}>
      <TextInput
        label={copy.phone.label}
        description={copy.phone.help}
        type="tel"
        autoComplete="off"
        placeholder={copy.sms.phoneExample}
        value={value}
        error={error}
        onChange={(event) => onChange({ phoneNumber: event.currentTarget.value })}
      />
      {days.length > 0 && (
        <Checkbox
          label={copy.sms.reminders(days)}
          description={copy.sms.remindersHelp}
          checked={reminders}
          onChange={(event) => onChange({ reminders: event.currentTarget.checked })}
        />
      )}
    </Stack>
  );
}
