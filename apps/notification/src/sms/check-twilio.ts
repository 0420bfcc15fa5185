import { ok, type Check } from '@caredrop/service-kit';

const COMPONENT = 'Text messages';

/** Checks whether text messages are configured; does not call Twilio. */
export const checkTwilio = (account: string | undefined): Check[] => [
  {
    component: COMPONENT,
    page: 'docs/runbooks/text-messages-failing.md',
    run: () => [
      ok(
        COMPONENT,
        account ? 'a Twilio account is configured' : 'text messages are off: no Twilio account is configured',
      ),
    ],
  },
];
