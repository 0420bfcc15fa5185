import { messages, type Enrolment, type LoginResponse, type LoginConfirmResponse } from '@caredrop/contracts';
import { Anchor, Loader, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { openPost, useCall } from '../../shared/api/use-call.js';
import { toast } from '../../shared/ui/toast.js';
import { CodeForm } from './code-form.js';
import { copy } from './copy.js';
import { RecoveryCodes } from './recovery-codes.js';
import { fieldErrors, isAboutField, mustStartAgain } from './rejection.js';
import { SetUpApp } from './set-up-app.js';

export interface StepProps {
  ticket: string;
  onSignedIn: (response: LoginResponse) => void;
  onStartAgain: () => void;
}

type Code = { ticket: string; code: string };

const toCode = openPost('/auth/login/code');
const toEnrol = openPost('/auth/login/enrol');
const toConfirm = openPost('/auth/login/confirm');

/**
 * Returns a function that shows the server's message as a toast unless a field shows it, and goes back to the password
 * if the ticket is no longer valid.
 */
function useRejections(onStartAgain: () => void) {
  return (error: unknown) => {
    if (!isAboutField(error)) toast.serverFirst(error, messages.auth.loginFailed);
    if (mustStartAgain(error)) onStartAgain();
  };
}

/** Asks for a code from the app, or for a recovery code. */
export function CodeStep({ ticket, onSignedIn, onStartAgain }: StepProps) {
  const [recovery, setRecovery] = useState(false);
  const [send, { error, isLoading }] = useCall<LoginResponse, Code>(toCode);
  const refused = useRejections(onStartAgain);
  const submit = async (code: string) => {
    const response = await send({ ticket, code });
    if (response.data) onSignedIn(response.data);
    else refused(response.error);
  };
  return (
    <CodeForm
      key={recovery ? 'recovery' : 'app'}
      recovery={recovery}
      problem={fieldErrors(error).code}
      busy={isLoading}
      onCode={(code) => void submit(code)}
    >
      <Anchor component="button" type="button" size="sm" ta="left" onClick={() => setRecovery(!recovery)}>
        {recovery ? copy.signIn.useApp : copy.signIn.useRecoveryCode}
      </Anchor>
      <Anchor component="button" type="button" size="sm" ta="left" onClick={onStartAgain}>
        {copy.signIn.startAgain}
      </Anchor>
    </CodeForm>
  );
}

/** For users who need a second factor and have none: it is set up during sign-in. */
export function SetUpStep({ ticket, onSignedIn, onStartAgain }: StepProps) {
  const [begin, { data: begun }] = useCall<{ enrolment: Enrolment }, { ticket: string }>(toEnrol);
  const [confirm, { data: done, error, isLoading }] = useCall<LoginConfirmResponse, Code>(toConfirm);
  const refused = useRejections(onStartAgain);
  useEffect(() => {
    void begin({ ticket }).then((response) => {
      if (response.error) {
        toast.serverFirst(response.error, messages.auth.loginFailed);
        onStartAgain();
      }
    });
    // Runs once per ticket: the callback changes with every render of the parent.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [begin, ticket]);
  const submit = async (code: string) => {
    const response = await confirm({ ticket, code });
    if (response.error) refused(response.error);
  };
  if (done) return <RecoveryCodes codes={done.recoveryCodes} onDone={() => onSignedIn(done)} />;
  const enrolment = begun?.enrolment;
  if (!enrolment) return <Loader role="status" aria-label={copy.loading} />;
  return (
    <Stack gap={16}>
      <SetUpApp
        enrolment={enrolment}
        problem={fieldErrors(error).code}
        busy={isLoading}
        onCode={(code) => void submit(code)}
      />
      <Anchor component="button" type="button" size="sm" ta="left" onClick={onStartAgain}>
        {copy.signIn.startAgain}
      </Anchor>
    </Stack>
  );
}
