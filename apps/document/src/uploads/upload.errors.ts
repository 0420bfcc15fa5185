import { limits, type AcceptedType, type ErrorCode, type UsedLinkReceipt } from '@caredrop/contracts';
import type { ClaimResponse } from '@caredrop/contracts/internal';
import type { PdfFinding } from '@caredrop/pdf-inspector';
import { appError, AppError } from '@caredrop/service-kit';
import type { RejectionReason } from '../inspector/protocol.js';

const pdfErrors = {
  javascript: 'file_active',
  launch: 'file_active',
  remote: 'file_reaches_out',
  incomplete: 'file_incomplete',
  attachments: 'file_has_attachments',
  password: 'file_protected',
  uncheckable: 'pdf_uncheckable',
  unreadable: 'file_unreadable',
} as const satisfies Record<PdfFinding, ErrorCode>;

/** The patient disconnected before the last byte, so there is no client to respond to. */
export class ClientGone extends Error {
  constructor() {
    super('The client left before its last byte');
    this.name = 'ClientGone';
  }
}

export const linkUnknown = () => appError('link_unknown');
const linkExpired = () => appError('link_expired');
const checkNeeded = () => appError('check_needed');
export const linkRevoked = () => appError('link_revoked');
export const linkUsed = (receipt: UsedLinkReceipt) => appError('link_used', { data: { ...receipt } });

/**
 * Another file was sent with the idempotency key of an earlier upload: it was not received, and this link cannot
 * receive it.
 */
export const otherDocument = () => appError('document_differs');

export const uploadInProgress = () => appError('upload_in_progress');
/** The same upload has been sent and its outcome is not known yet: the client should ask again. */
const uploadNotFinished = (retryAfterSeconds: number) =>
  appError('upload_not_finished', { retryAfter: retryAfterSeconds });

/** Maps the token service's rejection of a claim to an error for the patient. */
export function claimRejected(response: Exclude<ClaimResponse, { outcome: 'claimed' }>): AppError {
  if (response.outcome === 'used')
    return linkUsed({ receivedAt: response.receivedAt, patientRefId: response.patientRefId });
  if (response.outcome === 'finishing') return uploadNotFinished(response.retryAfterSeconds);
  return rejectedClaims[response.outcome]();
}

export const fileRequired = () => appError('file_required');
const fileEmpty = () => appError('file_empty');
const unreadableBody = () => appError('bad_request');
export const fileTooLarge = () => appError('file_too_large');
const typeRefused = () => appError('file_type_refused');
export const fileInfected = () => appError('file_infected');
const tooManyPixels = (most: number) =>
  appError('image_too_large', { params: { millions: Math.floor(most / 1_000_000) } });
const pictureIncomplete = () => appError('picture_incomplete');
export const quotaReached = (retryAfterSeconds: number) =>
  appError('quota_reached', { retryAfter: retryAfterSeconds });
/** The operator's policy rejects the PDF; the link still works. */
export const pdfRefused = (finding: PdfFinding) => appError(pdfErrors[finding]);
/** The inspector did not finish: the file took too long or too much memory, or broke it. The link still works. */
export const fileUncheckable = (type: AcceptedType | undefined) =>
  type === 'application/pdf' ? pdfRefused('uncheckable') : appError('file_uncheckable');
/** Maps an inspector's rejection of a body to an error. */
export function inspectionRefused(reason: RejectionReason, maxPixels: number): AppError {
  if (reason === 'too_many_pixels') return tooManyPixels(maxPixels);
  return bodyRejections[reason]();
}
export const refusedOften = (retryAfterSeconds: number) =>
  appError('too_many_refused_files', { retryAfter: retryAfterSeconds });
export const tooSlow = () => appError('request_timeout');
export const storageDown = () => appError('storage_unavailable');
/**
 * The failure is not due to the file, for example a dependency did not respond or no place was free: the same upload
 * may be sent again.
 */
export const tryAgain = () => appError('upload_unavailable');

/** The outcome of an upload, for the metric. */
export const outcomeOf = (error: unknown): string =>
  error instanceof AppError ? error.code : error instanceof ClientGone ? 'client_gone' : 'error';

const rejectedClaims = {
  busy: uploadInProgress,
  expired: linkExpired,
  revoked: linkRevoked,
  unknown: linkUnknown,
  check_needed: checkNeeded,
};

const bodyRejections: Record<Exclude<RejectionReason, 'too_many_pixels'>, () => AppError> = {
  file_required: fileRequired,
  file_empty: fileEmpty,
  file_too_large: fileTooLarge,
  form_unreadable: unreadableBody,
  comment_too_long: () => appError('too_long', { params: { field: 'comment', max: limits.commentMax } }),
  type_refused: typeRefused,
  picture_incomplete: pictureIncomplete,
};
