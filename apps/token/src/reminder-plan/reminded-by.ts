import type { SendChannel } from '@caredrop/contracts';
import type { Token } from '../generated/prisma/client.js';

/**
 * The channel of a link's reminders: email if the mail server has accepted an email, and the link was not texted or its
 * text has failed; otherwise text.
 */
export const remindedBy = ({
  smsStatus,
  emailStatus,
}: Pick<Token, 'smsStatus' | 'emailStatus'>): SendChannel =>
  emailStatus === 'sent' && !hasText({ smsStatus }) ? 'email' : 'sms';

/** A text was accepted, or may have been, and has not failed: reminders then go by text. */
export const hasText = ({ smsStatus }: Pick<Token, 'smsStatus'>): boolean =>
  smsStatus !== null && smsStatus !== 'failed';
