import { errorCodes, type ErrorCode } from './error-codes.js';

/**
 * Error codes used as zod messages. They become sentences where the error leaves the service.
 */
export const keys = Object.fromEntries(errorCodes.map((code) => [code, code])) as {
  readonly [Code in ErrorCode]: Code;
};
