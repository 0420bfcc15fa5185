import { errors, messages } from '@caredrop/contracts';
import { PasswordInput, Stack } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { isApiError, isOutcomeUnknown, serverMessage } from '../../shared/api/api-error.js';
import { useSiteConfig } from '../../shared/config/site-config.js';
import { newPasswordProblem, type NewPassword } from '../../shared/lib/new-password-problem.js';
import { DialogButtons } from '../../shared/ui/dialog-buttons.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { Notice } from '../../shared/ui/notice.js';
import { toast } from '../../shared/ui/toast.js';
import { useChangePasswordMutation } from './account.api.js';
import { copy } from './copy.js';

type Values = NewPassword & { current: string };

/** The server's error, by the field that it is about; empty when no field caused it. */
function refusedField(error: unknown): Partial<Values> {
  const sentence = serverMessage(error) ?? messages.password.changeFailed;
  if (!isApiError(error) || error.status !== 400) return {};
  return error.code === 'password_wrong' ? { current: sentence } : { password: sentence };
}

function problemsOf(values: Values, min: number): Partial<Values> {
  if (values.current === '') return { current: errors.current_password_required.text };
  return newPasswordProblem(values, min);
}

export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { passwordMinLength } = useSiteConfig();
  const [values, setValues] = useState<Values>({ current: '', password: '', confirmation: '' });
  const [problems, setProblems] = useState<Partial<Values>>({});
  const [change, { isLoading, error }] = useChangePasswordMutation();
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isLoading) return;
    const found = problemsOf(values, passwordMinLength);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const response = await change({ currentPassword: values.current, newPassword: values.password });
    if (response.error) {
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
    autoComplete: name === 'current' ? 'current-password' : 'new-password',
    visibilityToggleButtonProps: { 'aria-label': copy.password.showCharacters },
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setValues((before) => ({ ...before, [name]: value }));
    },
  });
  return (
    <Dialog opened title={copy.password.change} busy={isLoading} onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap={16}>
          {isOutcomeUnknown(error) && !isLoading && <Notice tone="danger">{copy.password.unknown}</Notice>}
          <PasswordInput label={copy.password.current} data-autofocus {...field('current')} />
          <PasswordInput
            label={copy.password.next}
            description={copy.password.nextHint(passwordMinLength)}
            {...field('password')}
          />
          <PasswordInput label={copy.password.confirmation} {...field('confirmation')} />
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
