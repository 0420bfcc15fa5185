import { fields, text, time } from '../response-fields.js';
import { readWritten, type Written } from '../instructions/written.js';

/** A document of a request. */
export interface RequestDocument {
  label: Written[];
  state: 'received' | 'leftOut' | 'notSent';
  /** ISO 8601; null unless it was received. */
  receivedAt: string | null;
}

/** The link to continue with. */
export interface OpenLink {
  token: string;
  /** From 1. */
  position: number;
  count: number;
  /** The proof of the patient check for this link; null when there is none. */
  proof: string | null;
}

export interface RequestState {
  /**
   * Empty before the patient check is passed, if this link may not show them, and once nothing is left to send after
   * such a check.
   */
  documents: RequestDocument[];
  /** How many documents are still to be sent, whether or not this link leads to them. */
  left: number;
  /** Null when nothing more can be sent through this link. */
  open: OpenLink | null;
}

/**
 * What the patient can do next. `all`: every document was received. `done`: nothing is left, but some were skipped.
 * `ended`: the clinic has ended the request before everything was sent, or has made another link for the rest.
 * `unknown`: nothing is known about a request.
 */
export type NextStep = 'next' | 'all' | 'done' | 'ended' | 'unknown';

export function nextStepOf({ documents, left, open }: RequestState): NextStep {
  if (open) return 'next';
  const states = new Set(documents.map(({ state }) => state));
  if (left > 0 || states.has('notSent')) return 'ended';
  if (states.size === 0) return 'unknown';
  return states.has('leftOut') ? 'done' : 'all';
}

/** Reads the data of a response without trusting it. */
export function readRequest(data: unknown): RequestState {
  const { items, left, open } = fields(data);
  return {
    documents: (Array.isArray(items) ? items : []).map(readDocument),
    left: Number(left) || 0,
    open: readOpen(fields(open)),
  };
}

function readDocument(item: unknown): RequestDocument {
  const { label, state, receivedAt } = fields(item);
  return {
    label: readWritten(label),
    state: state === 'received' ? 'received' : state === 'skipped' ? 'leftOut' : 'notSent',
    receivedAt: time(receivedAt),
  };
}

function readOpen({ token, position, count, proof }: Record<string, unknown>): OpenLink | null {
  const link = text(token);
  return link ? { token: link, position: Number(position), count: Number(count), proof: text(proof) } : null;
}
