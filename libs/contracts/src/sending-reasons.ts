import { errors } from './errors.js';
import { limits } from './limits.js';
import { smsReason } from './sms-reason.js';

/** Why a row of a file is not sent, or not today, apart from the reasons of the text message provider. */
const reasons = {
  reference_missing: 'There is no reference.',
  reference_long: `The reference is longer than ${limits.patientRefMax} characters.`,
  reference_repeated: 'This reference is in the file more than once. Only its first row is sent.',
  reference_active: 'You already have an active link with this reference.',
  reference_waiting: 'This reference is already being sent from another file.',
  contact_missing: 'There is neither a phone number nor an email address.',
  /** Only in rows that were checked before files could contain email addresses. */
  phone_missing: 'There is no phone number.',
  phone_invalid: 'This is not a mobile number that can be texted. Please check it.',
  phone_landline: 'This is a landline number, which cannot be texted.',
  email_address_invalid: `${errors.email_address_invalid.text}.`,
  nickname_long: `The nickname is longer than ${limits.nicknameMax} characters.`,
  language_unknown: 'Your clinic does not offer this language.',
  template_unknown: 'There is no template with this name.',
  due_invalid: `Due must be a number of days, or a date, from ${limits.expiryDaysMin} to ${limits.expiryDaysMax} days ahead.`,
  link_ended: 'The link ended before its text was sent.',
  texts_used_up: 'Your texts of the day are used up. This request is sent when you can send more.',
  emails_used_up: 'Your emails of the day are used up. This request is sent when you can send more.',
  address_used_up: 'This address cannot be emailed again today. This request is sent when it can be.',
} as const;

/** The codes of our own reasons. A row's code may also be one of the text message provider's. */
export type SendingReason = keyof typeof reasons;

const isOurs = (code: string): code is SendingReason => Object.hasOwn(reasons, code);

/** The sentence for a row's code. */
export const sendingReason = (code: string): string => (isOurs(code) ? reasons[code] : smsReason(code));
