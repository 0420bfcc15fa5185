import { CheckFields, type CheckFieldsProps } from './check-fields.js';
import { EmailField, type ContactFieldProps } from './email-field.js';
import { LanguageField, type LanguageFieldProps } from './language-field.js';
import { PhoneField } from './phone-field.js';
import { ReminderField, type ReminderFieldProps } from './reminder-field.js';
import { SendTimeField } from './send-later/send-time-field.js';
import type { SendTimeState } from './send-later/use-send-time.js';
import { useTokenDefaultsQuery } from './tokens.api.js';

interface Props {
  phone: ContactFieldProps;
  email: ContactFieldProps;
  /** Null while the link is neither texted nor emailed. */
  reminders: ReminderFieldProps | null;
  /** Null while the link is neither texted nor emailed. */
  time: SendTimeState | null;
  language: LanguageFieldProps;
  check: CheckFieldsProps;
}

/** Optional fields of the form for a new link that load after its other fields. */
export default function OptionalFields({ phone, email, reminders, time, language, check }: Props) {
  const { data: defaults } = useTokenDefaultsQuery();
  return (
    <>
      <PhoneField {...phone} />
      <EmailField {...email} />
      {reminders && <ReminderField {...reminders} />}
      {time && <SendTimeField state={time} />}
      <LanguageField {...language} />
      {defaults?.patientCheck && <CheckFields {...check} />}
    </>
  );
}
