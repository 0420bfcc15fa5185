/**
 * Number of wrong dates of birth until a link waits, for how long it waits, and number until a clinician has
 * to unlock it.
 */
export const checkLimits = { triesPerRound: 10, waitMinutes: 15, triesMax: 30 } as const;
