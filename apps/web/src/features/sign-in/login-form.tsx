import { errors, messages, type LoginResponse, type LoginBody } from '@caredrop/contracts';
import { Anchor, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { Link } from 'react-router-dom';
import { isApiError } from '../../shared/api/api-error.js';
import { openPost, useCall } from '../../shared/api/use-call.js';
import { paths } from '../../shared/config/paths.js';
import { useSiteConfig } from '../../shared/config/site-config.js';
import { copy } from './copy.js';
import { secondStepOf, type SecondStep } from './second-step-of.js';
import { BusyButton } from '../../shared/ui/busy-button.js';
import { Notice } from '../../shared/ui/notice.js';
import { toast } from '../../shared/ui/toast.js';

/** Advice after a failed sign-in; the toast contains the error. */
function advice(error: unknown): string {
  const { status, code } = isApiError(error) ? error : { status: 0, code: null };
  if (code === 'password_link_needed') return copy.login.advice.linkNeeded;
  if (status === 403) return copy.login.advice.disabled;
  if (status === 401) return copy.login.advice.wrong;
  if (status === 429) return copy.login.advice.tooMany;
  return copy.login.advice.other;
}

const toLogin = openPost('/auth/login');

interface LoginFormProps {
  onSignedIn: (response: LoginResponse) => void;
  onSecondStep: (step: SecondStep) => void;
}

/** Email and password; the input stays after an error. */
export function LoginForm({ onSignedIn, onSecondStep }: LoginFormProps) {
  const [values, setValues] = useState({ email: '', password: '' });
  const [missing, setMissing] = useState(false);
  const [login, { isLoading, error }] = useCall<LoginResponse, LoginBody>(toLogin);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const incomplete = values.email.trim() === '' || values.password === '';
    setMissing(incomplete);
    if (incomplete) return;
    const response = await login({ ...values, email: values.email.trim() });
    if (response.data) onSignedIn(response.data);
    else {
      const step = secondStepOf(response.error);
      if (step) onSecondStep(step);
      else toast.serverFirst(response.error, messages.auth.loginFailed);
    }
  };

  const field = (name: 'email' | 'password') => ({
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setValues((before) => ({ ...before, [name]: value }));
    },
    'aria-invalid': (missing && values[name].trim() === '') || undefined,
    'aria-describedby': missing ? 'login-missing' : undefined,
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap={16}>
        {missing && (
          <Notice tone="danger" id="login-missing">
            {errors.credentials_required.text}
          </Notice>
        )}
        {!missing && error && !isLoading && <Notice tone="danger">{advice(error)}</Notice>}
        <TextInput label={copy.email} type="email" autoComplete="username" autoFocus {...field('email')} />
        <PasswordInput
          label={copy.login.password}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': copy.showCharacters }}
          {...field('password')}
        />
        <BusyButton
          type="submit"
          busy={isLoading}
          label={copy.login.submit}
          loadingLabel={copy.login.submitting}
        />
        <Links />
      </Stack>
    </form>
  );
}

function Links() {
  const { signupUrl } = useSiteConfig();
  return (
    <Group justify="space-between" gap={8}>
      <Anchor component={Link} to={paths.forgotPassword.path} size="sm">
        {copy.forgotPassword}
      </Anchor>
      <Anchor href={signupUrl} size="sm">
        {copy.login.signUp}
      </Anchor>
    </Group>
  );
}
