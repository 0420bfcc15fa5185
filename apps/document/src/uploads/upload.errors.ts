import {
  limits,
  messages,
  type AcceptedType,
  type ErrorCode,
  type UsedLinkReceipt,
} from '@caredrop/contracts';
import type { ClaimAnswer } from '@caredrop/contracts/internal';
import type { PdfFinding } from '@caredrop/pdf-inspector';
import { AppError, badRequest, conflict, unavailable } from '@caredrop/service-kit';
import type { RefusalReason } from '../inspector/protocol.js';

const pdfRefusals: Record<PdfFinding, [code: ErrorCode, message: string]> = {
  javascript: ['file_active', messages.upload.pdfActive],
  launch: ['file_active', messages.upload.pdfActive],
  remote: ['file_reaches_out', messages.upload.pdfReachesOut],
  incomplete: ['file_incomplete', messages.upload.pdfIncomplete],
  attachments: ['file_has_attachments', messages.upload.pdfAttachments],
  password: ['file_protected', messages.upload.passwordProtected],
  uncheckable: ['file_uncheckable', messages.upload.pdfUncheckable],
  unreadable: ['file_unreadable', messages.upload.pdfUnreadable],
};

/** The patient disconnected before the last byte: there is no client to respond to. */
export class ClientGone extends Error {
  constructor() {
    super('The client left before its last byte');
    this.name = 'ClientGone';
  }
}

export const linkUnknown = () => new AppError(404, 'link_unknown', messages.link.invalid);
const linkExpired = () => new AppError(410, 'link_expired', messages.link.expired);
export const linkRevoked = () => new AppError(410, 'link_revoked', messages.link.revoked);
export const linkUsed = (receipt: UsedLinkReceipt) =>
  new AppError(410, 'link_used', messages.link.used, { data: { ...receipt } });

/**
 * The key of an earlier upload, with another file: this file was not received, and cannot be through this
 * link.
 */
export const otherDocument = () => new AppError(422, 'document_differs', messages.upload.otherDocument);

export const uploadInProgress = () => conflict(messages.upload.busy, 'upload_in_progress');
/** The same upload has been sent and its outcome is not known yet: ask again. */
const uploadNotFinished = (retryAfterSeconds: number) =>
  new AppError(409, 'upload_not_finished', messages.upload.busy, {
    headers: { 'retry-after': String(retryAfterSeconds) },
  });

/** What the token service's refusal of a claim means to the patient. */
export function claimRefused(answer: Exclude<ClaimAnswer, { outcome: 'claimed' }>): AppError {
  if (answer.outcome === 'used')
    return linkUsed({ receivedAt: answer.receivedAt, patientRefId: answer.patientRefId });
  if (answer.outcome === 'finishing') return uploadNotFinished(answer.retryAfterSeconds);
  return refusedClaims[answer.outcome]();
}

export const fileRequired = () => badRequest(messages.upload.fileRequired, 'file_required');
const fileEmpty = () => badRequest(messages.upload.empty, 'file_empty');
const unreadableBody = () => badRequest(messages.general.unreadable, 'bad_request');
export const fileTooLarge = () => new AppError(413, 'file_too_large', messages.upload.tooLarge);
const typeRefused = () => new AppError(415, 'file_type_refused', messages.upload.typeRefused);
export const fileInfected = () => new AppError(422, 'file_infected', messages.upload.infected);
const tooManyPixels = (most: number) =>
  new AppError(422, 'image_too_large', messages.upload.tooManyPixels(Math.floor(most / 1_000_000)));
const pictureIncomplete = () => new AppError(422, 'picture_incomplete', messages.upload.pictureIncomplete);
export const quotaReached = (retryAfterSeconds: number) =>
  new AppError(429, 'quota_reached', messages.upload.quotaReached, {
    headers: { 'retry-after': String(retryAfterSeconds) },
  });
/** A PDF that the operator's policy rejects; the link still works. */
export const pdfRefused = (finding: PdfFinding) => {
  const [code, message] = pdfRefusals[finding];
  return new AppError(422, code, message);
};
/** Inspecting the file took too long or too much memory, or crashed the inspector; the link still works. */
export const fileUncheckable = (type: AcceptedType | undefined) =>
  type === 'application/pdf'
    ? pdfRefused('uncheckable')
    : new AppError(422, 'file_uncheckable', messages.upload.uncheckable);
/** What an inspector found wrong with a body. */
export function inspectionRefused(reason: RefusalReason, maxPixels: number): AppError {
  if (reason === 'too_many_pixels') return tooManyPixels(maxPixels);
  return bodyRefusals[reason]();
}
export const refusedOften = (retryAfterSeconds: number) =>
  new AppError(429, 'too_many_refused_files', messages.upload.refusedOften, {
    headers: { 'retry-after': String(retryAfterSeconds) },
  });
export const tooSlow = () => new AppError(408, 'request_timeout', messages.upload.tooSlow);
export const storageDown = () => unavailable(messages.upload.storageDown, 'storage_unavailable');
/** A dependency did not respond; the link still works. */
export const tryAgain = () => unavailable(messages.upload.storageDown);

/** The outcome of an upload, for the metric. */
export const outcomeOf = (error: unknown): string =>
  error instanceof AppError ? error.code : error instanceof ClientGone ? 'client_gone' : 'error';

const refusedClaims = {
  busy: uploadInProgress,
  expired: linkExpired,
  revoked: linkRevoked,
  unknown: linkUnknown,
};

const bodyRefusals: Record<Exclude<RefusalReason, 'too_many_pixels'>, () => AppError> = {
  file_required: fileRequired,
  file_empty: fileEmpty,
  file_too_large: fileTooLarge,
  form_unreadable: unreadableBody,
  comment_too_long: () => badRequest(messages.general.tooLong('Comment', limits.commentMax)),
  type_refused: typeRefused,
  picture_incomplete: pictureIncomplete,
};
