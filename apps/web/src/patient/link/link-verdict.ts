import type { Failure, PatientCopy } from '@caredrop/patient-copy';
import type { OpenedAgain } from '../again/open-again.js';
import type { OpenedCheck } from '../check/open-check.js';
import type { OpenedInstructions } from '../instructions/instructions.js';
import type { OpenedRequest } from '../request/open-request.js';
import { fields, readReason, text, time, type Fields } from '../response-fields.js';

/** A link that can be used. */
export interface Link {
  patientRefId: string;
  /** ISO 8601; null when the response has none. */
  expiresAt: string | null;
  /** The language in which the clinic writes to the patient; null when none was chosen, or it is no longer offered. */
  language: string | null;
  /** Only for a link that asks for the date of birth. */
  check?: OpenedCheck;
  /** Only for a link that asks for a document again. */
  again?: OpenedAgain;
  /** Only for a link whose template has instructions. */
  instructions?: OpenedInstructions | null;
  /** Only for a link of a request for several documents. */
  request?: OpenedRequest;
}

/** When the link's document arrived, and for which reference. */
export interface EarlierReceipt {
  receivedAt: string;
  patientRefId: string;
  /** When the clinic asked for the document again with a new link; null if it did not. */
  replacedAt?: string | null;
  /** When the new link was texted, or emailed and accepted by the mail server; null if it was not. */
  sentAt?: string | null;
}

/** What the holder of a link that has ended without a document can do. */
export interface EndedLink {
  canAsk: boolean;
  /** When the patient asked for a new link, ISO 8601; null when no request is waiting. */
  askedAt: string | null;
  /** When the clinic made a new link, ISO 8601; null when it made none. */
  replacedAt: string | null;
  /** When the new link was texted, or emailed and accepted by the mail server; null if it was not. */
  sentAt: string | null;
}

/** Why nothing can be sent with this link at the moment. */
export interface Rejection {
  reason: Failure;
  /** The next step; null if the receipt or the reason already says it. */
  help: keyof PatientCopy['linkHelp'] | null;
  /** Only for an expired or cancelled link. */
  ended?: EndedLink;
  /** Only for a used link. */
  receipt: EarlierReceipt | null;
  /** True if the link could not be checked: the page must not call it invalid, and another try may succeed. */
  again: boolean;
  /** Only for a link of a request for several documents, if its document was sent or skipped. */
  request?: OpenedRequest;
}

export type LinkVerdict = { kind: 'accepted'; link: Link } | { kind: 'refused'; rejection: Rejection };

export const missingLink: Rejection = {
  reason: { code: 'link_missing' },
  help: 'missing',
  receipt: null,
  again: false,
};

/** The link could not be checked. */
export const unreachable: Rejection = {
  reason: { code: 'page_unreachable' },
  help: null,
  receipt: null,
  again: true,
};

/** Interprets the response to GET /api/tokens/validate/{token}. */
export function readLinkVerdict(status: number, body: unknown): LinkVerdict {
  const response = fields(body);
  const data = fields(response.data);
  const patientRefId = text(data.patientRefId);
  if (status < 400 && response.status === 'success' && patientRefId !== null)
    return {
      kind: 'accepted',
      link: { patientRefId, expiresAt: time(data.expiresAt), language: text(data.language) },
    };
  return { kind: 'refused', rejection: readRejection(body) };
}

/** `not_found`: the value contains characters that no link has, such as a slash. */
const codeAboutLink = /^(link_|not_found|$)/;

/**
 * Reads the rejection of a link, which validation, patient check and upload return in the same form. Any other response,
 * such as that of a proxy or a hotel's network, says nothing about the link.
 */
export function readRejection(body: unknown): Rejection {
  const response = fields(body);
  if (response.status !== 'fail' || !codeAboutLink.test(text(response.code) ?? ''))
    return { ...unreachable, reason: readReason(body, unreachable.reason) };
  const data = fields(response.data);
  const receipt = readEarlierReceipt(data);
  const help = receipt ? null : response.code === 'link_unknown' ? 'unknown' : 'other';
  const ended = readEnded(response.code, data);
  const reason = readReason(body, { code: 'link_unknown' });
  return { reason, help, receipt, again: false, ...(ended && { ended }) };
}

/**
 * The response to an upload contains only the code. Without more data, the page assumes that the patient can ask for a
 * new link if the link has expired; the server decides.
 */
function readEnded(code: unknown, data: Fields): EndedLink | null {
  if (code !== 'link_expired' && code !== 'link_revoked') return null;
  return {
    canAsk: typeof data.canAsk === 'boolean' ? data.canAsk : code === 'link_expired',
    askedAt: time(data.askedAt),
    ...readNewLink(data),
  };
}

function readEarlierReceipt(data: Fields): EarlierReceipt | null {
  const [receivedAt, patientRefId] = [time(data.receivedAt), text(data.patientRefId)];
  return receivedAt && patientRefId ? { receivedAt, patientRefId, ...readNewLink(data) } : null;
}

const readNewLink = ({ replacedAt, replacementSentAt }: Fields) => ({
  replacedAt: time(replacedAt),
  sentAt: time(replacementSentAt),
});
