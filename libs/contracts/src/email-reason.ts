import type { Reason } from './reason.js';
import { scheduledReasons } from './scheduled-reasons.js';

const otherWay = 'Please check the address, or give the patient the link another way.';

const address: Reason = ['The mail server refused this address: it may not exist.', otherWay];
const unwanted: Reason = ['The mail server refused the email, perhaps as unwanted advertising.', otherWay];

/** No mail server accepted the email before retries ran out. */
export const GIVEN_UP = 'given_up';

/** Reply codes of mail servers (RFC 5321) in plain words. */
const reasons: Record<string, Reason> = {
  '501': address,
  '511': address,
  '550': address,
  '551': address,
  '552': ['The mailbox did not take the email: it may be full.', otherWay],
  '553': address,
  '554': unwanted,
  '571': unwanted,
  EENVELOPE: address,
  ...scheduledReasons,
  [GIVEN_UP]: [
    'The mail server did not accept the email in time.',
    'Please send it again, or give the patient the link another way.',
  ],
};

/** Why an email was not sent, and what to do, for users. */
export function emailReason(code: string | null): string {
  const known = code !== null && Object.hasOwn(reasons, code) ? reasons[code] : undefined;
  if (known) return known.join(' ');
  const detail = code === null ? '' : ` (code ${code})`;
  return `The mail server refused the email${detail}. ${otherWay}`;
}
