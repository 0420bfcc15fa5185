import { errors, messages, type LoginResponse } from '@caredrop/contracts';
import { lazy, Suspense, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { StepProps } from '../../features/second-factor/second-step.js';
import { LoginForm } from '../../features/sign-in/login-form.js';
import type { SecondStep } from '../../features/sign-in/second-step-of.js';
import { SignInPage } from '../../features/sign-in/sign-in-page.js';
import { session } from '../../shared/session/session.js';
import { storedToken } from '../../shared/session/stored-token.js';
import { useSession } from '../../shared/session/use-session.js';
import { Notice } from '../../shared/ui/notice.js';
import { toast } from '../../shared/ui/toast.js';
import { returnPath, type LoginState } from '../remembered-origin.js';
import { Waiting } from '../require-session.js';
import { copy } from '../copy.js';

const loadSecondStep = () => import('../../features/second-factor/second-step.js');
const CodeStep = lazy(async () => ({ default: (await loadSecondStep()).CodeStep }));
const SetUpStep = lazy(async () => ({ default: (await loadSecondStep()).SetUpStep }));

/** /login: returns to the page the user came from, or to the dashboard. */
export function Component() {
  const { status } = useSession();
  const state = useLocation().state as LoginState | null;
  const [step, setStep] = useState<SecondStep | null>(null);
  if (status === 'determining') return <Waiting />;
  if (status === 'signedIn') return <Navigate to={returnPath(state)} replace />;

  const enter = ({ user, token }: LoginResponse) => {
    storedToken.write(token);
    session.found(user);
    toast.success(messages.auth.loginSuccessful, { framed: true });
  };
  if (step) return <Second step={step} onSignedIn={enter} onStartAgain={() => setStep(null)} />;
  return (
    <SignInPage title={copy.login.title} purpose={copy.login.purpose}>
      {state?.ended && (
        <div style={{ marginBottom: 16 }}>
          <Notice tone="info">{copy.login.ended}</Notice>
        </div>
      )}
      <LoginForm onSignedIn={enter} onSecondStep={setStep} />
    </SignInPage>
  );
}

/** The second step, if the server asks for one. */
function Second({ step: { kind, ticket }, ...way }: { step: SecondStep } & Omit<StepProps, 'ticket'>) {
  const [title, error, Step] =
    kind === 'code'
      ? ([copy.login.code, errors.second_factor_needed, CodeStep] as const)
      : ([copy.login.setUp, errors.second_factor_setup_needed, SetUpStep] as const);
  return (
    <SignInPage title={title} purpose={error.text}>
      <Suspense fallback={<Waiting />}>
        <Step ticket={ticket} {...way} />
      </Suspense>
    </SignInPage>
  );
}
