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
    ['link_used', 410, messages.link.used],
    ['link_revoked', 410, messages.link.revoked],
    ['link_expired', 410, messages.link.expired],
    ['link_unknown', 404, messages.link.invalid],
  ])('the error %s ends the link', (code, status, message) => {
    expect(read(status, fail(message, code))).toMatchObject({ kind: 'link refused', refusal: { message } });
  });

  it('the error for a used link comes with its receipt', () => {
    const receipt = { receivedAt: '2026-11-20T10:00:00.000Z', patientRefId: 'P-1' };
    expect(read(410, fail(messages.link.used, 'link_used', receipt))).toMatchObject({ refusal: { receipt } });
  });

  it.each([
    ['file_type_refused', 415, messages.upload.typeRefused],
    ['file_too_large', 413, messages.upload.tooLarge],
    ['file_empty', 400, messages.upload.empty],
    ['file_required', 400, messages.upload.fileRequired],
    ['file_protected', 422, messages.upload.passwordProtected],
    ['file_active', 422, messages.upload.pdfActive],
    ['file_has_attachments', 422, messages.upload.pdfAttachments],
    ['file_uncheckable', 422, messages.upload.pdfUncheckable],
    ['file_unreadable', 422, messages.upload.pdfUnreadable],
    ['image_too_large', 422, messages.upload.tooManyPixels(200)],
    ['picture_incomplete', 422, messages.upload.pictureIncomplete],
  ])('the error %s counts as a refused file', (code, status, message) => {
    expect(read(status, fail(message, code))).toMatchObject({ kind: 'file refused', problem: { message } });
  });

  it('a comment that is too long counts as a refused comment', () => {
    const message = messages.general.tooLong('Comment', 1000);
    expect(read(400, fail(message, 'validation_failed'))).toEqual({ kind: 'comment refused', message });
  });

  it.each([
    [null, 2],
    [5, 5],
  ])('an unfinished upload with Retry-After %p is repeated after a delay', (retryAfter, afterSeconds) => {
    const body = fail(messages.upload.busy, 'upload_not_finished');
    expect(read(409, body, retryAfter)).toEqual({ kind: 'ask again', afterSeconds });
  });

  it('a reached quota shows the message of the server', () => {
    const failure = {
      sentence: messages.upload.quotaReached,
      lead: copy.notSent.lead,
      stays: copy.notSent.other,
      unconfirmed: false,
    };
    expect(read(429, fail(messages.upload.quotaReached, 'quota_reached'))).toEqual({
      kind: 'failed',
      failure,
    });
  });

  it('an upload in progress shows the message of the server and advice for the patient', () => {
    const failure = { sentence: messages.upload.busy, stays: copy.notSent.busy };
    expect(read(409, fail(messages.upload.busy, 'upload_in_progress'))).toMatchObject({
      kind: 'failed',
      failure,
    });
  });

  it.each([
    ['service_unavailable', 503, true],
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
