import { errors, messages } from '@caredrop/contracts';
import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { useState, type SubmitEvent } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/config/paths.js';
import { BusyButton } from '../../shared/ui/busy-button.js';
import { toast } from '../../shared/ui/toast.js';
import { copy } from './copy.js';
import { useForgotPassword } from './password-calls.js';
import { SignInPage } from './sign-in-page.js';

/** Whether the server accepted the request; the same for an address with an account and one without. */
type Outcome = 'sent' | 'unsure';

/**
 * Every outcome shows 'Check your email', so that the page does not reveal which addresses have an
 * account.
 */
export function ForgotPassword() {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  return outcome ? <Sent outcome={outcome} onAgain={() => setOutcome(null)} /> : <Ask onSent={setOutcome} />;
}

function Ask({ onSent }: { onSent: (outcome: Outcome) => void }) {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string>();
  const [send, { isLoading }] = useForgotPassword();
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isLoading) return;
    const empty = email.trim() === '';
    setProblem(empty ? errors.email_required.text : undefined);
    if (empty) return;
    const response = await send({ email: email.trim() });
    if (response.error) toast.serverFirst(response.error, messages.auth.resetSendFailed);
    else toast.success(messages.auth.resetSent);
    onSent(response.error ? 'unsure' : 'sent');
  };
  return (
    <SignInPage title={copy.forgotPassword} purpose={copy.forgot.purpose}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap={16}>
          <TextInput
            label={copy.email}
            type="email"
            autoComplete="username"
            autoFocus
            value={email}
            error={problem}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <BusyButton
            type="submit"
            busy={isLoading}
            label={copy.forgot.submit}
            loadingLabel={copy.forgot.submitting}
          />
          <Anchor component={Link} to={paths.login.path} size="sm">
            {copy.backToLogin}
          </Anchor>
        </Stack>
      </form>
    </SignInPage>
  );
}

function Sent({ outcome, onAgain }: { outcome: Outcome; onAgain: () => void }) {
  return (
    <SignInPage title={copy.forgot.sentTitle}>
      <Stack gap={16}>
        <Group role="status" wrap="nowrap" align="flex-start" gap={12}>
          <IconMailCheck size={24} stroke={1.75} aria-hidden="true" style={{ flex: 'none' }} />
          <Text>{copy.forgot[outcome]}</Text>
        </Group>
        <Button component={Link} to={paths.login.path}>
          {copy.backToLogin}
        </Button>
        <Button variant="default" onClick={onAgain}>
          {copy.forgot.again}
        </Button>
      </Stack>
    </SignInPage>
  );
}
