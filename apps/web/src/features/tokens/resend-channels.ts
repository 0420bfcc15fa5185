import type { SendChannel, Token } from '@caredrop/contracts';

/**
 * Returns the channels by which a link is sent again: text if a number is kept, and email if the link was emailed, the
 * address is kept and the last email did not fail. A link that replaced another may keep a number to which only the
 * other was texted.
 */
export function resendChannels({
  smsPhoneNumber,
  emailStatus,
  emailAddress,
}: Pick<Token, 'smsPhoneNumber' | 'emailStatus' | 'emailAddress'>): SendChannel[] {
  const isEmailed = emailAddress !== undefined && emailStatus !== undefined && emailStatus !== 'failed';
  return [...(smsPhoneNumber ? (['sms'] as const) : []), ...(isEmailed ? (['email'] as const) : [])];
}

/** Whether any of the links is sent again by email. */
export const anyEmailed = (tokens: Token[]): boolean =>
  tokens.some((token) => resendChannels(token).includes('email'));
