import { HttpException } from '@nestjs/common';
import { AppError, appError } from './app-error.js';

/**
 * Codes of Postgres drivers and of Prisma that mean "the database is unavailable", not "the query is wrong".
 */
const databaseAway = new Set([
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
  '57P01',
  '57P02',
  '57P03',
  '53100', // The database's disk is full.
  '53200',
  '53300',
  'DatabaseNotReachable',
  'ConnectionClosed',
]);
const networkAway = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_SOCKET',
]);

/** Postgres cannot store a NUL character, so input with one is invalid. */
const notText = new Set(['22021']);

/** Turns any error into one that is safe to show: unknown errors become a plain 500. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const status = statusOf(error);
  const code = codeOf(status);
  if (code) return appError(code);
  if (carries(error, databaseAway) || carries(error, networkAway)) return appError('service_unavailable');
  if (carries(error, notText)) return appError('bad_request');
  return appError('internal_error');
}

/** The codes of errors that the framework throws. */
const frameworkErrors: Readonly<
  Record<number, 'unauthorized' | 'forbidden' | 'not_found' | 'payload_too_large' | 'unsupported_media_type'>
> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
};

function codeOf(status: number | undefined) {
  if (status === undefined || status < 400 || status >= 500) return undefined;
  return frameworkErrors[status] ?? 'bad_request';
}

function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return undefined;
  return typeof error.statusCode === 'number' ? error.statusCode : undefined;
}

/**
 * Whether the error has one of these codes, or is a connection error of node-postgres, which has none. Follows `cause`,
 * the errors of an AggregateError, and Prisma's `meta`, which contains the driver's code.
 */
function carries(error: unknown, codes: Set<string>, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 4) return false;
  const { code, originalCode, kind, cause, meta, driverAdapterError, errors } = error as Record<
    string,
    unknown
  >;
  if ([code, originalCode, kind].some((given) => typeof given === 'string' && codes.has(given))) return true;
  if (
    error instanceof Error &&
    /^(Connection terminated|timeout exceeded when trying to connect)/.test(error.message)
  )
    return true; // These errors of node-postgres have no code.
  const inner = Array.isArray(errors) ? (errors as unknown[]) : [];
  return [cause, meta, driverAdapterError, ...inner].some((next) => carries(next, codes, depth + 1));
}
