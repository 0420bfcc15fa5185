import { z } from 'zod';
import { errorCodes, type ErrorCode } from './error-codes.js';

/** `fail`: caused by the caller (4xx); `error`: caused by the server (5xx). */
export const failureSchema = z.object({
  status: z.enum(['fail', 'error']),
  message: z.string(),
  code: z.enum(errorCodes),
  requestId: z.string(),
  data: z.record(z.string(), z.unknown()).optional(),
});
export type Failure = z.infer<typeof failureSchema>;

export interface Success<Data> {
  status: 'success';
  data: Data;
  message?: string;
}

/** The schema of a successful JSend response whose `data` is `data`. */
export function successSchema<Data extends z.ZodType>(data: Data) {
  return z.object({ status: z.literal('success'), data, message: z.string().optional() });
}

/** Wraps a response: `{"status":"success","data":…}`, with a message for users where there is one. */
export function success<Data>(data: Data, message?: string): Success<Data> {
  return message === undefined ? { status: 'success', data } : { status: 'success', message, data };
}

/** Builds the failure envelope; `status` decides between `fail` and `error`. */
export function failure(
  httpStatus: number,
  code: ErrorCode,
  message: string,
  requestId: string,
  data?: Record<string, unknown>,
): Failure {
  const status = httpStatus >= 500 ? 'error' : 'fail';
  return { status, message, code, requestId, ...(data === undefined ? {} : { data }) };
}
