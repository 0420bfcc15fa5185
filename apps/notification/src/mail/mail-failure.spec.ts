import { appError, ServiceCallFailed } from '@caredrop/service-kit';
import { mailFailure } from './mail-failure.js';
import { notAccepted } from './smtp-mailer.js';

describe('the classification of mail failures', () => {
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
  ])('an SMTP failure is classified: %s', (_name, error, expected) => {
    expect(mailFailure(notAccepted(error), 'auth')).toEqual(expected);
  });

  it('the message of an email failure does not quote the server’s text, which contains addresses', () => {
    const error = Object.assign(new Error('550 <ana@clinic.example> unknown'), {
      code: 'EENVELOPE',
      responseCode: 550,
    });
    expect(notAccepted(error).message).toBe('mail not accepted: 550');
  });

  it('an unreachable auth service is classified as unavailable', () => {
    const expected = { code: 'auth:no answer', away: true, refused: false };
    expect(mailFailure(new ServiceCallFailed('auth', null, 'ECONNREFUSED'), 'auth')).toEqual(expected);
  });

  it('an unreachable token service holds up only the email that needs it', () => {
    const expected = { code: 'token:503', away: false, refused: false };
    expect(mailFailure(new ServiceCallFailed('token', 503, 'busy'), 'token')).toEqual(expected);
  });

  it('a request that the auth service rejects is classified as refused, not as an outage', () => {
    const expected = { code: 'auth:400', away: false, refused: true };
    expect(mailFailure(appError('bad_request'), 'auth')).toEqual(expected);
  });

  it('an unexpected mail failure gets the code "internal"', () => {
    expect(mailFailure(new TypeError('x'), 'auth')).toEqual({
      code: 'internal',
      away: false,
      refused: false,
    });
  });
});
