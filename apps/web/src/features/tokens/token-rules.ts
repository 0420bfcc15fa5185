import {
  limits,
  type ReissueResponse,
  type Token,
  type TokenStats,
  type TokenStatus,
} from '@caredrop/contracts';

const dayMs = 86_400_000;

type Aging = Pick<Token, 'status' | 'expires_at'>;

/** A link past its expiry counts as expired even before the server has marked it so. */
export function statusAt(token: Aging, now: number): TokenStatus {
  return token.status === 'active' && new Date(token.expires_at).getTime() <= now ? 'expired' : token.status;
}

/** Whether a link has ended without a document and has not been replaced. */
export const needsNewLink = (token: Aging & Pick<Token, 'replaced_by'>, now: number): boolean =>
  ['expired', 'revoked'].includes(statusAt(token, now)) && token.replaced_by === undefined;

/**
 * Whether a new link is on its way to the patient, so that it need not be given to them by hand. False if its text is
 * unconfirmed, even if it is emailed too.
 */
export const isOnItsWay = ({ sms, token }: Pick<ReissueResponse, 'sms' | 'token'>): boolean =>
  sms === 'sent' || (sms === 'none' && token.emailStatus !== undefined);

/** Whether a text with the link was accepted, or may have been, so that reminders are texted. */
export const hasText = ({ hasSMS, smsStatus }: Pick<Token, 'hasSMS' | 'smsStatus'>): boolean =>
  hasSMS && smsStatus !== 'failed';

/** Whether a link is active and expires within 7 days. */
export function isExpiringSoon(token: Aging, now: number): boolean {
  if (statusAt(token, now) !== 'active') return false;
  return new Date(token.expires_at).getTime() <= now + limits.expiringSoonDays * dayMs;
}

/** Whether a link is active and expires before the end of the UTC day. */
function isExpiringToday(token: Aging, now: number): boolean {
  const endOfDay = (Math.floor(now / dayMs) + 1) * dayMs;
  return statusAt(token, now) === 'active' && new Date(token.expires_at).getTime() < endOfDay;
}

/** The totals of the given tokens. */
export function tokenStats(tokens: Aging[], now: number): TokenStats {
  const having = (status: TokenStatus) => tokens.filter((token) => statusAt(token, now) === status).length;
  return {
    total: tokens.length,
    active: having('active'),
    used: having('used'),
    expired: having('expired'),
    revoked: having('revoked'),
    expiringToday: tokens.filter((token) => isExpiringToday(token, now)).length,
    expiringThisWeek: tokens.filter((token) => isExpiringSoon(token, now)).length,
  };
}

/** Whether the token's request asks for more documents after the token's own. */
export const hasFurther = ({ request }: Pick<Token, 'request'>) =>
  request !== undefined && request.position < request.count;

/** The number of documents of a token in a list; the first upload contains it. */
export const documentCount = (token: Token) => token.uploads[0]?.count ?? 0;
