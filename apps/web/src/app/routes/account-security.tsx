import { lazy, Suspense } from 'react';
import { DocumentMailSection } from '../../features/account/document-mail-section.js';
import { PasswordSection } from '../../features/account/password-section.js';
import { SessionsSection } from '../../features/account/sessions-section.js';
import { SecondFactorSection } from '../../features/second-factor/second-factor-section.js';
import { Page } from '../../shared/ui/page.js';
import { copy } from './copy.js';

const TeamsSection = lazy(async () => ({
  default: (await import('../../features/account/teams-section.js')).TeamsSection,
}));
const AbsenceSection = lazy(async () => ({
  default: (await import('../../features/account/absence-section.js')).AbsenceSection,
}));

export function Component() {
  return (
    <Page title={copy.accountSecurity.title} purpose={copy.accountSecurity.purpose}>
      <PasswordSection />
      <SecondFactorSection />
      <SessionsSection />
      <DocumentMailSection />
      <Suspense fallback={null}>
        <TeamsSection />
        <AbsenceSection />
      </Suspense>
    </Page>
  );
}
