import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { cssVariables, theme } from '../shared/ui/theme.js';
import { ProofDialog } from '../features/second-factor/proof-dialog.js';
import { SessionWarning } from '../features/session-warning/session-warning.js';
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

/** The providers every screen needs. Toasts: top right, 5 seconds, at most 20. */
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
        <Notifications
          position="top-right"
          autoClose={5000}
          limit={20}
          zIndex={1000}
          pauseResetOnHover="notification"
        />
        <SessionKeeper />
        <LiveUpdates />
        <SessionWarning />
        {children}
        <ProofDialog />
      </MantineProvider>
    </Provider>
  );
}
