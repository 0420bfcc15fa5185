import { messages, type ErrorCode } from '@caredrop/contracts';

interface Extra {
  data?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** An error with a message for the user and a stable code for programs. The filter writes the response. */
export class AppError extends Error {
  readonly data: Record<string, unknown> | undefined;
  readonly headers: Record<string, string>;

  constructor(
    readonly status: number,
    readonly code: ErrorCode,
    message: string,
    extra: Extra = {},
  ) {
    super(message);
    this.name = 'AppError';
    this.data = extra.data;
    this.headers = extra.headers ?? {};
  }
}

export const badRequest = (message: string, code: ErrorCode = 'validation_failed') =>
  new AppError(400, code, message);
export const unauthorized = () => new AppError(401, 'unauthorized', messages.general.signIn);
export const forbidden = (message: string = messages.general.forbidden) =>
  new AppError(403, 'forbidden', message);
/** The user is authorised, but must first give a fresh proof (`POST /auth/proof`). */
export const proofRequired = () => new AppError(403, 'proof_required', messages.proof.required);
export const notFound = (message: string = messages.general.notFound) =>
  new AppError(404, 'not_found', message);
export const conflict = (message: string, code: ErrorCode = 'conflict') => new AppError(409, code, message);
export const tooManyRequests = (message: string, retryAfterSeconds: number) =>
  new AppError(429, 'rate_limited', message, {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) },
  });
export const unavailable = (
  message: string = messages.general.unavailable,
  code: ErrorCode = 'service_unavailable',
) => new AppError(503, code, message, { headers: { 'retry-after': '5' } });
