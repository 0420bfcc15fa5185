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

/** Why nothing can be sent with this link now. */
export interface Refusal {
  /** One sentence, the server's where there is one. */
  message: string;
  /** What to do now; blank where the receipt says it. */
  help: string;
  /** Of a used link. */
  receipt: EarlierReceipt | null;
  /** The link itself was not judged, so nothing may be said against it: asking again may help. */
  again: boolean;
}

export type LinkVerdict = { kind: 'accepted'; link: Link } | { kind: 'refused'; refusal: Refusal };

export const missingLink: Refusal = {
  message: messages.link.missing,
  help: words.invalidHelp.missing,
  receipt: null,
  again: false,
};

/** No answer at all. */
export const unreachable: Refusal = {
  message: words.unreachable.again,
  help: '',
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
  const said = text(answer.message);
  if (status >= 500 || status === 429 || status === 408)
    return { ...unreachable, message: said ?? unreachable.message };
  const receipt = readEarlierReceipt(answer.data);
  const help = receipt ? '' : helpFor(answer.code);
  return { message: said ?? messages.link.invalid, help, receipt, again: false };
}

const helpFor = (code: unknown) =>
  code === 'link_unknown' ? words.invalidHelp.unknown : words.invalidHelp.other;

function readEarlierReceipt(data: unknown): EarlierReceipt | null {
  const receivedAt = time(fields(data).receivedAt);
  const patientRefId = text(fields(data).patientRefId);
  return receivedAt !== null && patientRefId !== null ? { receivedAt, patientRefId } : null;
}
