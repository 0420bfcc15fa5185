import { readLinkVerdict, unreachable } from './link-verdict.js';

const fail = (code: string, data?: object, status = 'fail') => ({
  status,
  message: 'A sentence',
  code,
  requestId: 'r',
  data,
});

describe('the result of a link check', () => {
  it('an accepted link has its reference, deadline and language', () => {
    const link = { patientRefId: 'P-1', expiresAt: '2026-12-21T14:05:00.000Z', language: 'pl' };
    expect(readLinkVerdict(200, { status: 'success', data: link })).toEqual({ kind: 'accepted', link });
  });

  it('a link can be accepted without a deadline and a language', () => {
    const body = { status: 'success', data: { patientRefId: 'P-1' } };
    expect(readLinkVerdict(200, body)).toMatchObject({
      kind: 'accepted',
      link: { expiresAt: null, language: null },
    });
  });

  it.each([
    [404, 'link_unknown', 'unknown'],
    [410, 'link_expired', 'other'],
    [410, 'link_revoked', 'other'],
  ])(
    'a rejection with %i %s keeps the code and the server’s sentence, and has the help "%s"',
    (status, code, help) => {
      const reason = { code, params: {}, english: 'A sentence' };
      const rejection = { reason, help, receipt: null, again: false };
      expect(readLinkVerdict(status, fail(code))).toMatchObject({ kind: 'refused', rejection });
    },
  );

  const nothingKnown = { askedAt: null, replacedAt: null, sentAt: null };

  it.each([
    ['link_expired', undefined, { ...nothingKnown, canAsk: true }],
    ['link_revoked', undefined, { ...nothingKnown, canAsk: false }],
    [
      'link_expired',
      { canAsk: false, askedAt: '2026-11-20T10:00:00.000Z', replacedAt: null, replacementSentAt: null },
      { ...nothingKnown, canAsk: false, askedAt: '2026-11-20T10:00:00.000Z' },
    ],
    ['link_unknown', { canAsk: true }, undefined],
  ])('a link refused with %s and the data %j offers the possible next steps', (code, data, ended) => {
    const verdict = readLinkVerdict(410, fail(code, data));
    expect(verdict.kind === 'refused' && verdict.rejection.ended).toEqual(ended);
  });

  it('the rejection of a used link contains its receipt', () => {
    const receipt = { receivedAt: '2026-11-20T10:00:00.000Z', patientRefId: 'P-1' };
    const verdict = readLinkVerdict(410, fail('link_used', receipt));
    expect(verdict).toMatchObject({
      rejection: { reason: { code: 'link_used' }, help: null, receipt, again: false },
    });
  });

  it.each([
    [503, 'service_unavailable', 'error'],
    [500, 'internal_error', 'error'],
    [429, 'rate_limited', 'fail'],
    [403, 'https_required', 'fail'],
    [400, 'bad_request', 'fail'],
  ])(
    'after %i %s, which is not about the link, the link does not count as invalid and can be checked again',
    (status, code, kind) => {
      expect(readLinkVerdict(status, fail(code, undefined, kind))).toMatchObject({
        rejection: { reason: { code, english: 'A sentence' }, again: true },
      });
    },
  );

  it.each([
    [200, null],
    [200, '<html>'],
    [200, { status: 'success' }],
    [200, { status: 'success', data: { patientRefId: '' } }],
    [403, null],
    [403, { status: 403, error: 'Blocked' }],
    [404, {}],
    [502, null],
  ])(
    'after a %i response with %p, which is not the server’s, the link does not count as invalid and can be checked again',
    (status, body) => {
      expect(readLinkVerdict(status, body)).toEqual({ kind: 'refused', rejection: unreachable });
    },
  );

  it('a rejection without a code has the server’s sentence, and without a sentence that of an unknown link', () => {
    expect(readLinkVerdict(404, { status: 'fail', message: 'A sentence' })).toMatchObject({
      rejection: { reason: { english: 'A sentence' }, again: false },
    });
    expect(readLinkVerdict(404, { status: 'fail' })).toMatchObject({
      rejection: { reason: { code: 'link_unknown' }, again: false },
    });
  });

  it('a value with characters that no link has is refused', () => {
    expect(readLinkVerdict(404, fail('not_found'))).toMatchObject({ rejection: { again: false } });
  });
});
