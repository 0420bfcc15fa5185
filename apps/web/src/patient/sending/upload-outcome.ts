import { messages } from '@caredrop/contracts/messages';
import { fields, text, time } from '../answers.js';
import type { FileProblem } from '../file/file-rules.js';
import { readRefusal, type Refusal } from '../link/link-verdict.js';
import { copy } from '../copy.js';

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

/** An attempt without a receipt: a sentence for a toast, and what stays on the page. */
export interface SendingFailure {
  sentence: string;
  /** What is known about the document. */
  lead: string;
  /** What to do next. */
  stays: string;
  /** The document may have arrived all the same: the page must not say that it was not sent. */
  unconfirmed: boolean;
}

export type Outcome =
  | { kind: 'received'; receipt: Receipt }
  | { kind: 'link refused'; refusal: Refusal }
  | { kind: 'file refused'; problem: FileProblem }
  | { kind: 'comment refused'; message: string }
  | { kind: 'failed'; failure: SendingFailure }
  | { kind: 'ask again'; afterSeconds: number };

const linkCodes = new Set(['link_unknown', 'link_expired', 'link_revoked', 'link_used']);
const fileAdvice: Record<string, string> = {
  file_required: copy.missingAdvice,
  file_empty: copy.emptyAdvice,
  file_too_large: copy.shrinkAdvice,
  file_type_refused: copy.takePhotoInstead,
  file_protected: copy.withoutPassword,
  file_active: copy.takePhotoInstead,
  file_has_attachments: copy.takePhotoInstead,
  file_reaches_out: copy.takePhotoInstead,
  file_incomplete: copy.takePhotoInstead,
  file_uncheckable: copy.takePhotoInstead,
  pdf_uncheckable: copy.takePhotoInstead,
  file_unreadable: copy.takePhotoInstead,
  image_too_large: copy.takePhotoInstead,
  picture_incomplete: copy.takePhotoInstead,
};
const advice: Record<string, string> = {
  upload_in_progress: copy.notSent.busy,
  file_infected: copy.notSent.infected,
  too_many_refused_files: copy.notSent.wait,
  storage_unavailable: copy.notSent.wait,
  rate_limited: copy.notSent.wait,
};

/** The server certainly stored nothing. */
const notSent = (sentence: string, stays: string): SendingFailure => ({
  sentence,
  lead: copy.notSent.lead,
  stays,
  unconfirmed: false,
});

/** Whether the document arrived is unknown. The key makes another try harmless. */
const unconfirmed = (sentence: string, stays: string): SendingFailure => ({
  sentence,
  lead: copy.notSent.unconfirmed,
  stays,
  unconfirmed: true,
});

/** The same rejection after an earlier attempt that may have arrived. */
export const asUnconfirmed = (failure: SendingFailure): SendingFailure =>
  failure.unconfirmed ? failure : unconfirmed(failure.sentence, copy.notSent.safe);

/** No response after every automatic retry; the document may have arrived if all of it was sent once. */
export const connectionFailure = (wholeBodySent: boolean): SendingFailure =>
  wholeBodySent
    ? unconfirmed(messages.upload.failed, copy.notSent.networkSafe)
    : notSent(messages.upload.failed, copy.notSent.network);

/** Interprets a response of POST /upload/{token}; `sent` fills in what the receipt leaves out. */
export function readOutcome(reply: Extract<Reply, { kind: 'answered' }>, sent: Receipt): Outcome {
  const answer = fields(reply.body);
  if (reply.status < 300 && answer.status === 'success')
    return { kind: 'received', receipt: readReceipt(answer.data, sent) };
  return readFailure(reply, text(answer.code) ?? '', text(answer.message));
}

function readFailure(
  { status, body, retryAfterSeconds }: Extract<Reply, { kind: 'answered' }>,
  code: string,
  said: string | null,
): Outcome {
  const message = said ?? messages.upload.failed;
  if (code === 'upload_not_finished') return { kind: 'ask again', afterSeconds: retryAfterSeconds ?? 2 };
  if (linkCodes.has(code) || status === 410)
    return { kind: 'link refused', refusal: readRefusal(status, body) };
  if (fileAdvice[code] !== undefined)
    return { kind: 'file refused', problem: { message, advice: fileAdvice[code], remedy: null } };
  if (code === 'too_long' && fields(fields(body).params).field === 'comment')
    return { kind: 'comment refused', message };
  return { kind: 'failed', failure: failureOf(status, code, message) };
}

/**
 * A server error may hide a commit whose response was lost; only a full or unavailable store is sure to hold
 * nothing.
 */
function failureOf(status: number, code: string, message: string): SendingFailure {
  if (status >= 500 && code !== 'storage_unavailable') return unconfirmed(message, copy.notSent.safe);
  return notSent(message, advice[code] ?? copy.notSent.other);
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
