import { parseJson } from '../response-fields.js';
import { proofHeaders } from '../check/patient-proof.js';
import type { Reply } from './upload-outcome.js';

export interface Parcel {
  token: string;
  file: File;
  /** As typed; a blank comment is not sent. */
  comment: string;
  idempotencyKey: string;
}

/** Longer without progress during the transfer counts as a lost connection. */
const stalledMs = 45_000;
/** Longer without a response after the transfer counts as a lost connection. */
const unansweredMs = 150_000;

/**
 * POST /api/upload/{token} by XMLHttpRequest, the only API that reports upload progress. Never rejects:
 * without a response, whatever the reason, the result is `lost`.
 */
export function postDocument(
  parcel: Parcel,
  onSent: (loaded: number, total: number) => void,
): Promise<Reply> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout>;
    let wholeBodySent = false;
    const expectWithin = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), ms);
    };
    request.open('POST', `${window.location.origin}/api/upload/${encodeURIComponent(parcel.token)}`);
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('Idempotency-Key', parcel.idempotencyKey);
    for (const [name, value] of Object.entries(proofHeaders() ?? {})) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      expectWithin(stalledMs);
      if (!event.lengthComputable) return;
      wholeBodySent ||= event.loaded >= event.total;
      onSent(event.loaded, event.total);
    };
    request.upload.onload = () => {
      wholeBodySent = true;
      expectWithin(unansweredMs);
    };
    request.onloadend = () => {
      clearTimeout(timer);
      resolve(readReply(request, wholeBodySent));
    };
    expectWithin(stalledMs);
    request.send(formOf(parcel));
  });
}

function formOf({ file, comment }: Parcel): FormData {
  const form = new FormData();
  const trimmed = comment.trim();
  if (trimmed !== '') form.append('comment', trimmed);
  form.append('document', file, file.name);
  return form;
}

/** Status 0 means that there was no response. */
function readReply(request: XMLHttpRequest, wholeBodySent: boolean): Reply {
  if (request.status === 0) return { kind: 'lost', wholeBodySent };
  const retryAfter = Number(request.getResponseHeader('Retry-After') ?? NaN);
  return {
    kind: 'answered',
    status: request.status,
    body: parseJson(request.responseText),
    retryAfterSeconds: Number.isFinite(retryAfter) && retryAfter >= 0 ? retryAfter : null,
  };
}
