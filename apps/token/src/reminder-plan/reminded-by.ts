import type { SendChannel } from '@caredrop/contracts';
import type { Token } from '../generated/prisma/client.js';

/**
 * By which channel the reminders of a link go: by email where the mail server has accepted an email and no text has been
 * taken, otherwise by text.
 */
export const remindedBy = ({
  smsStatus,
  emailStatus,
}: Pick<Token, 'smsStatus' | 'emailStatus'>): SendChannel =>
  emailStatus === 'sent' && !hasText({ smsStatus }) ? 'email' : 'sms';

/** A text was taken, or may have been: reminders then go by text. */
export const hasText = ({ smsStatus }: Pick<Token, 'smsStatus'>): boolean =>
  smsStatus !== null && smsStatus !== 'failed';
