import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { Suspense, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { cssVariables, theme } from '../shared/ui/theme.js';
import { ProofDialog } from '../features/second-factor/proof-dialog.js';
import { useSession } from '../shared/session/use-session.js';
import { optionalPart } from '../shared/ui/optional-part.js';
import { LiveUpdates } from './live-updates.js';
import { SessionKeeper } from './session-keeper.js';
import type { Store } from './store.js';

const schemes = localStorageColorSchemeManager({ key: 'caredrop.color-scheme' });

interface ProvidersProps {
  store: Store;
  /** `test` renders dialogs and toasts without transitions. */
  env?: 'default' | 'test';
  children: ReactNode;
}

/** The providers every screen needs. */
export function Providers({ store, env = 'default', children }: ProvidersProps) {
  return (
    <Provider store={store}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={schemes}
        defaultColorScheme="auto"
        env={env}
      >
        <Suspense fallback={null}>
          <Toasts />
        </Suspense>
        <SessionKeeper />
        <LiveUpdates />
        <WarningOfEnd />
        {children}
        <ProofDialog />
      </MantineProvider>
    </Provider>
  );
}

const Toasts = optionalPart(async () => (await import('../shared/ui/toasts.js')).Toasts);
const SessionWarning = optionalPart(
  async () => (await import('../features/session-warning/session-warning.js')).SessionWarning,
);

/** Loaded after signing in, not when the warning is due: by then the connection may be gone. */
function WarningOfEnd() {
  const signedIn = useSession().status === 'signedIn';
  return <Suspense fallback={null}>{signedIn && <SessionWarning />}</Suspense>;
}
