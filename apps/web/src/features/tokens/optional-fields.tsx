import { CheckFields, type CheckFieldsProps } from './check-fields.js';
import { EmailField, type EmailFieldProps } from './email-field.js';
import { LanguageField, type LanguageFieldProps } from './language-field.js';
import { PhoneField, type PhoneFieldProps } from './phone-field.js';
import { useTokenDefaultsQuery } from './tokens.api.js';

interface Props {
  phone: PhoneFieldProps;
  email: EmailFieldProps;
  language: LanguageFieldProps;
  check: CheckFieldsProps;
}

/** The optional fields of the form; they load after the others. */
export default function OptionalFields({ phone, email, language, check }: Props) {
  const { data: defaults } = useTokenDefaultsQuery();
  return (
    <>
      <PhoneField {...phone} />
      <EmailField {...email} />
      <LanguageField {...language} />
      {defaults?.patientCheck && <CheckFields {...check} />}
    </>
  );
}
