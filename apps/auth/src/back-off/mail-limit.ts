import type { BackOffRule } from './back-off.js';

const MINUTE = 60_000;

/**
 * Limits requested emails with password links per account. Reset requests and repeated invitations are counted
 * separately.
 */
export const mailsPerAccount: BackOffRule = {
  free: 3,
  firstWaitMs: MINUTE,
  maxWaitMs: 15 * MINUTE,
  quietMs: 60 * MINUTE,
};
