import { limits } from '@caredrop/contracts';

/**
 * After every `triesPerRound` wrong dates of birth, the check of a link is blocked for `waitMinutes`; after `triesMax`,
 * a clinician has to unlock the link.
 */
export const checkLimits = { triesPerRound: 10, waitMinutes: limits.checkWaitMinutes, triesMax: 30 } as const;
