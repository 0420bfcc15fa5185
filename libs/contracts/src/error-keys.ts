import { errorCodes, type ErrorCode } from './error-codes.js';

/**
 * What schemas give as their messages: the code of the error. Its sentence is rendered where the error leaves the
 * service.
 */
export const keys = Object.fromEntries(errorCodes.map((code) => [code, code])) as {
  readonly [Code in ErrorCode]: Code;
};
