import { errors } from '@caredrop/contracts';
import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { BusyButton } from '../../shared/ui/busy-button.js';
import { CodeField } from '../../shared/ui/code-field.js';
import { copy } from './copy.js';
import { fieldErrors } from './rejection.js';

interface Props {
  /** Whether to ask for a code as well as the password, because a second factor is set up. */
  withCode: boolean;
  error: unknown;
  busy: boolean;
  label: string;
  danger?: boolean;
  onCancel?: () => void;
  onProof: (proof: { password: string; code?: string }) => void;
}

/** Asks for the password and, with `withCode`, for a code: someone else may be using a session that was left open. */
export function ProveForm({ withCode, error, busy, label, danger, onCancel, onProof }: Props) {
  const [values, setValues] = useState({ password: '', code: '' });
  const [missing, setMissing] = useState<{ password?: string; code?: string }>({});
  const refused = busy ? {} : fieldErrors(error);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = {
      ...(values.password === '' && { password: errors.password_required.text }),
      ...(withCode && values.code.trim() === '' && { code: errors.code_required.text }),
    };
    setMissing(found);
    if (Object.keys(found).length > 0 || busy) return;
    onProof({ password: values.password, ...(withCode && { code: values.code.trim() }) });
  };
  const field = (name: 'password' | 'code') => ({
    value: values[name],
    error: missing[name] ?? refused[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setValues((before) => ({ ...before, [name]: value }));
    },
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap={16}>
        <PasswordInput
          label={copy.proveForm.password}
          autoComplete="current-password"
          // The form may render after its dialog has opened, and the dialog then does not set the initial focus.
          autoFocus
          data-autofocus
          visibilityToggleButtonProps={{ 'aria-label': copy.proveForm.showCharacters }}
          {...field('password')}
        />
        {withCode && (
          <CodeField label={copy.proveForm.code} description={copy.proveForm.codeHint} {...field('code')} />
        )}
        <Group justify="flex-end" gap={8} grow={!onCancel}>
          {onCancel && (
            <Button variant="default" onClick={onCancel} disabled={busy}>
              {copy.cancel}
            </Button>
          )}
          <BusyButton
            type="submit"
            busy={busy}
            label={label}
            loadingLabel={copy.checking}
            {...(danger && { color: 'red' })}
          />
        </Group>
      </Stack>
    </form>
  );
}
