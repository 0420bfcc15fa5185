import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { Suspense, type ReactNode } from 'react';
import { cssVariables, theme } from '../shared/ui/theme.js';
import { optionalPart } from '../shared/ui/optional-part.js';
import { SessionKeeper } from './session-keeper.js';

const schemes = localStorageColorSchemeManager({ key: 'caredrop.color-scheme' });

interface ProvidersProps {
  /** `test` renders dialogs and toasts without transitions. */
  env?: 'default' | 'test';
  children: ReactNode;
}

/** The providers every screen needs, signed in or not. */
export function Providers({ env = 'default', children }: ProvidersProps) {
  return (
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
      {children}
    </MantineProvider>
  );
}

const Toasts = optionalPart(async () => (await import('../shared/ui/toasts.js')).Toasts);
