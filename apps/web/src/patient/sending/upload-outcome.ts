import type { Failure, PatientCopy } from '@caredrop/patient-copy';
import { fields, readReason, text, time } from '../response-fields.js';
import { commentTooLong } from '../comment-rules.js';
import type { FileProblem } from '../file/file-rules.js';
import { readRejection, type Rejection } from '../link/link-verdict.js';

/** The result of one POST. */
export type Reply =
  | { kind: 'answered'; status: number; body: unknown; retryAfterSeconds: number | null }
  /** `wholeBodySent`: the server may have everything although there was no response. */
  | { kind: 'lost'; wholeBodySent: boolean };

export interface Receipt {
  fileName: string;
  /** Bytes. */
  fileSize: number;
  patientRefId: string;
  /** ISO 8601. */
  receivedAt: string;
}

/** An attempt without a receipt. The reason is shown in a toast, and the rest stays on the page. */
export interface SendingFailure {
  reason: Failure;
  /** The next step. */
  next: keyof PatientCopy['next'] | keyof NonNullable<PatientCopy['retry']>;
  /** True if the document may have arrived anyway: the page must not claim that it was not sent. */
  unconfirmed: boolean;
}

export type Outcome =
  | { kind: 'received'; receipt: Receipt }
  | { kind: 'link refused'; rejection: Rejection }
  | { kind: 'file refused'; problem: FileProblem }
  | { kind: 'comment refused'; reason: Failure }
  | { kind: 'failed'; failure: SendingFailure }
  | { kind: 'ask again'; afterSeconds: number };

const fileAdvice: Record<string, FileProblem['advice']> = {
  file_required: 'missing',
  file_empty: 'empty',
  file_too_large: 'split',
  file_type_refused: 'takePhoto',
  file_protected: 'withoutPassword',
  file_active: 'takePhoto',
  file_has_attachments: 'takePhoto',
  file_reaches_out: 'takePhoto',
  file_incomplete: 'takePhoto',
  file_uncheckable: 'takePhoto',
  pdf_uncheckable: 'takePhoto',
  file_unreadable: 'takePhoto',
  image_too_large: 'takePhoto',
  picture_incomplete: 'takePhoto',
};
const nextSteps: Record<string, SendingFailure['next']> = {
  upload_in_progress: 'busy',
  file_infected: 'infected',
  too_many_refused_files: 'waitLonger',
  quota_reached: 'tomorrow',
  storage_unavailable: 'wait',
  rate_limited: 'wait',
};

const unknownFailure: Failure = { code: 'page_failed' };

/** The server certainly stored nothing. */
const notSent = (reason: Failure, next: SendingFailure['next']): SendingFailure => ({
  reason,
  next,
  unconfirmed: false,
});

/** It is unknown whether the document arrived. The idempotency key makes another try harmless. */
const unconfirmed = (reason: Failure, next: SendingFailure['next']): SendingFailure => ({
  reason,
  next,
  unconfirmed: true,
});

/**
 * The same failure after an earlier attempt that may have arrived. The next step stays if it says when to try again,
 * because an earlier retry would fail.
 */
export const asUnconfirmed = (failure: SendingFailure): SendingFailure =>
  failure.unconfirmed || failure.next === 'tomorrow' || failure.next === 'waitLonger'
    ? { ...failure, unconfirmed: true }
    : unconfirmed(failure.reason, 'safe');

/** No receipt or rejection before the retries ended; the document may have arrived if all of it was sent once. */
export const connectionFailure = (wholeBodySent: boolean): SendingFailure =>
  wholeBodySent ? unconfirmed(unknownFailure, 'networkSafe') : notSent(unknownFailure, 'network');

/** Interprets a response to POST /api/upload/{token}; `sent` fills in receipt fields that the response lacks. */
export function readOutcome(reply: Extract<Reply, { kind: 'answered' }>, sent: Receipt): Outcome {
  const response = fields(reply.body);
  if (reply.status < 300 && response.status === 'success')
    return { kind: 'received', receipt: readReceipt(response.data, sent) };
  return readFailure(reply, text(response.code) ?? '');
}

function readFailure(
  { status, body, retryAfterSeconds }: Extract<Reply, { kind: 'answered' }>,
  code: string,
): Outcome {
  const reason = readReason(body, unknownFailure);
  if (code === 'upload_not_finished') return { kind: 'ask again', afterSeconds: retryAfterSeconds ?? 2 };
  if (code.startsWith('link_')) return { kind: 'link refused', rejection: readRejection(body) };
  if (fileAdvice[code] !== undefined)
    return { kind: 'file refused', problem: { reason, advice: fileAdvice[code], remedy: null } };
  if (code === 'too_long' && fields(fields(body).params).field === 'comment')
    return { kind: 'comment refused', reason: { ...reason, code: commentTooLong.code } };
  return { kind: 'failed', failure: failureOf(status, code, reason) };
}

/**
 * A server error may hide a commit whose response was lost. Of these errors, only `storage_unavailable` means that
 * certainly nothing was stored. A response without a code is not the server's, but that of a proxy, for example.
 */
function failureOf(status: number, code: string, reason: Failure): SendingFailure {
  if (code === '' || (status >= 500 && code !== 'storage_unavailable')) return unconfirmed(reason, 'safe');
  return notSent(reason, nextSteps[code] ?? 'other');
}

function readReceipt(data: unknown, sent: Receipt): Receipt {
  const upload = fields(fields(data).upload);
  return {
    fileName: text(upload.file_name) ?? sent.fileName,
    fileSize: typeof upload.file_size === 'number' ? upload.file_size : sent.fileSize,
    patientRefId: text(upload.patientRefId) ?? sent.patientRefId,
    receivedAt: time(upload.receivedAt) ?? sent.receivedAt,
  };
}
