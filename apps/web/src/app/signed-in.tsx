import { Suspense, useEffect, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { Outlet } from 'react-router-dom';
import { ProofDialog } from '../features/second-factor/proof-dialog.js';
import { session } from '../shared/session/session.js';
import { useUser } from '../shared/session/use-session.js';
import { optionalPart } from '../shared/ui/optional-part.js';
import { LiveUpdates } from './live-updates.js';
import { emptyStore, store } from './store.js';

const SessionWarning = optionalPart(
  async () => (await import('../features/session-warning/session-warning.js')).SessionWarning,
);

/** The screens of the workspace, with the parts that every signed-in user needs. Not loaded by the sign-in page. */
export function Component() {
  return (
    <SignedIn>
      <Outlet />
    </SignedIn>
  );
}

/** Empties the store when the user signs out, the session ends or another tab signs in. */
export function SignedIn({ children }: { children?: ReactNode }) {
  const userId = useUser()?.id;
  useEffect(
    () => () => {
      const now = session.get();
      if (now.status !== 'signedIn' || now.user.id !== userId) emptyStore();
    },
    [userId],
  );
  return (
    <Provider store={store}>
      <LiveUpdates />
      {/* Loaded after signing in, not when the warning is due: by then the connection may be gone. */}
      <Suspense fallback={null}>
        <SessionWarning />
      </Suspense>
      {children}
      <ProofDialog />
    </Provider>
  );
}
