import type { BackOffRule } from './back-off.js';

const MINUTE = 60_000;

/** Emails with a link to one account, whichever user asks for them: limits a flood. */
export const mailsPerAccount: BackOffRule = {
  free: 3,
  firstWaitMs: MINUTE,
  maxWaitMs: 15 * MINUTE,
  quietMs: 60 * MINUTE,
};
