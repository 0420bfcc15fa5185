import { limits } from '@caredrop/contracts';
import { TextInput, type TextInputProps } from '@mantine/core';
import { useTokenDefaultsQuery } from './tokens.api.js';

/** The days in a request's body: nothing for an empty field; what is not a number is left to the shared schema. */
export const daysOf = (typed: string): { expiryDays?: number } =>
  typed.trim() === '' ? {} : { expiryDays: /^\d+$/.test(typed.trim()) ? Number(typed) : NaN };

interface Props extends TextInputProps {
  /** Which of the clinic's defaults applies. */
  kind: 'expiryDays' | 'bulkExpiryDays';
}

/** Days until a link expires. The clinic's default is shown, and used when the field stays empty. */
export function ExpiryField({ kind, ...input }: Props) {
  const { data } = useTokenDefaultsQuery();
  const usual = data ? ` Leave it empty for ${data[kind]} days.` : '';
  return (
    <TextInput
      label="Days until the link expires"
      description={`Optional. From ${limits.expiryDaysMin} to ${limits.expiryDaysMax}.${usual}`}
      inputMode="numeric"
      autoComplete="off"
      maxLength={3}
      {...input}
    />
  );
}
