import { errors } from './errors.js';

/** Stable, machine-readable reasons in the failure envelope. A retired code is never used again. */
export type ErrorCode = keyof typeof errors;
export const errorCodes = Object.keys(errors) as [ErrorCode, ...ErrorCode[]];

const known: ReadonlySet<string> = new Set(errorCodes);
export const isErrorCode = (code: string): code is ErrorCode => known.has(code);

/** Codes of earlier versions; old audit entries still contain them. */
export const retiredErrorCodes = ['validation_failed', 'conflict'] as const;
