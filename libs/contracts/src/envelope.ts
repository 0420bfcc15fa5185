import { z } from 'zod';
import { errorCodes, type ErrorCode } from './error-codes.js';
import type { Params } from './error-sentence.js';

/** `fail`: caused by the caller (4xx); `error`: caused by the server (5xx). */
export const failureSchema = z.object({
  status: z.enum(['fail', 'error']),
  message: z.string(),
  code: z.enum(errorCodes),
  /** The numbers and names inserted into `message`; absent when there are none. */
  params: z.record(z.string(), z.union([z.string(), z.number(), z.null()])).optional(),
  requestId: z.string(),
  data: z.record(z.string(), z.unknown()).optional(),
});
export type Failure = z.infer<typeof failureSchema>;

export interface Success<Data> {
  status: 'success';
  data: Data;
  message?: string;
}

/** The schema of a successful JSend response with this `data`. */
export function successSchema<Data extends z.ZodType>(data: Data) {
  return z.object({ status: z.literal('success'), data, message: z.string().optional() });
}

/** Wraps a response: `{"status":"success","data":…}`, with a message for users if there is one. */
export function success<Data>(data: Data, message?: string): Success<Data> {
  return message === undefined ? { status: 'success', data } : { status: 'success', message, data };
}

/** The parts of a failure, except for the request's id. */
export interface FailureParts {
  /** HTTP status, which decides between `fail` and `error`. */
  status: number;
  code: ErrorCode;
  message: string;
  params?: Params | undefined;
  data?: Record<string, unknown> | undefined;
}

/** Builds the failure envelope. */
export function failure({ status, code, message, params, data }: FailureParts, requestId: string): Failure {
  return {
    status: status >= 500 ? 'error' : 'fail',
    message,
    code,
    ...(params === undefined ? {} : { params }),
    requestId,
    ...(data === undefined ? {} : { data }),
  };
}
