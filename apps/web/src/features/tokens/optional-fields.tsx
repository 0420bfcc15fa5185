import { CheckFields, type CheckFieldsProps } from './check-fields.js';
import { LanguageField, type LanguageFieldProps } from './language-field.js';
import { useTokenDefaultsQuery } from './tokens.api.js';

interface Props {
  language: LanguageFieldProps;
  check: CheckFieldsProps;
}

/** The fields of the form that depend on what the clinic has configured; they load after the others. */
export default function OptionalFields({ language, check }: Props) {
  const { data: defaults } = useTokenDefaultsQuery();
  return (
    <>
      <LanguageField {...language} />
      {defaults?.patientCheck && <CheckFields {...check} />}
    </>
  );
}
