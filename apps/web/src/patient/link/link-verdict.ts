import { errors } from '@caredrop/contracts/errors';

import { fields, text, time } from '../answers.js';
import { copy } from '../copy.js';

/** A link that can be used. */
export interface Link {
  patientRefId: string;
  /** ISO 8601; null when the response has none. */
  expiresAt: string | null;
}

/** When the link's document arrived, and for which reference. */
export interface EarlierReceipt {
  receivedAt: string;
  patientRefId: string;
}

/** Why nothing can be sent with this link now. */
export interface Refusal {
  /** One sentence, from the server where it sent one. */
  message: string;
  /** What to do next; blank where the receipt says it. */
  help: string;
  /** Only for a used link. */
  receipt: EarlierReceipt | null;
  /** The link itself could not be checked, so the page must not call it invalid; another try may succeed. */
  again: boolean;
}

export type LinkVerdict = { kind: 'accepted'; link: Link } | { kind: 'refused'; refusal: Refusal };

export const missingLink: Refusal = {
  message: errors.link_missing.text,
  help: copy.invalidHelp.missing,
  receipt: null,
  again: false,
};

/** There was no response at all. */
export const unreachable: Refusal = {
  message: copy.unreachable.again,
  help: '',
  receipt: null,
  again: true,
};

/** Interprets the response of GET /tokens/validate/{token}. */
export function readLinkVerdict(status: number, body: unknown): LinkVerdict {
  const answer = fields(body);
  const data = fields(answer.data);
  const patientRefId = text(data.patientRefId);
  if (status < 400 && answer.status === 'success' && patientRefId !== null)
    return { kind: 'accepted', link: { patientRefId, expiresAt: time(data.expiresAt) } };
  return { kind: 'refused', refusal: readRefusal(status, body) };
}

/** The rejection of a link, which validation and upload return in the same form. */
export function readRefusal(status: number, body: unknown): Refusal {
  const answer = fields(body);
  const said = text(answer.message);
  if (status >= 500 || status === 429 || status === 408)
    return { ...unreachable, message: said ?? unreachable.message };
  const receipt = readEarlierReceipt(answer.data);
  const help = receipt ? '' : helpFor(answer.code);
  return { message: said ?? errors.link_unknown.text, help, receipt, again: false };
}

const helpFor = (code: unknown) =>
  code === 'link_unknown' ? copy.invalidHelp.unknown : copy.invalidHelp.other;

function readEarlierReceipt(data: unknown): EarlierReceipt | null {
  const receivedAt = time(fields(data).receivedAt);
  const patientRefId = text(fields(data).patientRefId);
  return receivedAt !== null && patientRefId !== null ? { receivedAt, patientRefId } : null;
}
