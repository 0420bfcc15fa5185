import { appError, ServiceCallFailed } from '@caredrop/service-kit';
import { mailFailure } from './mail-failure.js';
import { notAccepted } from './smtp-mailer.js';

describe('the classification of mail failures', () => {
  const envelope = (command: string, response: string) => ({
    code: 'EENVELOPE',
    command,
    response,
    responseCode: Number(response.slice(0, 3)),
  });
  const away = { away: true, refused: false, addressRejected: false };
  const later = { away: false, refused: false, addressRejected: false };
  const refused = { away: false, refused: true, addressRejected: false };
  const addressRejected = { away: false, refused: true, addressRejected: true };

  it.each([
    ['no connection', { code: 'ECONNECTION' }, { code: 'smtp:ECONNECTION', ...away }],
    ['wrong credentials', { code: 'EAUTH', responseCode: 535 }, { code: 'smtp:EAUTH', ...away }],
    ['the server closing', { code: 'EPROTOCOL', responseCode: 421 }, { code: 'smtp:421', ...away }],
    ['greylisting', envelope('RCPT TO', '451 4.7.1 Greylisted'), { code: 'smtp:451', ...later }],
    ['a busy server', envelope('MAIL FROM', '452 4.3.1 Full'), { code: 'smtp:452', ...later }],
    ['no such mailbox', envelope('RCPT TO', '550 5.1.1 Unknown'), { code: 'smtp:550', ...addressRejected }],
    [
      'no such mailbox, without details',
      envelope('RCPT TO', '550 No'),
      { code: 'smtp:550', ...addressRejected },
    ],
    ['a bad address', { code: 'EENVELOPE' }, { code: 'smtp:EENVELOPE', ...addressRejected }],
    ['a sender that is not allowed', envelope('MAIL FROM', '550 Not allowed'), { code: 'smtp:550', ...away }],
    ['a missing login', envelope('MAIL FROM', '530 5.7.0 Log in first'), { code: 'smtp:530', ...away }],
    ['a missing login, late', envelope('RCPT TO', '530 Log in first'), { code: 'smtp:530', ...refused }],
    ['a refused sender, late', envelope('RCPT TO', '550 5.1.8 Sender'), { code: 'smtp:550', ...refused }],
    ['no relaying', envelope('RCPT TO', '554-5.7.1 Denied\n554 5.7.1'), { code: 'smtp:554', ...refused }],
    ['unwanted content', envelope('DATA', '550 5.1.1 Unwanted'), { code: 'smtp:550', ...refused }],
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
    const expected = { code: 'auth:no answer', ...away };
    expect(mailFailure(new ServiceCallFailed('auth', null, 'ECONNREFUSED'), 'auth')).toEqual(expected);
  });

  it('an unreachable token service holds up only the email that needs it', () => {
    const expected = { code: 'token:503', ...later };
    expect(mailFailure(new ServiceCallFailed('token', 503, 'busy'), 'token')).toEqual(expected);
  });

  it('a request that the auth service rejects is classified as refused, not as an outage', () => {
    const expected = { code: 'auth:400', ...refused };
    expect(mailFailure(appError('bad_request'), 'auth')).toEqual(expected);
  });

  it('an unexpected mail failure gets the code "internal"', () => {
    expect(mailFailure(new TypeError('x'), 'auth')).toEqual({ code: 'internal', ...later });
  });
});
