import { PasswordSection } from '../../features/account/password-section.js';
import { SessionsSection } from '../../features/account/sessions-section.js';
import { SecondFactorSection } from '../../features/second-factor/second-factor-section.js';
import { Page } from '../../shared/ui/page.js';

export function Component() {
  return (
    <Page title="Account security" purpose="How you sign in, and where you are signed in now.">
      <PasswordSection />
      <SecondFactorSection />
      <SessionsSection />
    </Page>
  );
}
