import type { Reason } from './reason.js';
import { scheduledReasons } from './scheduled-reasons.js';

const otherWay = 'Please check the number, or give the patient the link another way.';
const admin = 'Please tell your administrator.';

/** Twilio's error codes explained in plain words. */
const reasons: Record<string, Reason> = {
  // Rejected at once
  '20003': ['The text message service does not accept our account.', admin],
  '20005': ['Our account at the text message service is not active.', admin],
  '20429': ['The text message service is busy.', 'Please wait a minute and try again.'],
  '21211': ['This is not a phone number.', 'Please check it.'],
  '21214': ['This number cannot be reached.', otherWay],
  '21217': ['This is not a phone number.', 'Please check it.'],
  '21408': ['Text messages to this country are not switched on.', admin],
  '21606': ['The number we send text messages from does not work.', admin],
  '21608': ['The text message service is on trial and sends to confirmed numbers only.', admin],
  '21610': [
    'This person has asked not to get text messages (they answered STOP).',
    'Please give them the link another way.',
  ],
  '21611': ['Too many text messages are waiting to be sent.', 'Please try again in a few minutes.'],
  '21612': ['A text message cannot be sent from our number to this one.', otherWay],
  '21614': ['This is not a mobile number.', otherWay],
  '21617': ['The message is too long.', 'Please shorten it.'],
  '21659': ['The number we send text messages from does not work.', admin],
  '21660': ['The number we send text messages from does not work.', admin],
  '21661': ['The number we send text messages from does not work.', admin],
  // Accepted, then not delivered
  '30001': ['Too many text messages were waiting to be sent.', 'Please try again in a few minutes.'],
  '30002': ['Our account at the text message service is suspended.', admin],
  '30003': [
    'The phone could not be reached: it may be switched off or out of range.',
    'Please try again later.',
  ],
  '30004': ['The phone does not take messages from us.', otherWay],
  '30005': ['The number does not exist or is no longer in use.', otherWay],
  '30006': ['The number is a landline, or its network cannot be reached.', otherWay],
  '30007': ['The network took the message for unwanted advertising and stopped it.', otherWay],
  '30008': ['The network did not say why the message was not delivered.', otherWay],
  '30032': ['Our number is not yet allowed to send text messages to this country.', admin],
  '30034': ['Our number is not registered for text messages to the United States.', admin],
  '30410': ['The network did not answer in time.', 'Please try again later.'],
  // Ours
  unreachable: [
    'The text message service cannot be reached. The message was not sent.',
    'Please try again later.',
  ],
  not_set_up: ['SMS is not set up here.', `Please give the patient the link another way. ${admin}`],
  // Codes of scheduled messages
  ...scheduledReasons,
  in_doubt: [
    'The text message service did not answer in time, so the message may or may not have been sent. We are finding out.',
    'Please wait a few minutes before you send it again.',
  ],
  lost: [
    'The text message service has no record of the message, so it was most likely not sent.',
    'Please send it again.',
  ],
};

function reasonOf(code: string | null): Reason {
  const known = code !== null && Object.hasOwn(reasons, code) ? reasons[code] : undefined;
  if (known) return known;
  const detail = code === null ? '' : ` (code ${code})`;
  return [`The text message service refused the message${detail}.`, otherWay];
}

/** Why a text was not sent or not delivered, and what to do, for users. */
export const smsReason = (code: string | null): string => reasonOf(code).join(' ');

/** Only what happened, for the statistics. */
export const smsCause = (code: string): string => reasonOf(code)[0];

const permanent = new Set([
  ...['21211', '21214', '21217', '21408', '21610', '21612', '21614'],
  ...['30004', '30005', '30006', '30007', '30032', '30034'],
]);

/** Whether further texts to the same number are expected to fail for the same reason. */
export const isPermanentFailure = (code: string): boolean => permanent.has(code);

/**
 * Codes for a rejected account or sender, with which every text would fail. Codes that may also depend on the
 * recipient's number are left out, since one such number would hold up a whole file: 21606 and 21659 depend on its
 * country, 21608 on whether a trial account has verified it.
 */
const senderCodes = ['20003', '20005', '21660', '21661'];
const laterCodes = new Set(['20429', '21611', 'unreachable', ...senderCodes]);

/**
 * Whether the text was definitely not sent, for a temporary or fixable reason that has nothing to do with its recipient,
 * so that it can be sent later.
 */
export const mayBeSentLater = (code: string): boolean => laterCodes.has(code);

/** Twilio: the recipient replied STOP; another message would be rejected again. */
export const OPTED_OUT = '21610';
/** The network did not deliver the text and gave no reason. */
export const NOT_DELIVERED = '30008';
/** The text never reached the provider: definitely not sent. */
export const UNREACHABLE = 'unreachable';
/** No provider account is configured. */
export const NOT_SET_UP = 'not_set_up';
/** The provider did not respond: the text may or may not have been sent. */
export const IN_DOUBT = 'in_doubt';
/** A text in doubt that the provider still does not know after an hour: most likely not sent. */
export const LOST = 'lost';
