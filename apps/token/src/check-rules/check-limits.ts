import { limits } from '@caredrop/contracts';

/**
 * Number of wrong dates of birth after which the check of a link is blocked, for how long, and number after which a
 * clinician has to unlock the link.
 */
export const checkLimits = { triesPerRound: 10, waitMinutes: limits.checkWaitMinutes, triesMax: 30 } as const;
