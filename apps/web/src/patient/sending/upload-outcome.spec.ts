import { asUnconfirmed, readOutcome, type Receipt } from './upload-outcome.js';

const sent: Receipt = {
  fileName: 'mine.jpg',
  fileSize: 7,
  patientRefId: 'P-9',
  receivedAt: '2026-11-21T10:00:00.000Z',
};
const read = (status: number, body: unknown, retryAfterSeconds: number | null = null) =>
  readOutcome({ kind: 'answered', status, body, retryAfterSeconds }, sent);
const fail = (code: string, data?: object) => ({
  status: 'fail',
  message: 'A sentence',
  code,
  requestId: 'r',
  data,
});

describe('the result of an upload', () => {
  it('a 201 response is read as a receipt', () => {
    const upload = {
      file_name: 'a.pdf',
      file_size: 12,
      patientRefId: 'P-1',
      receivedAt: '2026-11-21T11:00:00.000Z',
    };
    const receipt = {
      fileName: 'a.pdf',
      fileSize: 12,
      patientRefId: 'P-1',
      receivedAt: '2026-11-21T11:00:00.000Z',
    };
    expect(read(201, { status: 'success', data: { upload } })).toEqual({ kind: 'received', receipt });
  });

  it('a success without details is read as a receipt of what was sent', () => {
    expect(read(200, { status: 'success' })).toEqual({ kind: 'received', receipt: sent });
  });

  it.each([
    ['link_used', 410],
    ['link_revoked', 410],
    ['link_expired', 410],
    ['link_unknown', 404],
  ])('the error %s ends the link', (code, status) => {
    expect(read(status, fail(code))).toMatchObject({ kind: 'link refused', rejection: { reason: { code } } });
  });

  it('the error for a used link contains its receipt', () => {
    const receipt = { receivedAt: '2026-11-20T10:00:00.000Z', patientRefId: 'P-1' };
    expect(read(410, fail('link_used', receipt))).toMatchObject({
      rejection: { receipt },
    });
  });

  it.each([
    ['file_type_refused', 415],
    ['file_too_large', 413],
    ['file_empty', 400],
    ['file_required', 400],
    ['file_protected', 422],
    ['file_active', 422],
    ['file_has_attachments', 422],
    ['file_uncheckable', 422],
    ['pdf_uncheckable', 422],
    ['file_unreadable', 422],
    ['image_too_large', 422],
    ['picture_incomplete', 422],
  ])('the error %s counts as a refused file', (code, status) => {
    const reason = { code, english: 'A sentence' };
    expect(read(status, fail(code))).toMatchObject({ kind: 'file refused', problem: { reason } });
  });

  it('a comment that is too long counts as a refused comment', () => {
    const params = { field: 'comment', max: 999 };
    const reason = { code: 'page_comment_too_long', params, english: 'A sentence' };
    expect(read(400, { ...fail('too_long'), params })).toEqual({ kind: 'comment refused', reason });
  });

  it.each([
    [null, 2],
    [5, 5],
  ])('an unfinished upload with Retry-After %p is repeated after a delay', (retryAfter, afterSeconds) => {
    const body = fail('upload_not_finished');
    expect(read(409, body, retryAfter)).toEqual({ kind: 'ask again', afterSeconds });
  });

  it('an exhausted quota keeps its code and the server’s sentence', () => {
    const failure = {
      reason: { code: 'quota_reached', params: {}, english: 'A sentence' },
      next: 'tomorrow',
      unconfirmed: false,
    };
    expect(read(429, fail('quota_reached'))).toEqual({
      kind: 'failed',
      failure,
    });
  });

  it.each([
    ['quota_reached', 'tomorrow'],
    ['too_many_refused_files', 'waitLonger'],
  ])('the error %s says when to try again, even if the document may have arrived', (code, next) => {
    const outcome = read(429, fail(code));
    if (outcome.kind !== 'failed') throw new Error(`unexpected outcome: ${outcome.kind}`);
    expect(outcome.failure).toMatchObject({ next, unconfirmed: false });
    expect(asUnconfirmed(outcome.failure)).toMatchObject({ next, unconfirmed: true });
  });

  it('an upload that is refused because another one is in progress has its own advice for the patient', () => {
    const failure = { reason: { code: 'upload_in_progress' }, next: 'busy' };
    expect(read(409, fail('upload_in_progress'))).toMatchObject({
      kind: 'failed',
      failure,
    });
  });

  it.each([
    ['service_unavailable', 503, true],
    ['upload_unavailable', 503, true],
    ['internal_error', 500, true],
    ['storage_unavailable', 503, false],
    ['rate_limited', 429, false],
    ['file_infected', 422, false],
  ])('after the error %s (%i) the document may have arrived: %p', (code, status, unconfirmed) => {
    expect(read(status, fail(code))).toMatchObject({ failure: { unconfirmed } });
  });

  it.each([
    [500, null],
    [502, '<html>'],
    [403, '<html>'],
    [410, '<html>'],
    [200, {}],
  ])(
    'after a %i response with %p, which is not the server’s, the document may have arrived, and the reason is the default one',
    (status, body) => {
      expect(read(status, body)).toMatchObject({
        kind: 'failed',
        failure: { reason: { code: 'page_failed' }, unconfirmed: true },
      });
    },
  );
});
