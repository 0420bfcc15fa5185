import {
  BadRequestException,
  ForbiddenException,
  NotFoundException,
  UnauthorizedException,
} from '@nestjs/common';
import { AppError, appError } from './app-error.js';
import { toAppError } from './to-app-error.js';

const brief = (error: unknown) => {
  const { status, code, message } = toAppError(error);
  return { status, code, message };
};

describe('toAppError', () => {
  it('an AppError is returned unchanged', () => {
    const own = appError('token_not_active');
    expect(toAppError(own)).toBe(own);
  });

  it.each([
    [new NotFoundException(), 404, 'Not found'],
    [new BadRequestException('internals'), 400, 'The request could not be read'],
    [Object.assign(new Error('body too large'), { statusCode: 413 }), 413, 'The request is too large'],
    [Object.assign(new Error('x'), { statusCode: 415 }), 415, 'This kind of content is not accepted here'],
    [new UnauthorizedException('internals'), 401, 'Please sign in'],
    [new ForbiddenException('internals'), 403, 'You do not have permission to do this'],
    [Object.assign(new Error('internals'), { statusCode: 429 }), 400, 'The request could not be read'],
  ])('a framework error gets a message from the catalogue', (error, status, message) => {
    expect(brief(error)).toMatchObject({ status, message });
  });

  it.each([
    Object.assign(new Error("Can't reach database"), { code: 'P1001' }),
    Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
    Object.assign(new Error('outer'), { cause: Object.assign(new Error('inner'), { code: '57P01' }) }),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
    new AggregateError([Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })]),
  ])('an unreachable dependency becomes 503 with Retry-After', (error) => {
    expect(brief(error)).toMatchObject({ status: 503, code: 'service_unavailable' });
    expect(toAppError(error).headers['retry-after']).toBeDefined();
  });

  it('a character that the database cannot store becomes a client error', () => {
    const driverAdapterError = { cause: { code: '22021', kind: 'postgres' } };
    const error = Object.assign(new Error('invalid byte sequence'), {
      code: 'P2010',
      meta: { driverAdapterError },
    });
    expect(brief(error)).toMatchObject({ status: 400, message: 'The request could not be read' });
  });

  it('the message of an unknown error is never shown', () => {
    expect(brief(new Error('password=hunter2'))).toEqual({
      status: 500,
      code: 'internal_error',
      message: 'Something went wrong on our side. Please try again.',
    });
    expect(toAppError('thrown string')).toBeInstanceOf(AppError);
  });
});
