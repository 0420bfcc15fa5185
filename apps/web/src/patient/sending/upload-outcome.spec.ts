import { errors, errorSentence } from '@caredrop/contracts';
import { messages } from '@caredrop/contracts/messages';
import { copy } from '../copy.js';
import { readOutcome, type Receipt } from './upload-outcome.js';

const sent: Receipt = {
  fileName: 'mine.jpg',
  fileSize: 7,
  patientRefId: 'P-9',
  receivedAt: '2026-11-21T10:00:00.000Z',
};
const read = (status: number, body: unknown, retryAfterSeconds: number | null = null) =>
  readOutcome({ kind: 'answered', status, body, retryAfterSeconds }, sent);
const fail = (message: string, code: string, data?: object) => ({
  status: 'fail',
  message,
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
    ['link_used', 410, errors.link_used.text],
    ['link_revoked', 410, errors.link_revoked.text],
    ['link_expired', 410, errors.link_expired.text],
    ['link_unknown', 404, errors.link_unknown.text],
  ])('the error %s ends the link', (code, status, message) => {
    expect(read(status, fail(message, code))).toMatchObject({ kind: 'link refused', refusal: { message } });
  });

  it('the error for a used link comes with its receipt', () => {
    const receipt = { receivedAt: '2026-11-20T10:00:00.000Z', patientRefId: 'P-1' };
    expect(read(410, fail(errors.link_used.text, 'link_used', receipt))).toMatchObject({
      refusal: { receipt },
    });
  });

  it.each([
    ['file_type_refused', 415, errors.file_type_refused.text],
    ['file_too_large', 413, errors.file_too_large.text],
    ['file_empty', 400, errors.file_empty.text],
    ['file_required', 400, errors.file_required.text],
    ['file_protected', 422, errors.file_protected.text],
    ['file_active', 422, errors.file_active.text],
    ['file_has_attachments', 422, errors.file_has_attachments.text],
    ['file_uncheckable', 422, errors.file_uncheckable.text],
    ['pdf_uncheckable', 422, errors.pdf_uncheckable.text],
    ['file_unreadable', 422, errors.file_unreadable.text],
    ['image_too_large', 422, errorSentence('image_too_large', { millions: 200 })],
    ['picture_incomplete', 422, errors.picture_incomplete.text],
  ])('the error %s counts as a refused file', (code, status, message) => {
    expect(read(status, fail(message, code))).toMatchObject({ kind: 'file refused', problem: { message } });
  });

  it('a comment that is too long counts as a refused comment', () => {
    const message = errorSentence('too_long', { field: 'comment', max: 1000 });
    const body = { ...fail(message, 'too_long'), params: { field: 'comment', max: 1000 } };
    expect(read(400, body)).toEqual({ kind: 'comment refused', message });
  });

  it.each([
    [null, 2],
    [5, 5],
  ])('an unfinished upload with Retry-After %p is repeated after a delay', (retryAfter, afterSeconds) => {
    const body = fail(errors.upload_in_progress.text, 'upload_not_finished');
    expect(read(409, body, retryAfter)).toEqual({ kind: 'ask again', afterSeconds });
  });

  it('a reached quota shows the message of the server', () => {
    const failure = {
      sentence: errors.quota_reached.text,
      lead: copy.notSent.lead,
      stays: copy.notSent.other,
      unconfirmed: false,
    };
    expect(read(429, fail(errors.quota_reached.text, 'quota_reached'))).toEqual({
      kind: 'failed',
      failure,
    });
  });

  it('an upload in progress shows the message of the server and advice for the patient', () => {
    const failure = { sentence: errors.upload_in_progress.text, stays: copy.notSent.busy };
    expect(read(409, fail(errors.upload_in_progress.text, 'upload_in_progress'))).toMatchObject({
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
  ])('the error %s (%i) leaves it open whether the document arrived: %p', (code, status, unconfirmed) => {
    expect(read(status, fail('A sentence', code))).toMatchObject({ failure: { unconfirmed } });
  });

  it.each([
    [500, null],
    [502, '<html>'],
    [200, {}],
  ])('a %i response with %p shows the default message', (status, body) => {
    expect(read(status, body)).toMatchObject({
      kind: 'failed',
      failure: { sentence: messages.upload.failed },
    });
  });
});
