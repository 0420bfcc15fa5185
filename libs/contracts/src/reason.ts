/** Why a text or an email was not sent, in whole sentences: what happened, and what to do. */
export type Reason = readonly [cause: string, advice: string];
