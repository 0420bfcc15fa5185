import { messages } from '@caredrop/contracts/messages';
import { fields, text, time } from '../answers.js';
import { words } from '../words.js';

/** A link that may be used. */
export interface Link {
  patientRefId: string;
  /** ISO 8601; null when the answer does not say. */
  expiresAt: string | null;
}

/** When the link's document arrived, and for whom. */
export interface EarlierReceipt {
  receivedAt: string;
  patientRefId: string;
}

/** Why 'Invalid Token' is shown. */
export interface Refusal {
  /** The one sentence of the specification or of the server. */
  message: string;
  /** What to do now. */
  help: string;
  receipt: EarlierReceipt | null;
  /** Asking again may help: the link itself was not judged. */
  again: boolean;
}

export type LinkVerdict = { kind: 'accepted'; link: Link } | { kind: 'refused'; refusal: Refusal };

export const missingLink: Refusal = {
  message: messages.link.missing,
  help: words.invalidHelp.missing,
  receipt: null,
  again: false,
};

/** No answer at all: the fixed sentence (api.md 1b.41), and a way to ask again. */
export const unreachable: Refusal = {
  message: messages.link.invalid,
  help: words.invalidHelp.unreachable,
  receipt: null,
  again: true,
};

/** What GET /tokens/validate/{token} said (api.md §2 row 5). */
export function readLinkVerdict(status: number, body: unknown): LinkVerdict {
  const answer = fields(body);
  const data = fields(answer.data);
  const patientRefId = text(data.patientRefId);
  if (status < 400 && answer.status === 'success' && patientRefId !== null)
    return { kind: 'accepted', link: { patientRefId, expiresAt: time(data.expiresAt) } };
  return { kind: 'refused', refusal: readRefusal(status, body) };
}

/** The refusal of a link, as validation and upload both answer it. */
export function readRefusal(status: number, body: unknown): Refusal {
  const answer = fields(body);
  const message = text(answer.message) ?? messages.link.invalid;
  const receipt = readEarlierReceipt(answer.data);
  const again = status >= 500 || status === 429 || status === 408;
  return { message, help: helpFor(answer.code, receipt, again), receipt, again };
}

function helpFor(code: unknown, receipt: EarlierReceipt | null, again: boolean): string {
  if (receipt) return words.alreadyReceived;
  if (again) return words.invalidHelp.unreachable;
  return code === 'link_unknown' ? words.invalidHelp.unknown : words.invalidHelp.other;
}

function readEarlierReceipt(data: unknown): EarlierReceipt | null {
  const receivedAt = time(fields(data).receivedAt);
  const patientRefId = text(fields(data).patientRefId);
  return receivedAt !== null && patientRefId !== null ? { receivedAt, patientRefId } : null;
}
