import { errors } from '@caredrop/contracts/errors';

import { readLinkVerdict, unreachable } from './link-verdict.js';

const fail = (message: string, code: string, data?: object) => ({
  status: 'fail',
  message,
  code,
  requestId: 'r',
  data,
});

describe('the result of a link check', () => {
  it('an accepted link comes with its reference and deadline', () => {
    const body = { status: 'success', data: { patientRefId: 'P-1', expiresAt: '2026-12-21T14:05:00.000Z' } };
    const link = { patientRefId: 'P-1', expiresAt: '2026-12-21T14:05:00.000Z' };
    expect(readLinkVerdict(200, body)).toEqual({ kind: 'accepted', link });
  });

  it('a link can be accepted without a deadline', () => {
    const body = { status: 'success', data: { patientRefId: 'P-1' } };
    expect(readLinkVerdict(200, body)).toMatchObject({ kind: 'accepted', link: { expiresAt: null } });
  });

  it.each([
    [404, errors.link_unknown.text, 'link_unknown'],
    [410, errors.link_expired.text, 'link_expired'],
    [410, errors.link_revoked.text, 'link_revoked'],
  ])('a link refused with %i shows the message of the server', (status, message, code) => {
    const verdict = readLinkVerdict(status, fail(message, code));
    expect(verdict).toMatchObject({ kind: 'refused', refusal: { message, receipt: null, again: false } });
  });

  it('a used link comes with its receipt', () => {
    const receipt = { receivedAt: '2026-11-20T10:00:00.000Z', patientRefId: 'P-1' };
    const verdict = readLinkVerdict(410, fail(errors.link_used.text, 'link_used', receipt));
    expect(verdict).toMatchObject({ refusal: { message: errors.link_used.text, receipt, again: false } });
  });

  it.each([[500], [503], [429], [408]])(
    'a response of %i does not call the link invalid and allows another check',
    (status) => {
      expect(readLinkVerdict(status, null)).toEqual({ kind: 'refused', refusal: unreachable });
      expect(readLinkVerdict(status, fail('Please wait', 'rate_limited'))).toMatchObject({
        refusal: { message: 'Please wait', again: true },
      });
    },
  );

  it.each([[null], ['<html>'], [{ status: 'success' }], [{ status: 'success', data: { patientRefId: '' } }]])(
    'an unexpected response %p refuses the link with the default message',
    (body) => {
      expect(readLinkVerdict(200, body)).toMatchObject({ refusal: { message: errors.link_unknown.text } });
    },
  );
});
