/**
 * When a user is sent an email about new documents. Stored and audited: never rename a value. In a module without
 * schemas, so that a screen that needs only the choices does not load zod.
 */
export const documentMailChoices = ['at-once', 'collected', 'daily', 'none'] as const;
export type DocumentMail = (typeof documentMailChoices)[number];

/**
 * The defaults that a clinic may set for users who have not chosen. None of them leaves a document
 * unannounced for long.
 */
export const documentMailDefaults = ['at-once', 'collected'] as const satisfies readonly DocumentMail[];
