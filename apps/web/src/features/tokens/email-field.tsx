import { TextInput } from '@mantine/core';
import { dialogCopy as copy } from './dialog-copy.js';

/** Properties of a field for a phone number or an email address. */
export interface ContactFieldProps {
  value: string;
  error: string | undefined;
  onChange: (event: { currentTarget: { value: string } }) => void;
}

/** The address to which a new link is emailed, now or at the chosen time. */
export const EmailField = (props: ContactFieldProps) => (
  <TextInput
    label={copy.emailField.label}
    description={copy.emailField.help}
    type="email"
    autoComplete="off"
    {...props}
  />
);
