import { ok, type Check } from '@caredrop/service-kit';

const ABOUT = 'Text messages';

/** Checks whether text messages are configured; does not call Twilio, which charges for requests. */
export const lookAtTwilio = (account: string | undefined): Check[] => [
  {
    about: ABOUT,
    page: 'docs/runbooks/text-messages-failing.md',
    look: () => [ok(ABOUT, account ? 'an account is set' : 'none are sent: no account is set')],
  },
];
