import { AppError, ServiceCallFailed } from '@caredrop/service-kit';
import { mailFailure } from './mail-failure.js';
import { notAccepted } from './smtp-mailer.js';

describe('what a failure means', () => {
  it.each([
    ['no connection', { code: 'ECONNECTION' }, { code: 'smtp:ECONNECTION', away: true, refused: false }],
    [
      'wrong credentials',
      { code: 'EAUTH', responseCode: 535 },
      { code: 'smtp:EAUTH', away: true, refused: false },
    ],
    [
      'the server closing',
      { code: 'EPROTOCOL', responseCode: 421 },
      { code: 'smtp:421', away: true, refused: false },
    ],
    [
      'greylisting',
      { code: 'EENVELOPE', responseCode: 451 },
      { code: 'smtp:451', away: false, refused: false },
    ],
    [
      'no such mailbox',
      { code: 'EENVELOPE', responseCode: 550 },
      { code: 'smtp:550', away: false, refused: true },
    ],
    ['a bad address', { code: 'EENVELOPE' }, { code: 'smtp:EENVELOPE', away: false, refused: true }],
  ])('%s', (_name, error, expected) => {
    expect(mailFailure(notAccepted(error))).toEqual(expected);
  });

  it('keeps server texts, which quote addresses, out of the message', () => {
    const error = Object.assign(new Error('550 <ana@clinic.example> unknown'), {
      code: 'EENVELOPE',
      responseCode: 550,
    });
    expect(notAccepted(error).message).toBe('mail not accepted: 550');
  });

  it('takes a silent auth service for away', () => {
    const expected = { code: 'auth:no answer', away: true, refused: false };
    expect(mailFailure(new ServiceCallFailed('auth', null, 'ECONNREFUSED'))).toEqual(expected);
  });

  it('does not hold up other mails for one that auth refuses', () => {
    const expected = { code: 'auth:400', away: false, refused: true };
    expect(mailFailure(new AppError(400, 'bad_request', 'no'))).toEqual(expected);
  });

  it('has a code for everything else', () => {
    expect(mailFailure(new TypeError('x'))).toEqual({ code: 'internal', away: false, refused: false });
  });
});
