import { limits, messages } from '@caredrop/contracts';
import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useState, type SubmitEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { isOutcomeUnknown } from '../../shared/api/api-error.js';
import { paths } from '../../shared/config/paths.js';
import { useSiteConfig } from '../../shared/config/site-config.js';
import { newPasswordProblem, type NewPassword } from '../../shared/lib/new-password-problem.js';
import { BusyButton } from '../../shared/ui/busy-button.js';
import { Notice } from '../../shared/ui/notice.js';
import { toast } from '../../shared/ui/toast.js';
import { copy } from './copy.js';
import { useResetPassword } from './password-calls.js';
import { SignInPage } from './sign-in-page.js';

/** Sets a new password with the token from the emailed link; without a token, reports that the link is invalid. */
export function ResetPassword({ token }: { token: string | null }) {
  const [done, setDone] = useState(false);
  if (done) return <Done />;
  if (!token) return <InvalidLink />;
  return <ResetForm token={token} onDone={() => setDone(true)} />;
}

function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const { passwordMinLength } = useSiteConfig();
  const [values, setValues] = useState<NewPassword>({ password: '', confirmation: '' });
  const [problem, setProblem] = useState<Partial<NewPassword>>({});
  const [reset, { isLoading, error }] = useResetPassword();
  // Stays true: once the password has been set, another try is refused, because a link works only once.
  const [mayBeSet, setMayBeSet] = useState(false);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isLoading) return;
    const found = newPasswordProblem(values, passwordMinLength);
    setProblem(found);
    if (Object.keys(found).length > 0) return;
    const response = await reset({ token, password: values.password });
    if (isOutcomeUnknown(response.error)) setMayBeSet(true);
    if (response.error) return toast.serverFirst(response.error, messages.auth.resetFailed);
    toast.success(messages.auth.resetDone);
    onDone();
  };
  const field = (name: keyof NewPassword) => ({
    value: values[name],
    error: problem[name],
    autoComplete: 'new-password',
    visibilityToggleButtonProps: { 'aria-label': copy.showCharacters },
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setValues((before) => ({ ...before, [name]: value }));
    },
  });
  return (
    <SignInPage title={copy.reset.title} purpose={copy.reset.purpose(passwordMinLength)}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap={16}>
          {error && !isLoading && (
            <Notice tone="danger">
              {mayBeSet ? copy.reset.unknown : copy.reset.failed}{' '}
              <Link to={paths.forgotPassword.path}>{copy.reset.failedLink}</Link>.
            </Notice>
          )}
          <PasswordInput label={copy.reset.password} autoFocus {...field('password')} />
          <PasswordInput label={copy.reset.confirmation} {...field('confirmation')} />
          <BusyButton
            type="submit"
            busy={isLoading}
            label={copy.reset.submit}
            loadingLabel={copy.reset.submitting}
          />
        </Stack>
      </form>
    </SignInPage>
  );
}

function InvalidLink() {
  return (
    <SignInPage title={copy.reset.invalidTitle} purpose={copy.reset.invalid}>
      <Button component={Link} to={paths.forgotPassword.path} fullWidth>
        {copy.reset.newLink}
      </Button>
    </SignInPage>
  );
}

function Done() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(
      () => void navigate(paths.login.path),
      limits.passwordResetRedirectSeconds * 1000,
    );
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <SignInPage title={copy.reset.doneTitle}>
      <Stack gap={16}>
        <Text role="status">
          <IconCircleCheck
            size={20}
            stroke={1.75}
            color="var(--cd-success)"
            aria-hidden="true"
            style={{ verticalAlign: 'text-bottom' }}
          />{' '}
          {copy.reset.done(limits.passwordResetRedirectSeconds)}
        </Text>
        <Button component={Link} to={paths.login.path}>
          {copy.reset.goOn}
        </Button>
      </Stack>
    </SignInPage>
  );
}
