import { errors, renderError, type ErrorCode, type ErrorParams, type Params } from '@caredrop/contracts';

interface Details {
  data?: Record<string, unknown>;
  /** Seconds after which a retry makes sense; rounded up. */
  retryAfter?: number;
  /** Overrides the code's usual status. */
  status?: number;
}

/**
 * A failure that is sent to the caller: a stable code for programs, and its sentence for people. The filter writes
 * the response.
 */
export class AppError extends Error {
  readonly status: number;
  readonly params: Params | undefined;
  readonly data: Record<string, unknown> | undefined;
  readonly headers: Record<string, string>;
  /** Whole seconds after which a retry makes sense; undefined if the error does not say. */
  readonly retryAfter: number | undefined;

  constructor(
    readonly code: ErrorCode,
    { params, data, retryAfter, status }: Details & { params?: Params | undefined } = {},
  ) {
    super(renderError(code, params ?? {}));
    this.name = 'AppError';
    const usual: { status: number; retryAfter?: number } = errors[code];
    this.status = status ?? usual.status;
    this.params = params;
    this.data = data;
    const seconds = retryAfter ?? usual.retryAfter;
    this.retryAfter = seconds === undefined ? undefined : Math.max(1, Math.ceil(seconds));
    this.headers = this.retryAfter === undefined ? {} : { 'retry-after': String(this.retryAfter) };
  }
}

/** The parameters are required if the sentence has any. */
type Arguments<Code extends ErrorCode> = [keyof ErrorParams<Code>] extends [never]
  ? [details?: Details]
  : [details: Details & { params: ErrorParams<Code> }];

/** Creates the error with this code: `throw appError('link_expired')`. */
export const appError = <Code extends ErrorCode>(code: Code, ...[details]: Arguments<Code>): AppError =>
  new AppError(code, details);
