import { TextInput } from '@mantine/core';
import { dialogCopy as copy } from './dialog-copy.js';
import type { ContactFieldProps } from './email-field.js';

/** The number to which a new link is texted, now or at the chosen time. */
export const PhoneField = (props: ContactFieldProps) => (
  <TextInput
    label={copy.phone.label}
    description={copy.phone.help}
    type="tel"
    autoComplete="off"
    placeholder={copy.sms.phoneExample}
    {...props}
  />
);
