import { DocumentMailSection } from '../../features/account/document-mail-section.js';
import { PasswordSection } from '../../features/account/password-section.js';
import { SessionsSection } from '../../features/account/sessions-section.js';
import { SecondFactorSection } from '../../features/second-factor/second-factor-section.js';
import { Page } from '../../shared/ui/page.js';
import { copy } from './copy.js';

export function Component() {
  return (
    <Page title={copy.accountSecurity.title} purpose={copy.accountSecurity.purpose}>
      <PasswordSection />
      <SecondFactorSection />
      <SessionsSection />
      <DocumentMailSection />
    </Page>
  );
}
