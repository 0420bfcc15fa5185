import type { SendChannel, Token } from '@caredrop/contracts';

/**
 * Returns the channels by which a link is sent again: those by which it was sent before, if the number or address is
 * kept. An address is left out if the last email to it failed.
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
