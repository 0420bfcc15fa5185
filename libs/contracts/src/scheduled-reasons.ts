import type { Reason } from './reason.js';

/** Why a scheduled text or email was not sent, by our own codes. */
export const scheduledReasons = {
  too_late: [
    'The message could not be sent within two hours of the chosen time, so it was not sent.',
    'Please send it again.',
  ],
  ending: [
    'There was too little time left before the link expires, so the message was not sent.',
    'Please send it again.',
  ],
  owner_disabled: [
    'The account of the sender was disabled, so the message was not sent.',
    'Please send it again.',
  ],
  restored: [
    'The system was restored from a backup, so the scheduled message was not sent. It may have been sent before that.',
    'Please check with the patient before you send it again.',
  ],
  not_mine: [
    'The recipient of this link reported that it is not theirs, so the message was not sent.',
    'Please check whom it should go to.',
  ],
} as const satisfies Record<string, Reason>;
export type ScheduledReason = keyof typeof scheduledReasons;
