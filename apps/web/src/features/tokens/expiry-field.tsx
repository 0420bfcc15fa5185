import { TextInput, type TextInputProps } from '@mantine/core';
import { dialogCopy as copy } from './dialog-copy.js';
import { useTokenDefaultsQuery } from './tokens.api.js';

/**
 * The days for a request's body; none for an empty field. Input that is not a number becomes NaN, which the
 * shared schema rejects.
 */
export const daysOf = (typed: string): { expiryDays?: number } =>
  typed.trim() === '' ? {} : { expiryDays: /^\d+$/.test(typed.trim()) ? Number(typed) : NaN };

interface Props extends TextInputProps {
  /** Which of the clinic's defaults applies. */
  kind: 'expiryDays' | 'bulkExpiryDays';
}

/** Days until a link expires. The clinic's default is shown, and used when the field stays empty. */
export function ExpiryField({ kind, ...input }: Props) {
  const { data } = useTokenDefaultsQuery();
  const usual = data ? copy.expiry.default(data[kind]) : '';
  return (
    <TextInput
      label={copy.expiry.label}
      description={copy.expiry.description + usual}
      inputMode="numeric"
      autoComplete="off"
      maxLength={3}
      {...input}
    />
  );
}
