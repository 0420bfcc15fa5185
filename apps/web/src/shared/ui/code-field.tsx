import { TextInput, type TextInputProps } from '@mantine/core';

/** A field for a code of an authenticator app or a recovery code, which browsers must not correct. */
export const CodeField = (field: TextInputProps) => (
  <TextInput autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} {...field} />
);
