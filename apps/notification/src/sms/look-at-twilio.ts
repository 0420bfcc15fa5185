import { ok, type Check } from '@caredrop/service-kit';

const ABOUT = 'Text messages';

/** Whether text messages can be sent at all; nothing is asked of Twilio, where each question has a price. */
export const lookAtTwilio = (account: string | undefined): Check[] => [
  {
    about: ABOUT,
    page: 'docs/runbooks/text-messages-failing.md',
    look: () => [ok(ABOUT, account ? 'an account is set' : 'none are sent: no account is set')],
  },
];
