import type { BackOffRule } from './back-off.js';

const MINUTE = 60_000;

/** Limits password-link emails per account, no matter who requests them. */
export const mailsPerAccount: BackOffRule = {
  free: 3,
  firstWaitMs: MINUTE,
  maxWaitMs: 15 * MINUTE,
  quietMs: 60 * MINUTE,
};
