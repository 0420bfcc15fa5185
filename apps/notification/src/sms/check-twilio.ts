import { ok, type Check } from '@caredrop/service-kit';

const COMPONENT = 'Text messages';

/** Checks whether text messages are configured; does not call Twilio, which charges for requests. */
export const checkTwilio = (account: string | undefined): Check[] => [
  {
    component: COMPONENT,
    page: 'docs/runbooks/text-messages-failing.md',
    run: () => [ok(COMPONENT, account ? 'an account is set' : 'none are sent: no account is set')],
  },
];
