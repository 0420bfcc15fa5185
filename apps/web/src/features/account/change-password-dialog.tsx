import { errors, messages } from '@caredrop/contracts';
import { PasswordInput, Stack } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { isApiError, isOutcomeUnknown, serverMessage } from '../../shared/api/api-error.js';
import { useSiteConfig } from '../../shared/config/site-config.js';
import { newPasswordProblem, type NewPassword } from '../../shared/lib/new-password-problem.js';
import { CodeField } from '../../shared/ui/code-field.js';
import { DialogButtons } from '../../shared/ui/dialog-buttons.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { Notice } from '../../shared/ui/notice.js';
import { toast } from '../../shared/ui/toast.js';
import { useChangePasswordMutation } from './account.api.js';
import { copy } from './copy.js';

type Values = NewPassword & { current: string; code: string };

const isAboutCode = (error: unknown): boolean =>
  isApiError(error) && (error.code === 'code_required' || error.code === 'invalid_code');

/** The server's error, by the field that it is about; empty when no field caused it. */
function refusedField(error: unknown): Partial<Values> {
  const sentence = serverMessage(error) ?? messages.password.changeFailed;
  if (!isApiError(error) || error.status !== 400) return {};
  if (error.code === 'password_wrong') return { current: sentence };
  return isAboutCode(error) ? { code: sentence } : { password: sentence };
}

function problemsOf(values: Values, min: number): Partial<Values> {
  if (values.current === '') return { current: errors.current_password_required.text };
  return newPasswordProblem(values, min);
}

/** Asks for a code once the server requires one, because the account has a second factor. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { passwordMinLength } = useSiteConfig();
  const [values, setValues] = useState<Values>({
    current: '',
    password: '',
    confirmation: '',
    code: '',
  });
  const [problems, setProblems] = useState<Partial<Values>>({});
  const [withCode, setWithCode] = useState(false);
  const [change, { isLoading, error }] = useChangePasswordMutation();
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isLoading) return;
    const found = problemsOf(values, passwordMinLength);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const code = values.code.trim();
    const response = await change({
      currentPassword: values.current,
      newPassword: values.password,
      ...(code !== '' && { code }),
    });
    if (response.error) {
      if (isAboutCode(response.error)) setWithCode(true);
      const refused = refusedField(response.error);
      setProblems(refused);
      if (Object.keys(refused).length === 0 && !isOutcomeUnknown(response.error))
        toast.failure(response.error, messages.password.changeFailed);
      return;
    }
    toast.success(messages.password.changed);
    onClose();
  };
  const field = (name: keyof Values) => ({
    value: values[name],
    error: problems[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setValues((before) => ({ ...before, [name]: value }));
    },
  });
  const passwordField = (name: keyof NewPassword | 'current') => ({
    ...field(name),
    autoComplete: name === 'current' ? 'current-password' : 'new-password',
    visibilityToggleButtonProps: { 'aria-label': copy.password.showCharacters },
  });
  return (
    <Dialog opened title={copy.password.change} busy={isLoading} onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap={16}>
          {isOutcomeUnknown(error) && !isLoading && <Notice tone="danger">{copy.password.unknown}</Notice>}
          <PasswordInput label={copy.password.current} data-autofocus {...passwordField('current')} />
          <PasswordInput
            label={copy.password.next}
            description={copy.password.nextHint(passwordMinLength)}
            {...passwordField('password')}
          />
          <PasswordInput label={copy.password.confirmation} {...passwordField('confirmation')} />
          {withCode && (
            <CodeField
              label={copy.password.code}
              description={copy.password.codeHint}
              autoFocus
              {...field('code')}
            />
          )}
          <DialogButtons
            onCancel={onClose}
            type="submit"
            busy={isLoading}
            label={copy.password.change}
            loadingLabel={copy.password.changing}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
